import assert from "node:assert/strict";
import { test } from "node:test";
import type { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { checkPrecondition, etagOf } from "./precondition.ts";

const present = etagOf("e", 7);

function codeOf(headers: Record<string, string>, tag: string | null, isOptional = false): string | null {
  try {
    checkPrecondition(new Headers(headers), tag, isOptional);
    return null;
  } catch (error) {
    return (error as DrawbridgeError).code;
  }
}

test("an edit says what it has read, or that there is nothing yet", () => {
  assert.equal(codeOf({}, present), "precondition_required");
  assert.equal(codeOf({}, null), "precondition_required");
  assert.equal(codeOf({ "if-match": present }, present), null);
  assert.equal(codeOf({ "if-none-match": "*" }, null), null);
});

test("a dry run may leave it out, and is held to what it says", () => {
  assert.equal(codeOf({}, present, true), null);
  assert.equal(codeOf({ "if-match": '"e.6"' }, present, true), "stale");
});

test("a tag of another revision or of another epoch, and a weak one, are stale", () => {
  for (const tag of ['"e.6"', '"e.8"', '"f.7"', `W/${present}`, "e.7", "", '""']) {
    assert.equal(codeOf({ "if-match": tag }, present), "stale", tag);
  }
  assert.equal(codeOf({ "if-match": `"e.6", ${present}` }, present), null);
});

test("what exists cannot be made, and what does not cannot be changed", () => {
  assert.equal(codeOf({ "if-none-match": "*" }, present), "stale");
  assert.equal(codeOf({ "if-match": present }, null), "stale");
  assert.equal(codeOf({ "if-match": "*" }, null), "stale");
  assert.equal(codeOf({ "if-match": "*" }, present), null);
  assert.equal(codeOf({ "if-none-match": present }, present), "precondition_required");
});
