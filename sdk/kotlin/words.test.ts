import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gateWords } from "../js/texts/gate-words.ts";

test("the screens for Compose have the words of the other clients, in all languages and in the same order", () => {
  const source = readFileSync(join(import.meta.dirname, "src/compose/kotlin/DrawbridgeGateView.kt"), "utf8");
  const [, order = "", table = ""] = /enum class GateWord \{([^}]*)\}.*?val WORDS = """(.*?)"""/s.exec(source) ?? [];
  const names = order.match(/\w+/g)?.map((name) => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
  const lines = table.trim().replace(/\n +/g, "").split("\n");
  const words = lines
    .map((line) => line.split("|"))
    .map(([language, ...texts]) => [language, Object.fromEntries(texts.map((text, index) => [names?.[index], text]))]);
  assert.deepEqual(Object.fromEntries(words), gateWords);
});
