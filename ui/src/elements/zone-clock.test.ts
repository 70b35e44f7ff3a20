import assert from "node:assert/strict";
import { test } from "node:test";
import { comesTwice as comesTwiceThere, instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import fc from "fast-check";
import { comesTwice, instantOf, printWall, wallAt, wallMs } from "./zone-clock.ts";

const zone = fc.constantFrom("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC");
/** Close to a shift of the clock in half of the cases. */
const shifts = ["2026-03-29T01:00Z", "2026-10-25T01:00Z", "2026-11-01T06:00Z", "2026-04-04T15:00Z", "2011-12-30T10:00Z"];
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) }),
  fc
    .tuple(fc.constantFrom(...shifts), fc.integer({ min: -30 * 3600, max: 30 * 3600 }))
    .map(([at, by]) => Date.parse(at) + by * 1000),
);

test("a clock shows at any instant what the server says that it shows", () => {
  fc.assert(fc.property(zone, instant, (where, at) => assert.equal(wallAt(at, where), instantToWall(at, where))));
});

test("a time on the wall is the instant that the server makes of it, also where the clock shifts", () => {
  fc.assert(
    fc.property(zone, instant, (where, at) => {
      const wall = printWall(Math.floor(at / 60_000) * 60_000);
      assert.equal(instantOf(wall, where), wallToInstant(wall, where), `${wall} ${where}`);
      assert.equal(comesTwice(wall, where), comesTwiceThere(wall, where), `${wall} ${where}`);
    }),
    { numRuns: 1000 },
  );
});

test("what is no time is no instant", () => {
  for (const text of ["", "2026-12-06", "2026-12-06T2:00", "soon"]) assert.ok(Number.isNaN(instantOf(text, "UTC")), text);
  assert.equal(printWall(wallMs("2026-12-06T02:00") + 90_000), "2026-12-06T02:01:30");
});
