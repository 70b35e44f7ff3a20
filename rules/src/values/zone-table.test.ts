import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { tzifFile } from "../../../server/test/tzif-file.ts";
import { parseTzif } from "./tzif.ts";
import { runtimeTable, Zone, type ZoneTable } from "./zone-table.ts";

const names = ["UTC", "America/Nuuk", "Asia/Kolkata", "Europe/Kyiv", ...Intl.supportedValuesOf("timeZone")];
const [first, last] = [Date.UTC(1970, 0), Date.UTC(9997, 11, 31)];
const instants = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }),
  fc.integer({ min: first, max: Date.UTC(2150, 0) }),
  fc.integer({ min: first, max: last }),
);

for (const [source, read] of [
  ["of the runtime", (table: ZoneTable) => table],
  ["read from a file", (table: ZoneTable) => parseTzif(tzifFile(table))],
] as const) {
  const zones = new Map(names.map((name) => [name, new Zone(read(runtimeTable(name) ?? assert.fail(name)))]));

  test(`a table ${source} has the offset and the next change that Temporal has`, () =>
    forAll([fc.constantFrom(...names), instants], 2_000, (name, at) => {
      const found = zones.get(name)?.stretchAt(at / 1_000);
      const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name);
      const next = there.getTimeZoneTransition("next");
      assert.equal(found?.offset, there.offsetNanoseconds / 1e9, name);
      assert.equal(found?.until, next === null ? Number.POSITIVE_INFINITY : next.epochMilliseconds / 1_000, name);
    }));

  test(`a table ${source} changes at the second at which Temporal changes, in every zone`, () => {
    for (const [name, zone] of zones) {
      for (let at = Date.UTC(2024, 0) / 1_000; at < Date.UTC(2030, 0) / 1_000; ) {
        const { until, offset } = zone.stretchAt(at);
        const there = Temporal.Instant.fromEpochMilliseconds(at * 1_000).toZonedDateTimeISO(name);
        assert.equal(offset, there.offsetNanoseconds / 1e9, name);
        assert.equal(zone.stretchAt(until - 0.001).offset, offset);
        at = until;
      }
    }
  });
}

test("a name that is none, or is spelled in another way, has no table", () => {
  for (const name of ["europe/rome", "Europe/Roma", ""]) assert.equal(runtimeTable(name), null, name);
});
