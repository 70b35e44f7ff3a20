import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lineSpan } from "./line-span.ts";

test("a line is found by its number, without its break", () => {
  const text = "one\ntwo\n\nfour";
  assert.deepEqual(lineSpan(text, 1), [0, 3]);
  assert.deepEqual(lineSpan(text, 2), [4, 7]);
  assert.deepEqual(lineSpan(text, 3), [8, 8]);
  assert.deepEqual(lineSpan(text, 4), [9, 13]);
});

test("a line that is not there is the end of the text", () => {
  assert.deepEqual(lineSpan("one\n", 9), [4, 4]);
  assert.deepEqual(lineSpan("", 3), [0, 0]);
});

test("every line of any text is found as it is", () => {
  fc.assert(
    fc.property(fc.array(fc.string().map((line) => line.replaceAll("\n", " "))), (lines) => {
      const text = lines.join("\n");
      for (const [index, line] of lines.entries()) {
        const [start, end] = lineSpan(text, index + 1);
        assert.equal(text.slice(start, end), line);
      }
    }),
  );
});
