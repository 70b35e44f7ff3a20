import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "./errors.ts";
import { joinPath, listed, prefixPath, readLine, readMap, readWord, shortPath, splitPath } from "./fields.ts";

function problemsOf(read: (problems: Problem[]) => unknown): Problem[] {
  const problems: Problem[] = [];
  read(problems);
  return problems;
}

test("what is no map is told which keys it could have", () => {
  for (const value of [null, [], "text", 1, undefined])
    assert.deepEqual(
      problemsOf((problems) => readMap(value, "stores", problems, ["android", "apple"])),
      [{ path: "stores", message: "expected a map with android and apple" }],
    );
});

test("every unknown key is noted where it is, also one that every object has by birth", () => {
  const map = JSON.parse('{"name":"x","__proto__":{},"constructor":1,"toString":2}');
  const problems = problemsOf((found) => readMap(map, "p", found, ["name"]));
  assert.deepEqual(pluck(problems, "path"), ["p.__proto__", "p.constructor", "p.toString"]);
});

test("a line is one to so many characters, without control characters, line ends, or halves of characters", () => {
  for (const text of ["x", " x", "Ünïx", "😀", "x".repeat(5)])
    assert.deepEqual(
      problemsOf((problems) => assert.equal(readLine(text, "name", problems, 5), text)),
      [],
    );
  for (const text of ["", "  ", "x".repeat(6), "a\nb", "a\tb", "\u0085", "\u2028", "\ud83d", null, true, {}]) {
    const problems = problemsOf((found) => assert.equal(readLine(text, "name", found, 5), null));
    assert.deepEqual(pluck(problems, "path", "quote"), [["name", undefined]], JSON.stringify(text));
  }
});

test("a number in the place of text only has to be put in quotes", () =>
  assert.deepEqual(
    problemsOf((problems) => readLine(2.1, "name", problems, 5)),
    [{ path: "name", message: "expected text", quote: true }],
  ));

test("of a few words any other is told them all", () => {
  const actual = problemsOf((problems) => assert.equal(readWord("b", "p", problems, ["a", "b"]), "b"));
  assert.deepEqual(actual, []);
  const found = problemsOf((problems) => readWord("toString", "p", problems, ["a", "b", "c"]));
  assert.deepEqual(found, [{ path: "p", message: "expected a, b or c" }]);
});

test("words are listed as people say them", () =>
  assert.deepEqual(
    [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")],
    ["", "a", "a and b", "a, b or c"],
  ));

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

test("only a path that is longer than any valid one is cut", () => {
  assert.equal(shortPath("platforms.ios.minimum"), "platforms.ios.minimum");
  assert.equal(shortPath("level.".repeat(100)).length, 400);
});
