import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { tzifFile } from "../../../server/test/tzif-file.ts";
import { DrawbridgeError } from "./errors.ts";
import { parseTzif } from "./tzif.ts";
import { runtimeTable, Zone, type ZoneTable } from "./zone-table.ts";

const none = { at: [], offsets: [0], yearly: [] };

test("the rule at the end of a file counts after its last time", () => {
  const cases: [rule: string, at: string, offset: number][] = [
    ["EST5EDT,M3.2.0,M11.1.0", "2027-03-14T06:59:59Z", -5],
    ["EST5EDT,M3.2.0,M11.1.0", "2027-03-14T07:00:00Z", -4],
    ["IST-2IDT,M3.4.4/26,M10.5.0", "2027-03-25T23:59:59Z", 2],
    ["IST-2IDT,M3.4.4/26,M10.5.0", "2027-03-26T00:00:00Z", 3],
    ["<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T01:00:00Z", -1],
    ["IST-1GMT0,M10.5.0,M3.5.0/1", "2027-01-01T00:00:00Z", 0],
    ["IST-1GMT0,M10.5.0,M3.5.0/1", "2027-07-01T00:00:00Z", 1],
    // Summer time all year (RFC 9636 §3.3.1), leap days, and days of the year.
    ["XXX3EDT4,0/0,J365/23", "2300-12-31T23:59:59Z", -4],
    ["AAA0BBB,J60/0,J365/0", "2028-02-29T12:00:00Z", 0],
    ["AAA0BBB,J60/0,J365/0", "2028-03-01T00:00:00Z", 1],
    ["AAA0BBB,59/0,364/0", "2028-02-29T00:00:00Z", 1],
    ["AAA0BBB,M2.5.0/0,M10.1.0/0", "2028-02-27T00:00:00Z", 1],
    ["AAA0BBB,M2.5.0/0,M10.1.0/0", "2032-02-28T23:59:59Z", 0],
    ["<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2500-01-01T00:00:00Z", 11],
  ];
  for (const [rule, at, hours] of cases) {
    const zone = new Zone(parseTzif(tzifFile(none, rule)));
    assert.equal(zone.stretchAt(Date.parse(at) / 1_000).offset, hours * 3_600, `${rule} at ${at}`);
  }
});

test("a change of the name alone is no change, and the rule begins after it", () => {
  const [atlantic, march] = [Date.UTC(2015, 2, 8, 7) / 1_000, Date.UTC(2018, 2, 11, 6) / 1_000];
  const zone = new Zone(
    parseTzif(tzifFile({ at: [atlantic, march], offsets: [-18_000, -14_400, -14_400], yearly: [] }, "EST5EDT,M3.2.0,M11.1.0")),
  );
  assert.equal(zone.stretchAt(Date.UTC(2016, 0) / 1_000).offset, -14_400);
  assert.equal(zone.stretchAt(atlantic).until, Date.UTC(2018, 10, 4, 6) / 1_000);
});

test("a file of version 1 has its times, and no rule", () => {
  const file = Buffer.alloc(44 + 5 + 12 + 4);
  file.write("TZif", "latin1");
  for (const [index, count] of [0, 0, 0, 1, 2, 4].entries()) file.writeUInt32BE(count, 20 + index * 4);
  file.writeInt32BE(1_000_000_000, 44);
  file.writeUInt8(1, 48);
  file.writeInt32BE(3_600, 49);
  file.writeInt32BE(7_200, 55);
  assert.deepEqual(parseTzif(file), { at: [1_000_000_000], offsets: [3_600, 7_200], yearly: [] });
});

const rome = tzifFile(runtimeTable("Europe/Rome") ?? assert.fail());

test("a file that is cut off anywhere is refused", () => {
  for (let length = 0; length < rome.length; length++)
    assert.throws(
      () => parseTzif(rome.subarray(0, length)),
      (error) => error instanceof DrawbridgeError && error.message !== "",
      `${length} bytes`,
    );
});

test("what is no file of a zone is refused, and why", () => {
  const changed = (change: (file: Buffer) => void) => {
    const file = Buffer.from(rome);
    change(file);
    return file;
  };
  const second = 44 + 7;
  const cases: [file: Uint8Array, why: RegExp][] = [
    [Buffer.alloc(0), /it is empty/],
    [Buffer.from("# tzdb data for Europe and environs, which is text"), /it is not a TZif file/],
    [changed((file) => file.writeUInt32BE(27, second + 28)), /leap seconds/],
    [changed((file) => file.writeUInt32BE(0xffffffff, second + 32)), /it is cut off/],
    [changed((file) => file.writeUInt32BE(0, second + 36)), /./],
    [changed((file) => file.writeBigInt64BE(-1n, second + 44 + 80)), /not in order/],
    [tzifFile({ at: [1], offsets: [0, 100_000], yearly: [] }, ""), /impossible offset/],
    [tzifFile(none, "EST5EDT"), /rule for later years/],
    [tzifFile(none, "EST5EDT,M13.2.0,M11.1.0"), /rule for later years/],
    [tzifFile({ at: [1], offsets: [0, 3_600], yearly: [] }, "EST5"), /does not continue/],
    [tzifFile({ at: [1e12], offsets: [0, 3_600], yearly: [] }, ""), /after the year 9999/],
  ];
  for (const [file, why] of cases) assert.throws(() => parseTzif(file), why);
});

test("no bytes make the reader throw anything else, or a lookup fail", () =>
  forAll(
    [fc.array(fc.tuple(fc.nat(rome.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }), fc.integer()],
    2_000,
    (changes, at) => {
      const file = Buffer.from(rome);
      for (const [place, value] of changes) file[place] = value;
      try {
        const { offset } = new Zone(parseTzif(file)).stretchAt(at);
        assert.ok(Number.isInteger(offset));
      } catch (error) {
        assert.ok(error instanceof DrawbridgeError && error.code === "invalid", String(error));
      }
    },
  ));

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
}

test("a name that is none, or is spelled in another way, has no table", () => {
  for (const name of ["europe/rome", "Europe/Roma", ""]) assert.equal(runtimeTable(name), null, name);
});
