import assert from "node:assert/strict";
import { test } from "node:test";
import { parseInstant, parseInstantAhead, printInstant } from "./instant.ts";

// vectors/typed-times.json has what is read, and ui/test/typed-times.test.ts who reads it.
test("an instant is printed in UTC with milliseconds and a numeric offset", () =>
  assert.equal(printInstant(0), "1970-01-01T00:00:00.000+00:00"));

test("a duration is no instant where none ahead is asked for, nor where it leads past the year 9999", () => {
  assert.equal(parseInstant("7d"), null);
  assert.equal(parseInstantAhead("1s", Date.parse("9999-12-31T23:59:59.999Z")), null);
  assert.equal(parseInstantAhead("0s", 7), 7);
});
