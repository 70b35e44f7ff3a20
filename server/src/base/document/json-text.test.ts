import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { readJsonText } from "./read-text.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("a text that JSON.parse accepts gives the same document", () =>
  forAll([fc.json({ maxDepth: 8 }), fc.constantFrom(undefined, 2)], (text, indent) => {
    const printed = JSON.stringify(JSON.parse(text), null, indent);
    const { document, problems } = readJsonText(printed);
    assert.deepEqual(problems, []);
    assert.deepEqual(plain(document), JSON.parse(printed));
  }));

test("a text that JSON.parse rejects is refused, and nothing throws", () => {
  const piece = fc.constantFrom(...'{ } [ ] " a : , 1 - . e true nul \\ \\u12'.split(" "), "\n", " ", "\u0000", "\ufeff");
  forAll([fc.array(piece, { maxLength: 12 })], 5000, (pieces) => {
    const text = pieces.join("");
    const { document, problems } = readJsonText(text);
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    // A byte order mark at the start is accepted (RFC 8259 §8.1), and duplicate keys are refused.
    if (isJson) assert.ok(document !== undefined);
    else if (!text.startsWith("\ufeff")) assert.ok(problems.length > 0);
  });
});

test("a key that comes twice is named with the line of the second", () =>
  assert.deepEqual(readJsonText('{\n"a": 1,\n"b": {"c": 1,\n"c": 2},\n"a": 3}').problems, [
    { path: "b.c", line: 4, pointer: "#/b/c", message: "is given twice: keep one" },
    { path: "a", line: 5, pointer: "#/a", message: "is given twice: keep one" },
  ]));

test("a problem gets the line of its path, or of what is nearest above it", () => {
  const text = readJsonText('{\n "a": {\n  "x.y": {\n   "z": 2.10\n  }\n }\n}');
  const lineOf = (path: string) => text.locate([{ path, message: "" }])[0]?.line;
  assert.deepEqual(["a", 'a."x.y"', 'a."x.y".z', 'a."x.y".z.0', "a.q", "q", ""].map(lineOf), [2, 3, 4, 4, 2, 1, 1]);
  assert.equal(text.locate([{ path: 'a."x.y".z', message: "quotes", quote: true }])[0]?.message, 'quotes — write "2.10"');
});
