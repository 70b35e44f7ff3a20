import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { tzifFile } from "../../../server/test/tzif-file.ts";
import { setZoneTables } from "./time-zones.ts";
import { parseTzif } from "./tzif.ts";
import { instantToWall, isAmbiguousTime, isZone, offsetAt, parseWall, wallEndToInstant, wallToInstant } from "./wall-time.ts";
import { runtimeTable } from "./zone-table.ts";

const HOUR = 3_600_000;

test("a wall time is a real date and time, and :00 seconds are left out", () => {
  assert.equal(parseWall("2026-12-06T02:00"), "2026-12-06T02:00");
  assert.equal(parseWall("2026-12-06T02:00:00"), "2026-12-06T02:00");
  assert.equal(parseWall("2026-12-06T02:00:30"), "2026-12-06T02:00:30");
  assert.equal(parseWall("2028-02-29T23:59:59"), "2028-02-29T23:59:59");
});

test("what no calendar or clock shows is no wall time", () => {
  const forms = ["", "2026-12-06", "2026-12-06 02:00", "2026-12-06T2:00", "2026-12-06T02:00Z", "2026-12-06T02:00:00.000"];
  const impossible = ["2026-02-29T02:00", "2026-13-01T02:00", "2026-12-00T02:00", "2026-12-06T24:00", "2026-12-06T02:60"];
  for (const text of [...forms, ...impossible, "2026-12-06T02:00\n"]) assert.equal(parseWall(text), null, JSON.stringify(text));
});

test("a year whose instants would not print with four digits is refused", () => {
  for (const year of ["0000", "1969", "9998", "9999"]) assert.equal(parseWall(`${year}-06-01T00:00`), null);
  for (const year of ["1970", "9997"]) assert.equal(parseWall(`${year}-06-01T00:00`), `${year}-06-01T00:00`);
});

test("a zone is a name of the IANA database in its exact spelling", () => {
  for (const name of ["UTC", "Europe/Rome", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Asia/Calcutta", "Asia/Kolkata"])
    assert.ok(isZone(name), name);
  const others = ["", "utc", "europe/rome", "Europe/Roma", "+01:00", "Z", "Etc/Unknown", "PST", "__proto__"];
  for (const name of others) assert.ok(!isZone(name), name);
});

test("an end that is later on the clock is later in every zone", () => {
  const zones = ["Europe/Rome", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"];
  // Half hours from 2011 to 2031, and often those around the shifts.
  const from = Date.UTC(2011, 0, 1);
  const shifts = [Date.UTC(2026, 2, 29, 2), Date.UTC(2026, 9, 25, 2), Date.UTC(2026, 9, 4, 2), Date.UTC(2011, 11, 30)];
  const near = fc
    .tuple(fc.constantFrom(...shifts), fc.integer({ min: -48, max: 48 }))
    .map(([shift, steps]) => shift + (steps * HOUR) / 4);
  const any = fc.integer({ min: 0, max: 20 * 365 * 48 }).map((steps) => from + (steps * HOUR) / 2);
  forAll([fc.oneof(near, any), fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(...zones)], 1000, (start, minutes, zone) => {
    const startMs = wallToInstant(wall(start), zone);
    assert.ok(wallEndToInstant(wall(start + minutes * 60_000), zone, startMs) > startMs);
  });
});

test("a wall time is the instant that Temporal says, by the tables of the runtime and of files", (t) => {
  t.after(() => setZoneTables(null));
  const names = Intl.supportedValuesOf("timeZone");
  const files = new Map(names.map((name) => [name, parseTzif(tzifFile(runtimeTable(name) ?? assert.fail(name)))]));
  const change = fc
    .tuple(fc.constantFrom(...names), fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2120, 0) }))
    .map(([name, at]) => {
      const next = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name).getTimeZoneTransition("next");
      return [name, next?.epochMilliseconds ?? at] as const;
    });
  for (const tables of [null, files]) {
    setZoneTables(tables);
    forAll([change, fc.integer({ min: -2 * 86_400, max: 2 * 86_400 })], 1_500, ([name, at], seconds) => {
      const shown = parseWall(iso(at + seconds * 1_000).slice(0, 19)) ?? assert.fail();
      const plain = Temporal.PlainDateTime.from(shown);
      const by = (disambiguation: "earlier" | "compatible" | "later") =>
        plain.toZonedDateTime(name, { disambiguation }).epochMilliseconds;
      assert.equal(wallToInstant(shown, name), by("compatible"), `${shown} ${name}`);
      assert.equal(isAmbiguousTime(shown, name), by("earlier") !== by("later") && by("compatible") === by("earlier"));
      const start = wallToInstant(shown, name);
      assert.equal(
        instantToWall(start, name),
        parseWall(Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(name).toPlainDateTime().toString()),
      );
    });
  }
});

test("an instant between two milliseconds has the offset of the first", () => {
  const change = Date.parse("2026-10-25T01:00Z");
  const actual = [-0.5, 0.5].map((by) => offsetAt(change + by, "Europe/Berlin") / HOUR);
  assert.deepEqual(actual, [2, 1]);
});

const iso = (ms: number): string => new Date(ms).toISOString();
const wall = (ms: number): string => iso(ms).slice(0, 16);
