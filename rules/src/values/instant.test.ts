import assert from "node:assert/strict";
import { test } from "node:test";
import { instantProblem, parseInstant, parseInstantAhead, printInstant, timeProblem } from "./instant.ts";

// vectors/typed-times.json has what is read, and ui/test/typed-times.test.ts who reads it.
test("an instant is printed in UTC with milliseconds and a numeric offset", () =>
  assert.equal(printInstant(0), "1970-01-01T00:00:00.000+00:00"));

test("a duration is no instant where none ahead is asked for, nor where it leads past the year 9999", () => {
  assert.equal(parseInstant("7d"), null);
  assert.equal(parseInstantAhead("1s", Date.parse("9999-12-31T23:59:59.999Z")), null);
  assert.equal(parseInstantAhead("0s", 7), 7);
});

const reasons: [text: string, reason: string][] = [
  ["2027-02-29T02:00", "2027-02-29 does not exist: February 2027 has 28 days"],
  ["2100-02-29T02:00:00Z", "2100-02-29 does not exist: February 2100 has 28 days"],
  ["2027-04-31T02:00", "2027-04-31 does not exist: April 2027 has 30 days"],
  ["2027-12-00", "2027-12-00 does not exist: December 2027 has 31 days"],
  ["2027-13-01T02:00", "2027-13-01 does not exist: months are 01 to 12"],
  ["2027-02-28T24:00", "hours are 00 to 23: for 24:00, write the next day at 00:00, 2027-03-01T00:00"],
  ["2027-12-31T24:00:00+01:00", "hours are 00 to 23: for 24:00, write the next day at 00:00, 2028-01-01T00:00:00+01:00"],
];

test("a date that the calendar lacks, 24:00 and a time alone have their own reason", () => {
  for (const [text, reason] of reasons) {
    assert.equal(timeProblem(text, "expected a time"), reason);
    assert.equal(instantProblem(text), reason);
  }
});

test("a time of day is told that its date is missing, but where a duration is accepted", () => {
  assert.equal(timeProblem("03:30", ""), "the date is missing: write it before the time, such as 2026-12-06T03:30");
  assert.match(instantProblem("03:30"), /^expected an instant .*, or a duration from now such as 7d$/);
});

test("everything else has the reason of its place", () => {
  for (const value of ["2027-02-28T02:00", "2027-02-28T24:01", "tomorrow", "", 5, null, "x".repeat(1e6)])
    assert.equal(timeProblem(value, "expected a time"), "expected a time");
  assert.match(instantProblem("soon"), /^expected an instant with its offset/);
});

test("an instant without its offset is written with one", () =>
  assert.equal(
    instantProblem("2026-11-29T02:30"),
    "the offset is missing: write 2026-11-29T02:30Z for UTC, or another offset such as 2026-11-29T02:30+01:00",
  ));
