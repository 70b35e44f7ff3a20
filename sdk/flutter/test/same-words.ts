/** The built-in words of the package in Dart are those of the package in JavaScript. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gateWords } from "../../js/texts/gate-words.ts";
import { type Ended, packageDirectory } from "./toolchain.ts";

export function compareWords(): Ended {
  const dart = readFileSync(join(packageDirectory, "lib/src/texts/gate_words.dart"), "utf8");
  const blocks = dart.matchAll(/^ {2}'(\w+)': GateWords\(\n(.*?)^ {2}\),$/gms);
  const found = new Map(
    Array.from(blocks, ([, language = "", block = ""]) => {
      const words = Array.from(block.matchAll(/(\w+):\s+'([^']*)'/g), ([, key = "", text = ""]) => [key, text] as const);
      return [language, Object.fromEntries(words)] as const;
    }),
  );
  const wrong = Object.entries(gateWords).flatMap(([language, words]) =>
    Object.entries(words)
      .filter(([key, text]) => found.get(language)?.[key] !== text)
      .map(([key, text]) => `${language}.${key} must be ${text}`),
  );
  const further = [...found.keys()].filter((language) => !(language in gateWords));
  const text = [...wrong, ...further.map((language) => `JavaScript lacks ${language}`)].join("\n");
  return { code: text === "" ? 0 : 1, text: text || `${found.size} languages` };
}
