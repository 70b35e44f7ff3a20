import assert from "node:assert/strict";
import { test } from "node:test";
import { printWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import fc from "fast-check";
import { DAY, HOUR, ZoneTime } from "./zone-time.ts";

const first = Date.UTC(2024, 0, 1);
const last = Date.UTC(2030, 0, 1);
const anyZone = fc.constantFrom(
  "Europe/Rome",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Casablanca",
  "America/Santiago",
  "Atlantic/Azores",
  "UTC",
);
const timeOf = (zone: string) => new ZoneTime(zone);

const anyInstant = fc.integer({ min: first + 2 * DAY, max: last - 40 * DAY });

test("a clock shows what Temporal says, and an instant is what the server makes of it", () => {
  fc.assert(
    fc.property(anyZone, anyInstant, (zone, ms) => {
      const at = Math.floor(ms / 60_000) * 60_000;
      const offset = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
      assert.equal(timeOf(zone).wall(at) - at, offset);
      assert.equal(timeOf(zone).instant(at), wallToInstant(printWall(at), zone));
    }),
    { numRuns: 1000 },
  );
});

test("days follow one another without a gap, and begin when Temporal says", () => {
  fc.assert(
    fc.property(anyZone, anyInstant, fc.integer({ min: 1, max: 35 }), (zone, from, count) => {
      const days = timeOf(zone).days(from, from + count * DAY);
      assert.ok((days[0]?.start ?? Number.NaN) <= from && (days.at(-1)?.end ?? 0) >= from + count * DAY);
      for (const [index, { date, start, end }] of days.entries()) {
        assert.equal(start, Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds);
        assert.equal(end, days[index + 1]?.start ?? end);
      }
    }),
  );
});

test("every tick is a whole number of steps on the clock, and none is left out", () => {
  fc.assert(
    fc.property(anyZone, anyInstant, fc.constantFrom(1, 2, 3, 6, 12), (zone, from, hours) => {
      const time = timeOf(zone);
      const found = new Set(time.ticks(from, from + 3 * DAY, hours * HOUR));
      for (let at = Math.ceil(from / 60_000) * 60_000; at < from + 3 * DAY; at += 60_000)
        assert.equal(found.has(at), time.wall(at) % (hours * HOUR) === 0, new Date(at).toISOString());
    }),
    { numRuns: 30 },
  );
});
