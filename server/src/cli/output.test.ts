import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { printable, sentence, table, valueText } from "./output.ts";

test("no text that is printed moves the cursor, colours the screen or turns the direction of writing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const shown of [printable(text), valueText(text), ...table([text], [[text]])]) {
        assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }
    }),
  );
});

test("ordinary text is printed as it is", () => {
  assert.equal(printable('Ümläute, 日本語 and "quotes" 🏰'), 'Ümläute, 日本語 and "quotes" 🏰');
});

test("a column is as wide as its widest cell", () => {
  assert.deepEqual(
    table(
      ["KEY", "NAME"],
      [
        ["k_123456", "iOS"],
        ["k", "Android app"],
      ],
    ),
    ["KEY       NAME", "k_123456  iOS", "k         Android app"],
  );
});

test("what continues its place as a sentence has no colon", () => {
  assert.equal(sentence("platforms.ios", "forces an upgrade"), "platforms.ios forces an upgrade");
  assert.equal(sentence("name", "expected text"), "name: expected text");
  assert.equal(sentence("", "expected a body"), "expected a body");
});
