import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { printable, sentence, table, valueText, wrapped } from "./output.ts";

test("no text that is printed moves the cursor, colours the screen or turns the direction of writing", () =>
  forAll([fc.string({ unit: "binary" })], (text) => {
    for (const shown of [printable(text), valueText(text), ...table([[text], [text]], null), ...table([[text], [text]], 1)])
      assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  }));

test("ordinary text is printed as it is", () =>
  assert.equal(printable('Ümläute, 日本語 and "quotes" 🏰'), 'Ümläute, 日本語 and "quotes" 🏰'));

test("a column is as wide as its widest cell, or wraps in a narrower terminal, and numbers end together", () => {
  const rows = [
    ["KEY", "NAME"],
    ["k_123456", "iOS"],
    ["k", "Android app"],
  ];
  assert.deepEqual(table(rows, 21), ["KEY       NAME", "k_123456  iOS", "k         Android app"]);
  assert.deepEqual(table(rows, 20), ["KEY       NAME", "k_123456  iOS", "k         Android", "          app"]);
  assert.equal(table(rows, null).length, 3, "output without a terminal keeps its columns");
  const counts = [
    ["N", "SHARE"],
    [21_260, "4%"],
    [7, "10%"],
  ];
  assert.deepEqual(table(counts, null), ["     N  SHARE", "21,260     4%", "     7    10%"]);
});

test("the cost of a table grows with its rows, of which it takes more than a call has arguments", () => {
  const looks = (count: number) => {
    let looked = 0;
    const row = {
      get 0() {
        looked++;
        return "id";
      },
      map: (cell: (text: string) => string) => [cell("id")],
    } as unknown as string[];
    assert.equal(table([["NAME"], ...new Array(count).fill(row)], null).length, count + 1);
    return looked;
  };
  assert.ok(looks(200_000) <= 3 * 200_000);
});

test("a text that is wrapped keeps its words, and each line fits into the terminal", () => {
  const words = fc.array(fc.stringMatching(/^[!-~]{1,15}$/), { minLength: 1 }).map((found) => found.join(" "));
  forAll([words, fc.integer({ min: 30, max: 80 })], (text, columns) => {
    const lines = wrapped(text, 10, columns);
    assert.equal(lines.map((line) => line.trim()).join(" "), text);
    for (const line of lines) assert.ok(line.length <= columns, line);
    for (const line of lines.slice(1)) assert.match(line, /^ {10}\S/);
  });
  assert.deepEqual(wrapped("no terminal", 4, null), ["no terminal"]);
});

test("an instant of the server is printed to the second, and a wall-clock time as it is", () => {
  assert.equal(valueText("2026-11-29T21:42:02.996+00:00"), "2026-11-29 21:42:02 UTC");
  assert.equal(valueText("2026-11-29T21:42"), '"2026-11-29T21:42"');
});

test("what continues its place as a sentence has no colon", () => {
  assert.equal(sentence("platforms.ios", "forces an upgrade"), "platforms.ios forces an upgrade");
  assert.equal(sentence("name", "expected text"), "name: expected text");
  assert.equal(sentence("", "expected a body"), "expected a body");
});
