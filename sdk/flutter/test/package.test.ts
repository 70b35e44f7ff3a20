/** Files of the Flutter package that must agree with others. Its own tests take a toolchain: `run.ts`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gateWords } from "../../js/texts/gate-words.ts";

const root = join(import.meta.dirname, "../../..");

function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

test("the words in Dart are those in JavaScript", () => {
  const blocks = readText("sdk/flutter/lib/src/texts/gate_words.dart").matchAll(/^ {2}'([\w-]+)': \{\n(.*?)^ {2}\},$/gms);
  const words = Array.from(blocks, ([, language = "", block = ""]) => {
    const pairs = Array.from(block.matchAll(/GateWord\.(\w+):\s+'([^']*)'/g), ([, key = "", text = ""]) => [key, text] as const);
    return [language, Object.fromEntries(pairs)] as const;
  });
  assert.deepEqual(Object.fromEntries(words), gateWords);
});

test("the page shows the code of the sample", () => {
  const [, code] = /```dart\n(.*?)```/s.exec(readText("docs/use-in-flutter.md")) ?? [];
  assert.equal(code, readText("sdk/samples/flutter/lib/main.dart"));
});

test("the read-me has the lines of the sample that gate an app, at most ten", () => {
  const [, code = ""] = /```dart\n(.*?)```/s.exec(readText("sdk/flutter/README.md")) ?? [];
  const [, body] = /main\(\) async \{\n(.*?)^\}/ms.exec(readText("sdk/samples/flutter/lib/main.dart")) ?? [];
  assert.equal(code, body);
  assert.ok(code.trimEnd().split("\n").length <= 10, code);
});

test("the package has the license of the repository, and a change log of its version", () => {
  assert.equal(readText("sdk/flutter/LICENSE"), readText("LICENSE"));
  const [, version] = /^version: (.*)$/m.exec(readText("sdk/flutter/pubspec.yaml")) ?? [];
  assert.match(readText("sdk/flutter/CHANGELOG.md"), new RegExp(`^## ${version}$`, "m"));
});
