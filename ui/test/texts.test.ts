/** Texts: the same in every language, all of them of some use, and none of them anywhere but among the texts. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { de } from "../src/texts/de.ts";
import { en } from "../src/texts/en.ts";

const source = join(import.meta.dirname, "..", "src");
const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));
const textFiles = files.filter((file) => file.endsWith("-texts.ts"));

interface Pair {
  readonly en: unknown;
  readonly de: unknown;
}

async function pairs(): Promise<[string, Pair][]> {
  const found: [string, Pair][] = [["texts", { en, de }]];
  for (const file of textFiles) {
    const module = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === "object" && value !== null && "en" in value && "de" in value) found.push([name, value]);
    }
  }
  return found;
}

/** `screens.now: text` for each leaf, with what it is. */
function leaves(tree: unknown, path = ""): string[] {
  if (typeof tree !== "object" || tree === null)
    return [`${path}: ${typeof tree}${typeof tree === "function" ? tree.length : ""}`];
  return Object.entries(tree).flatMap(([key, value]) => leaves(value, path === "" ? key : `${path}.${key}`));
}

function isEmptyText(tree: unknown): boolean {
  if (typeof tree === "string") return tree.trim() === "";
  return typeof tree === "object" && tree !== null && Object.values(tree).some(isEmptyText);
}

test("every text is there in every language", async () => {
  for (const [name, texts] of await pairs()) {
    assert.deepEqual(leaves(texts.de), leaves(texts.en), name);
    assert.ok(!isEmptyText(texts.en) && !isEmptyText(texts.de), name);
  }
});

test("every screen's texts are exported from a file that this test reads", async () => {
  assert.equal((await pairs()).length, textFiles.length + 1);
});

/** Between `>` and `<` or `{` of JSX, and no code: words. Between two comparisons stands `&&`. */
const rawText = />\s*((?![^<>{}]*&&)[^<>{}()=;,][^<>{}()=;]*[A-Za-zÄÖÜäöü]{2,}[^<>{}()=;]*)\s*[<{]/g;
/** What people read or hear, given as it is. */
const rawAttribute = /\s(?:aria-label|title|label|placeholder|alt|description)="([^"]*[A-Za-z][^"]*)"/g;

test("no screen says anything that is not among the texts", () => {
  const found = files
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => {
      // Types have angle brackets too, and comments have words.
      const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|=>/g, "");
      const raw = [...text.matchAll(rawText), ...text.matchAll(rawAttribute)].map(([, words = ""]) => words.trim());
      return raw.map((words) => `${relative(source, file)}: ${words}`);
    });
  assert.deepEqual(found, []);
});
