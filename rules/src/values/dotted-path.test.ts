import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { below, keysOf, within } from "./dotted-path.ts";

const key = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", ".", '"', '"."', "a.b", '"a', 'a"', "\\", '\\"', "a\\.b", "\n", "__proto__"),
);

test("the keys of a path are those of which it was made, whatever is in them", () => {
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      assert.deepEqual(keysOf(keys.reduce<string>(below, "")), keys);
    }),
    { numRuns: 2_000 },
  );
});

test("a path within a part is the path of the whole without that part", () => {
  fc.assert(
    fc.property(fc.array(key), fc.array(key), (prefix, rest) => {
      const path = (keys: readonly string[]) => keys.reduce<string>(below, "");
      assert.deepEqual(keysOf(within(path(prefix), path(rest))), [...prefix, ...rest]);
    }),
  );
});

test("a key stands as it is unless a dot would tear it apart", () => {
  assert.equal(["platforms", "ios", "blocked"].reduce<string>(below, ""), "platforms.ios.blocked");
  assert.equal(below(below("instances", "eu.acme.com"), "name"), 'instances."eu.acme.com".name');
  assert.equal(below("languages", 3), "languages.3");
  assert.equal(below("", ""), '""');
});

test("what no path is has keys all the same, and is never an error", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void keysOf(text)));
  assert.deepEqual(keysOf('"a"b.c'), ['"a"b', "c"]);
  assert.deepEqual(keysOf('"\\x".c'), ['"\\x"', "c"]);
});
