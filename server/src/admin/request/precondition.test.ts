import assert from "node:assert/strict";
import { test } from "node:test";
import type { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { checkPrecondition, formatEtag } from "./precondition.ts";

const present = formatEtag("e", 7);

function codeOf(headers: Record<string, string>, tag: string | null, isOptional = false): string | null {
  try {
    checkPrecondition(new Headers(headers), tag, isOptional);
    return null;
  } catch (error) {
    return (error as DrawbridgeError).code;
  }
}

test("an edit requires the ETag that was read, or If-None-Match for a new resource", () => {
  assert.equal(codeOf({}, present), "precondition_required");
  assert.equal(codeOf({}, null), "precondition_required");
  assert.equal(codeOf({ "if-match": present }, present), null);
  assert.equal(codeOf({ "if-none-match": "*" }, null), null);
});

test("a dry run may omit the precondition, and must meet one that it sends", () => {
  assert.equal(codeOf({}, present, true), null);
  assert.equal(codeOf({ "if-match": '"e.6"' }, present, true), "stale");
});

test("a tag of another revision or of another epoch, and a weak one, are stale", () => {
  for (const tag of ['"e.6"', '"e.8"', '"f.7"', `W/${present}`, "e.7", "", '""'])
    assert.equal(codeOf({ "if-match": tag }, present), "stale", tag);
  assert.equal(codeOf({ "if-match": `"e.6", ${present}` }, present), null);
});

test("an existing resource cannot be created, and a missing one cannot be edited", () => {
  assert.equal(codeOf({ "if-none-match": "*" }, present), "stale");
  assert.equal(codeOf({ "if-match": present }, null), "stale");
  assert.equal(codeOf({ "if-match": "*" }, null), "stale");
  assert.equal(codeOf({ "if-match": "*" }, present), null);
  assert.equal(codeOf({ "if-none-match": present }, present), "precondition_required");
});
