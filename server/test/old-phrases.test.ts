/** Phrases that read as if translated, with what Drawbridge says instead: none comes back. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const list = "server/test/old-phrases.json";
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(readFileSync(join(root, list), "utf8"));
const phrases = Object.values(groups).flatMap((group) => Object.entries(group));

const texts =
  "{*.md,*.yaml,*.json,Dockerfile,docs/*.md,{.github,bench,client,deploy,examples,ops,release,rules,server,ui}/**/*.{ts,tsx,js,cjs,mjs,sql,md,css,html,yaml,yml,json,service,conf}}";

/** CHANGELOG and decision records quote what the program said at their time; recorded builds are answers of earlier builds. */
const exclude = ["CHANGELOG.md", list, "package-lock.json", "**/node_modules", "**/dist", "server/test/recorded-build/**"];

/** On one line, without the marks of comments: a phrase can continue on the next line. */
function plain(text: string): string {
  return text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|#|--)?[ \t]*/g, " ").toLowerCase();
}

const files = globSync(texts, { cwd: root, exclude });

test("none of the phrases that were replaced is in a text, a comment or a document", () => {
  assert.ok(files.length > 1000);
  assert.ok(phrases.length > 150);
  const found = files.flatMap((file) => {
    const text = plain(readFileSync(join(root, file), "utf8"));
    return phrases
      .filter(([phrase]) => text.includes(phrase.toLowerCase()))
      .map(([phrase, instead]) => `${file}: ${phrase}; say: ${instead}`);
  });
  assert.deepEqual(found, []);
});

test("a phrase that continues on the next line of a comment is found", () => {
  assert.ok(plain("/** Not in this\n * list */").includes("not in this list"));
  assert.ok(plain("  // Not in this\n  // list").includes("not in this list"));
});
