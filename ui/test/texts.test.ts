import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { sharedTexts } from "../src/texts/shared-texts.ts";

const source = join(import.meta.dirname, "..", "src");
const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));
const textFiles = files.filter((file) => file.endsWith("-texts.ts"));

async function allTexts(): Promise<[string, object][]> {
  const found: [string, object][] = [["sharedTexts", sharedTexts]];
  for (const file of textFiles) {
    const module = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(module)) if (name.endsWith("Texts")) found.push([name, value as object]);
  }
  return found;
}

function isEmptyText(tree: unknown): boolean {
  if (typeof tree === "string") return tree.trim() === "";
  return typeof tree === "object" && tree !== null && Object.values(tree).some(isEmptyText);
}

test("no text is empty", async () => {
  for (const [name, texts] of await allTexts()) assert.ok(!isEmptyText(texts), name);
});

/** The glossary's right column, and spellings that are not American. */
const neverSaid =
  /\b(?:whoever|somebody|nobody|everybody|anybody|anew|any more|at once|all the same|for ever|in no way|worth knowing|take[sn]? away|takes? (?:the role|a second)|put in|let in|mended|cancelled|colours?|speaks? against)\b/i;

const headless = /(?:^|[.:] )(?:What|Who|Whoever|That|Those|Of|By which)\s(?!.*\?)/;

/** Instants and durations of ISO 8601, and generated ids. */
const forMachines = /\b\d{4}-\d\d-\d\d(?:T[\d:]+)?|\bP(?=T?\d)[\dYMWDTHS]+\b|\b[a-z]_[a-z0-9]{6,}\b|\bby-hand-\d/;

/** `texts.review.publish` and its text; a function gives a singular and a plural. */
function spoken(tree: unknown, path: string): [string, string][] {
  if (typeof tree === "string") return [[path, tree]];
  if (typeof tree === "function") {
    const say = tree as (...values: string[]) => string;
    return ["1", "2"].map((value) => [path, say(...Array.from({ length: tree.length }, () => value))]);
  }
  return Object.entries(tree as object).flatMap(([key, value]) => spoken(value, `${path}.${key}`));
}

test("no text has a word of the list, a sentence without a subject, an id or ISO 8601", async () => {
  const found = (await allTexts()).flatMap(([name, texts]) =>
    spoken(texts, name).filter(([, text]) => neverSaid.test(text) || headless.test(text) || forMachines.test(text)),
  );
  assert.deepEqual(found, []);
});

test("every screen's texts are exported from a file that this test reads", async () => {
  assert.ok((await allTexts()).length > textFiles.length);
});

/** Words between `>` and `<` or `{` of JSX. Between two comparisons stands `&&`. */
const rawText = />\s*((?![^<>{}]*&&)[^<>{}()=;,][^<>{}()=;]*[A-Za-zÄÖÜäöü]{2,}[^<>{}()=;]*)\s*[<{]/g;
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
