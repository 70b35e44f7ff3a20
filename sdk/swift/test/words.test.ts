/** Words of the Swift file, which must agree with others. Its own tests take a toolchain: `run.ts`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { englishWords } from "../../js/texts/english-words.ts";
import { gateWords } from "../../js/texts/gate-words.ts";

const file = join(import.meta.dirname, "../Sources/DrawbridgeGate/DrawbridgeGate.swift");

test("the words in Swift are those in JavaScript", () => {
  const text = readFileSync(file, "utf8");
  const [, cases = ""] = /^enum GateWord: Int \{\n(.*?)^\}/ms.exec(text) ?? [];
  const names = cases.match(/(?<!case)\b(?!case\b)\w+/g) ?? [];
  assert.deepEqual(names.toSorted(), Object.keys(englishWords).toSorted());
  const [, table = ""] = /^private let gateWords = .*?"""\n(.*?)\n {4}"""/ms.exec(text) ?? [];
  const lines = table.replace(/^ {4}/gm, "").replaceAll("\\\n", "").split("\n");
  const words = lines.map((line) => {
    const [language = "", ...found] = line.split("|");
    return [language, Object.fromEntries(names.map((name, index) => [name, found[index]]))] as const;
  });
  assert.deepEqual(Object.fromEntries(words), gateWords);
});
