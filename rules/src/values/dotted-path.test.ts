import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { joinPath, prefixPath, splitPath } from "./fields.ts";

const key = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", ".", '"', '"."', "a.b", '"a', 'a"', "\\", '\\"', "a\\.b", "\n", "__proto__"),
);

test("the keys of a path are those of which it was made, whatever is in them", () =>
  forAll([fc.array(key)], 2_000, (keys) => {
    assert.deepEqual(splitPath(keys.reduce<string>(joinPath, "")), keys);
  }));

test("a path within a part is the path of the whole without that part", () =>
  forAll([fc.array(key), fc.array(key)], (prefix, rest) => {
    const path = (keys: readonly string[]) => keys.reduce<string>(joinPath, "");
    assert.deepEqual(splitPath(prefixPath(path(prefix), path(rest))), [...prefix, ...rest]);
  }));

test("a key stands as it is unless a dot would tear it apart", () => {
  assert.equal(["platforms", "ios", "blocked"].reduce<string>(joinPath, ""), "platforms.ios.blocked");
  assert.equal(joinPath(joinPath("instances", "eu.acme.com"), "name"), 'instances."eu.acme.com".name');
  assert.equal(joinPath("languages", 3), "languages.3");
  assert.equal(joinPath("", ""), '""');
});

test("an invalid path still yields keys, and never throws", () => {
  forAll([fc.string({ unit: "binary" })], (text) => void splitPath(text));
  assert.deepEqual(splitPath('"a"b.c'), ['"a"b', "c"]);
  assert.deepEqual(splitPath('"\\x".c'), ['"\\x"', "c"]);
});
