import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, formatInstant, formatSpan, formatZone, formatZonedInstant } from "./times.ts";

const rome = { zone: "Europe/Rome", now: Date.parse("2026-11-25T21:00:00Z") };

test("an instant is a clock time today, has its day on other days, and its year in other years", () => {
  assert.equal(formatInstant("2026-11-25T20:17:59.999Z", rome), "21:17");
  assert.equal(formatInstant("2026-12-01T01:00:00Z", rome), "Tue 1 Dec 02:00");
  assert.equal(formatInstant("2027-01-01T00:30:00Z", rome), "Fri 1 Jan 2027 01:30");
  assert.equal(formatZonedInstant("2026-11-25T20:17:00Z", rome), "Wed 25 Nov 21:17 (Rome)");
});

test("a span names its day once, and the city of its zone", () => {
  assert.equal(formatSpan("2026-12-01T01:00:00Z", "2026-12-01T03:00:00Z", rome), "Tue 1 Dec 02:00–04:00 (Rome)");
  assert.equal(formatSpan("2026-12-01T21:00:00Z", "2026-12-02T03:00:00Z", rome), "Tue 1 Dec 22:00 – Wed 2 Dec 04:00 (Rome)");
  assert.equal(formatZone("America/Argentina/Buenos_Aires"), "Buenos Aires");
  assert.equal(formatZone("UTC"), "UTC");
});

test("a duration is written as people say it", () => {
  const shown = [0, 30_000, 1_800_000, 7_200_000, 8_100_000, 86_400_000, 90_000_000, 30 * 86_400_000].map(formatDuration);
  assert.deepEqual(shown, ["0 min", "30 s", "30 min", "2 h", "2 h 15 min", "1 day", "1 day 1 h", "30 days"]);
});
