import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import { parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import fc from "fast-check";

test("a duration that is shown and typed again is as long as before, and another text is shown as it is", () => {
  assert.equal(durationText("soon"), "soon");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seconds) => {
      assert.equal(parseDuration(durationText(printDuration(seconds * 1_000))), seconds * 1_000);
    }),
  );
});
