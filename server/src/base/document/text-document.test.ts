import assert from "node:assert/strict";
import { test } from "node:test";
import { joinPath } from "drawbridge-rules/values/fields.ts";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { readJsonText } from "./read-text.ts";
import type { TextDocument } from "./text-document.ts";

const key = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("a", "b", "a.b", "~", "/", "~1", "~0", "%", "#", '"', "", "0", "ü", "__proto__", "\\", " "),
);

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(1, "text", true, null),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Each place in a document: its keys, and the value there. */
function places(value: unknown, keys: readonly string[] = []): [readonly string[], unknown][] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [[keys, value], ...inner.flatMap(([name, each]) => places(each, [...keys, name]))];
}

/** By the words of RFC 6901 §4 and §6 alone. */
function follow(document: unknown, pointer: string): unknown {
  assert.match(pointer, /^#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/);
  const tokens = decodeURIComponent(pointer.slice(1)).split("/").slice(1);
  return tokens
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, token) => (value as Readonly<Record<string, unknown>>)[token], document);
}

function pointsToEach(document: unknown, read: TextDocument): void {
  for (const [keys, value] of places(document)) {
    const path = keys.reduce<string>(joinPath, "");
    const [located] = read.locate([{ path, message: "" }]);
    assert.deepEqual(follow(document, located?.pointer ?? ""), value, path);
    const [within] = read.locate(
      [{ path: ["instances", "eu.1", ...keys].reduce<string>(joinPath, ""), message: "" }],
      'instances."eu.1"',
    );
    assert.equal(within?.pointer, located?.pointer);
  }
}

test("the pointer of a path leads to exactly that position in the document, whatever its keys are", () =>
  forAll([tree], (document) => pointsToEach(JSON.parse(JSON.stringify(document)), readJsonText(JSON.stringify(document)))));

test("a missing member has the position at which it is missing, and problems outside the body have none", () => {
  const read = readJsonText('{"platforms":{"ios":{}}}');
  const pointerOf = (path: string, more: object = {}) => read.locate([{ path, message: "", ...more }])[0]?.pointer;
  assert.equal(pointerOf(""), "#");
  assert.equal(pointerOf("name"), "#/name");
  assert.equal(pointerOf("platforms.ios.minimum"), "#/platforms/ios/minimum");
  assert.equal(pointerOf("platforms.huawei.minimum"), "#/platforms/huawei");
  assert.equal(pointerOf("platforms.ios", { finding: {} }), "#/platforms/ios");
  assert.equal(pointerOf("windows.by-hand", { finding: {} }), undefined);
  assert.equal(pointerOf("reason", { parameter: "reason" }), undefined);
  const elsewhere = read.locate([{ path: "windows.a", message: "" }], "platforms.ios")[0];
  assert.deepEqual([elsewhere?.pointer, elsewhere?.line], [undefined, undefined]);
});
