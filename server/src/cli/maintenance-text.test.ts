import assert from "node:assert/strict";
import { test } from "node:test";
import { rangeText, timesLines } from "./output.ts";

const december = {
  occurrence: "db-upgrade/2026-12-06T02:00",
  window: "db-upgrade",
  planned_start: "2026-12-06T01:00:00.000+00:00",
  planned_end: "2026-12-06T03:00:00.000+00:00",
  start: "2026-12-06T01:00:00.000+00:00",
  end: "2026-12-06T03:00:00.000+00:00",
  state: "scheduled",
  zone: "Europe/Rome",
} as const;

test("a range names its day once, and the second where it is another", () => {
  const range = (start: string, end: string, zone: string) => rangeText(start, end, zone);
  assert.equal(range("2026-12-06T01:00:00Z", "2026-12-06T03:00:00Z", "UTC"), "Sun 2026-12-06 01:00 to 03:00");
  assert.equal(range("2026-12-06T23:30:00Z", "2026-12-07T00:30:05Z", "UTC"), "Sun 2026-12-06 23:30 to Mon 2026-12-07 00:30:05");
});

test("a range over a shift of the clock has both offsets", () => {
  assert.equal(
    rangeText("2026-10-25T00:30:00Z", "2026-10-25T01:45:00Z", "Europe/Rome"),
    "Sun 2026-10-25 02:30 +02:00 to 02:45 +01:00",
  );
});

test("each clock has one line, and equal clocks share it", () => {
  assert.deepEqual(timesLines(december, "America/New_York"), [
    "  Europe/Rome             Sun 2026-12-06 02:00 to 04:00 +01:00",
    "  UTC                     Sun 2026-12-06 01:00 to 03:00",
    "  here, America/New_York  Sat 2026-12-05 20:00 to 22:00 -05:00",
  ]);
  assert.equal(timesLines(december, "Europe/Rome").length, 2);
  assert.deepEqual(timesLines({ ...december, zone: "UTC" }, "UTC"), ["  UTC  Sun 2026-12-06 01:00 to 03:00"]);
});

test("what was planned is beside what is, where they differ", () => {
  assert.deepEqual(timesLines({ ...december, end: "2026-12-06T03:15:00.000+00:00" }, "UTC"), [
    "  Europe/Rome  Sun 2026-12-06 02:00 to 04:15 +01:00",
    "  UTC          Sun 2026-12-06 01:00 to 03:15",
    "  planned      Sun 2026-12-06 02:00 to 04:00 +01:00 (Europe/Rome)",
  ]);
});

test("what began within the second for which it was planned came as planned", () => {
  const late = { ...december, zone: "UTC", start: "2026-12-06T01:00:00.311+00:00", end: "2026-12-06T03:00:00.311+00:00" };
  assert.deepEqual(timesLines(late, "UTC"), ["  UTC  Sun 2026-12-06 01:00 to 03:00"]);
});
