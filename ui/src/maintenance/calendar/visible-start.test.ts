import assert from "node:assert/strict";
import { test } from "node:test";
import { type VisibleStartOptions, visibleStart } from "./period.ts";
import { DAY, HOUR, ZoneTime } from "./zone-time.ts";

const now = Date.parse("2026-11-22T21:10:00Z");
const time = new ZoneTime("UTC");
const november = { from: "2026-11-01", until: "2026-12-01" };

function start(wanted: Partial<VisibleStartOptions>): string {
  const date = "2026-11-22";
  return new Date(visibleStart({ view: "month", period: november, date, now, length: 10 * DAY, time, ...wanted })).toISOString();
}

test("a period that fits begins at its beginning, and so does one whose first days are looked at", () => {
  assert.equal(start({ length: 31 * DAY }), "2026-11-01T00:00:00.000Z");
  assert.equal(start({ date: "2026-11-10" }), "2026-11-01T00:00:00.000Z");
});

test("a later date is in sight, with some days before it", () => {
  assert.equal(start({}), "2026-11-20T00:00:00.000Z");
  assert.equal(start({ date: "2026-11-11" }), "2026-11-09T00:00:00.000Z");
});

test("nothing after the period is shown where the period has more", () => {
  assert.equal(start({ date: "2026-11-29" }), "2026-11-21T00:00:00.000Z");
});

test("of today, the present hour is in sight", () => {
  const period = { from: "2026-11-22", until: "2026-11-23" };
  assert.equal(start({ view: "day", period, length: 8 * HOUR }), "2026-11-22T16:00:00.000Z");
  assert.equal(start({ view: "day", period, length: 8 * HOUR, date: "2026-11-21" }), "2026-11-22T00:00:00.000Z");
});
