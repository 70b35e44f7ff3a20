/**
 * Texts: none is empty or has a word of the list, none of them is anywhere but among the texts, and tests of screens name them by their
 * keys.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { parseSync } from "vite";
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

/** Words of the glossary's right column, and spellings that are not American */
const neverSaid =
  /\b(?:whoever|somebody|nobody|everybody|anybody|anew|any more|at once|all the same|for ever|in no way|worth knowing|take[sn]? away|takes? (?:the role|a second)|put in|let in|mended|cancelled|colours?|speaks? against)\b/i;

/** A sentence without a subject. */
const headless = /(?:^|[.:] )(?:What|Who|Whoever|That|Those|Of|By which)\s(?!.*\?)/;

/** Instants and durations of ISO 8601, and ids that a server generates. */
const forMachines = /\b\d{4}-\d\d-\d\d(?:T[\d:]+)?|\bP(?=T?\d)[\dYMWDTHS]+\b|\b[a-z]_[a-z0-9]{6,}\b|\bby-hand-\d/;

/** `texts.review.publish` and its text; a function gives two, its singular and its plural. */
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

/** Between `>` and `<` or `{` of JSX, and no code: words. Between two comparisons stands `&&`. */
const rawText = />\s*((?![^<>{}]*&&)[^<>{}()=;,][^<>{}()=;]*[A-Za-zÄÖÜäöü]{2,}[^<>{}()=;]*)\s*[<{]/g;
/** Attributes that are read or announced, with a literal value. */
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

interface Literal {
  readonly text: string;
  readonly start: number;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Names of methods and functions that find something by a text, and how many arguments come before it. */
const finders: Readonly<Record<string, number>> = {
  getByRole: 1,
  getByText: 0,
  getByLabel: 0,
  getByPlaceholder: 0,
  getByTitle: 0,
  getByAltText: 0,
  filter: 0,
  locator: 1,
  anyText: 0,
};

/** Strings that a test finds something by: in locators, and given to helpers that take a page first. */
function literalsOfLocators(file: string, code: string): Literal[] {
  const found: Literal[] = [];
  const visit = (node: unknown, isFound: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isFound);
    else if (!isNode(node)) return;
    else if (node.type === "Literal" && typeof node.value === "string" && isFound)
      found.push({ text: node.value, start: node.start });
    else if (node.type === "CallExpression") visitCall(node);
    else
      for (const [key, value] of Object.entries(node)) {
        if (key !== "key" && key !== "type") visit(value, isFound);
      }
  };
  const visitCall = ({ callee, arguments: given }: SyntaxNode): void => {
    visit(callee, false);
    const before = textsAfter(callee as SyntaxNode, given as readonly SyntaxNode[]);
    for (const [index, argument] of (given as readonly SyntaxNode[]).entries()) visit(argument, index >= before);
  };
  visit(parseSync(file, code).program, false);
  return found;
}

/** The number of arguments before the texts that a call finds something by. */
function textsAfter(callee: SyntaxNode, given: readonly SyntaxNode[]): number {
  const { name } = (callee.property ?? callee) as SyntaxNode;
  const before = finders[String(name)];
  if (before !== undefined) return before;
  const isHelper = callee.type === "Identifier" && /^(?:page|dialog)$/.test(nameOfLast(given[0]));
  return isHelper ? 1 : Number.POSITIVE_INFINITY;
}

/** `page` of `page` and of `editor.page`. */
function nameOfLast(node: SyntaxNode | undefined): string {
  const last = (node?.property ?? node) as SyntaxNode | undefined;
  return last?.type === "Identifier" ? String(last.name) : "";
}

/** Text that tests type, and values of the API, are never labels. */
const typed = ["2.4.0", "active"];

test("no test of a screen finds a label by its words", async () => {
  const words = new Set((await allTexts()).flatMap(([, texts]) => plainTexts(texts)));
  const helpers = readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name));
  const tests = [...files.filter((file) => file.endsWith(".test.ts")), ...helpers];
  const found = tests.flatMap((file) => {
    const code = readFileSync(file, "utf8");
    if (!/playwright-core|console-page/.test(code)) return [];
    return literalsOfLocators(file, code)
      .filter(({ text }) => words.has(text) && !typed.includes(text))
      .map(({ text, start }) => `${relative(source, file)}:${code.slice(0, start).split("\n").length}: ${text}`);
  });
  assert.deepEqual(found, [], "name its key instead");
});

function plainTexts(tree: unknown): string[] {
  if (typeof tree === "string") return [tree];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(plainTexts) : [];
}
