import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { decodeFile, readYamlText } from "./read-text.ts";

/** With its mark. */
function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
}

test("every text is read from UTF-8, and from UTF-16 of both orders by its mark", () =>
  forAll([fc.string({ unit: "binary" }), fc.boolean()], (any, isBigEndian) => {
    const text = any.toWellFormed();
    assert.equal(decodeFile(utf16(text, isBigEndian)), text);
    assert.equal(decodeFile(Buffer.from(text)), text);
  }));

test("bytes that are not UTF-8 are refused with the line of the first, wherever it stands", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll("\n", ""));
  const wrong = fc.constantFrom([0xe9], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80], [0xf5]);
  forAll([fc.array(line, { maxLength: 5 }), line, wrong, line], (before, start, bytes, rest) => {
    const ahead = [...before, start].join("\n");
    const file = Buffer.concat([Buffer.from(ahead), Buffer.from(bytes), Buffer.from(`\n${rest}`), Buffer.from([0xff])]);
    const [problem] = decodeFile(file) as readonly { readonly line: number; readonly message: string }[];
    assert.equal(problem?.line, before.length + 1);
    const actual = problem?.message ?? "";
    assert.match(actual, /^expected UTF-8, and the byte 0x[0-9A-F]{2} here is not part of it: save the file as UTF-8$/);
  });
});

test("half a character of UTF-16 is refused", () => {
  for (const isBigEndian of [false, true]) {
    const torn = [utf16("a: 1\nb: 2", isBigEndian).slice(0, -1), utf16("a: 1\nb: \ud800", isBigEndian)];
    for (const bytes of torn) {
      const [problem] = decodeFile(bytes) as readonly { readonly message: string }[];
      assert.match(problem?.message ?? "", /^expected UTF-16/);
    }
  }
});

test("a space of another kind is named where it makes YAML mean something else", () => {
  const cases: [text: string, line: number, problem: RegExp][] = [
    ["platforms:\n\u00a0\u00a0ios:\n", 2, /^begins or ends with U\+00A0 \(no-break space\), which is not a space in YAML/],
    ["platforms:\n  ios\u00a0: {}\n", 2, /^begins or ends with U\+00A0/],
    ["platforms:\n\u3000ios: {}\n", 2, /^begins or ends with U\+3000, which/],
    [
      "a: 1\nminimum:\u00a02.4.0\nb: 2\n",
      2,
      /the line has U\+00A0 \(no-break space\), which is not a space in YAML: replace it$/,
    ],
  ];
  for (const [text, line, problem] of cases) {
    const { problems } = readYamlText(text);
    assert.ok(
      problems.some((one) => one.line === line && problem.test(one.message)),
      JSON.stringify([text, problems]),
    );
  }
  assert.deepEqual(readYamlText('message: "Fermé\u00a0: 10\u202f%"\n"\u00a0a": Attention\u00a0:x\n').problems, []);
  assert.doesNotMatch(JSON.stringify(readYamlText("a: [1\nb: 2\n").problems), /U\+/);
});
