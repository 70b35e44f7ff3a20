import assert from "node:assert/strict";
import { test } from "node:test";
import { proposalRejection } from "drawbridge-rules/wire/proposal.ts";
import { readFields } from "./request-fields.ts";

test("a body that is not an object, and a missing reason, are reported as such", () => {
  for (const value of [null, [], 1, "x"]) {
    assert.deepEqual(readFields(proposalRejection, value).problems, [{ path: "", message: "expected an object" }]);
  }
  for (const value of [{}, { reason: 1 }, { reason: " " }]) {
    assert.deepEqual(readFields(proposalRejection, value).problems, [{ path: "reason", message: "expected a reason" }]);
  }
});
