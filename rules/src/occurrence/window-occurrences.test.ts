import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formWith, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { findWindow, nextStatuses, statusesBetween } from "./window-occurrences.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const YEAR = 366 * 24 * 60 * 60 * 1_000;

const rules = fc.constantFrom(
  ["2026-11-21T11:30", "FREQ=DAILY"],
  ["2026-11-21T12:30", "FREQ=DAILY;INTERVAL=100"],
  ["2026-11-22T12:30", "FREQ=WEEKLY;BYDAY=SU,TU"],
  ["2026-10-31T02:00", "FREQ=MONTHLY;BYMONTHDAY=31"],
  ["2031-05-25T02:00", "FREQ=MONTHLY;INTERVAL=5;BYDAY=-1SU"],
  ["2026-11-21T11:30", "FREQ=YEARLY"],
  ["2031-05-31T02:00", "FREQ=YEARLY;INTERVAL=2"],
  ["2024-02-29T02:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"],
  ["2026-11-20T02:00", "FREQ=DAILY;COUNT=3"],
);

test("the next of a window are those that a list of many years begins with, without a gap", () =>
  forAll([rules, fc.integer({ min: 1, max: 8 })], ([first = "", rule = ""], count) => {
    const state = stateFrom(formWith({ name: "Acme" }), windowEdit("w", { start: first, duration: "PT1H", repeat: rule }));
    const held = findWindow(state, "w");
    const all = statusesBetween(held, now, now + 40 * YEAR, now).filter(({ end }) => end > now);
    const next = nextStatuses(held, now, count);
    assert.deepEqual(next, all.slice(0, next.length));
    assert.ok(next.length >= Math.min(count, 4, all.length), "at least what is known of every window");
    if (!rule.startsWith("FREQ=YEARLY")) assert.equal(next.length, Math.min(count, all.length));
  }));
