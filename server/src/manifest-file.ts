/**
 * A manifest as YAML 1.2, both ways. Reading takes only what has one meaning: no tags, anchors, aliases or merge keys, one
 * document, each key once and always a text. Printing writes what every YAML reader, old ones too, takes for the same.
 */
import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Problem } from "./domain/errors.ts";
import { below } from "./domain/fields.ts";
import { readJsonText } from "./json-text.ts";
import { depthLimit, Lines, type Place, type TextDocument, textDocument, textLimit, tooDeep } from "./text-document.ts";

/** Reads a file of either kind: what is JSON is read as JSON, which is faster. Never throws. */
export function readManifestFile(text: string): TextDocument {
  const json = /^\ufeff?\s*\{/.test(text.slice(0, 1000)) ? readJsonText(text) : null;
  return json && json.document !== undefined ? json : readYamlText(text);
}

/** Reads YAML; what is wrong with the text is in `problems`, all of it with lines. Never throws. */
export function readYamlText(text: string): TextDocument {
  const { content, problems, findPlaces } = readYaml(text);
  return textDocument(text, content, problems, findPlaces);
}

/** The same as plain data, so that it can be sent to another thread. */
export interface YamlWhole {
  readonly content: unknown;
  readonly problems: readonly Problem[];
  readonly places: ReadonlyMap<string, Place>;
}

export function readYamlWhole(text: string): YamlWhole {
  const { content, problems, findPlaces } = readYaml(text);
  return { content, problems, places: findPlaces() };
}

interface YamlRead {
  readonly content: unknown;
  readonly problems: readonly Problem[];
  readonly findPlaces: () => ReadonlyMap<string, Place>;
}

function readYaml(text: string): YamlRead {
  if (text.length > textLimit) return nothingRead([{ path: "", message: `expected at most ${textLimit} characters` }]);
  const lines = new Lines(text);
  const parsed = parse(text);
  if (parsed === null) return nothingRead([{ path: "", message: tooDeep }]);
  const syntax = parsed.errors.map(({ pos, message }) => ({ path: "", line: lines.of(pos[0]), message: plainMessage(message) }));
  if (parsed.directives?.yaml.explicit && parsed.directives.yaml.version !== "1.2") {
    syntax.unshift({ path: "", line: 1, message: "expected YAML 1.2: leave the %YAML directive out" });
  }
  if (syntax.length > 0) return nothingRead(cut(syntax));
  const walk = new Walk(lines, null);
  const content = walk.value(parsed.contents, "", 0, 0);
  const findPlaces = () => {
    const places = new Map<string, Place>();
    new Walk(lines, places).value(parsed.contents, "", 0, 0);
    return places;
  };
  return { content, problems: cut(walk.problems), findPlaces };
}

function nothingRead(problems: readonly Problem[]): YamlRead {
  return { content: undefined, problems, findPlaces: () => new Map() };
}

function parse(text: string): Document.Parsed | null {
  try {
    // Keys are compared by us: the parser takes quadratic time for it. `error` lets it complain of a second document.
    return parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  } catch (error) {
    // Nested deeper than its stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The parser speaks of its own functions in some messages. */
function plainMessage(message: string): string {
  if (message.startsWith("Source contains multiple documents"))
    return "expected one document: everything after the second --- is another one";
  if (message.includes("call stack")) return tooDeep;
  return message;
}

const mostProblems = 100;

function cut(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= mostProblems) return problems;
  const rest = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), { path: "", message: `and ${rest} more of the like: mend these first` }];
}

/** Nodes to plain data. */
class Walk {
  readonly problems: Problem[] = [];
  readonly #lines: Lines;
  readonly #places: Map<string, Place> | null;

  constructor(lines: Lines, places: Map<string, Place> | null) {
    this.#lines = lines;
    this.#places = places;
  }

  /** @param place offset of the key, or of the value where it has none */
  value(node: unknown, path: string, place: number, depth: number): unknown {
    const offset = depth === 0 ? startOf(node, place) : place;
    this.#places?.set(path, { offset, source: isScalar(node) ? sourceOf(node) : null });
    this.#refuseFeatures(node, path, offset);
    if (isScalar(node)) return node.value;
    if (!isMap(node) && !isSeq(node)) return null;
    if (depth >= depthLimit) {
      this.#problem(path, offset, tooDeep);
      return null;
    }
    return isMap(node)
      ? this.#map(node as YAMLMap<unknown, unknown>, path, offset, depth + 1)
      : this.#list(node as YAMLSeq, path, offset, depth + 1);
  }

  #map(node: YAMLMap<unknown, unknown>, path: string, place: number, depth: number): unknown {
    const map: Record<string, unknown> = Object.create(null);
    for (const pair of node.items) {
      const offset = startOf(pair.key, place);
      const key = this.#key(pair, path, offset);
      if (key === null) continue;
      const inner = below(path, key);
      if (Object.hasOwn(map, key)) this.#problem(inner, offset, "is given twice: keep one");
      map[key] = this.value(pair.value, inner, offset, depth);
    }
    return map;
  }

  /** A key is the text that is written there, also where it looks like a number. */
  #key({ key }: Pair<unknown, unknown>, path: string, offset: number): string | null {
    this.#refuseFeatures(key, path, offset);
    const text = isScalar(key) ? sourceOf(key) : null;
    if (text === null || (text === "" && isPlain(key))) {
      this.#problem(path, offset, "expected a text as key");
      return null;
    }
    if (text === "<<" && isPlain(key)) {
      this.#problem(below(path, text), offset, "expected no merge keys: write out what is meant");
      return null;
    }
    return text;
  }

  #list(node: YAMLSeq, path: string, place: number, depth: number): unknown {
    return node.items.map((item, index) => this.value(item, below(path, index), startOf(item, place), depth));
  }

  #refuseFeatures(node: unknown, path: string, offset: number): void {
    if (isAlias(node)) this.#problem(path, offset, "expected no aliases: write out what is meant");
    else if ((node as Node | null)?.tag !== undefined) this.#problem(path, offset, "expected no tags");
    else if ((node as Scalar | null)?.anchor !== undefined)
      this.#problem(path, offset, "expected no anchors: write out what is meant");
  }

  #problem(path: string, offset: number, message: string): void {
    this.problems.push({ path, line: this.#lines.of(offset), message });
  }
}

function startOf(node: unknown, otherwise: number): number {
  return (node as Node | null)?.range?.[0] ?? otherwise;
}

function sourceOf(node: Scalar): string {
  return node.source ?? String(node.value ?? "");
}

function isPlain(node: unknown): boolean {
  return isScalar(node) && (node.type === undefined || node.type === Scalar.PLAIN);
}

/** Columns that a map or a list may take on one line. */
const inlineWidth = 100;

/** Prints a document for people to edit: read again, it is the same. Ends with a line feed. */
export function writeManifestFile(document: Readonly<Record<string, unknown>>): string {
  const printed = new Document(document, { version: "1.2", aliasDuplicateObjects: false });
  visit(printed, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
    Collection: (_, node, path) => {
      node.flow = isInline(node.toJSON(), path.filter(isMap).length);
    },
  });
  return printed.toString({ indent: 2, lineWidth: 0, minContentWidth: 0, flowCollectionPadding: true });
}

/** What some YAML reader takes for a number, a date, a boolean, nothing or a merge key; and what has more than one line. */
function needsQuotes(text: string): boolean {
  return (
    /^(?:[-+.]?[0-9]|[-+]?\.(?:inf|nan)$|(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$)/i.test(text) || !/^[\P{C}]*$/u.test(text)
  );
}

/** A list of scalars, or a map of little below the first level, that fits on a line. */
function isInline(value: unknown, level: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (parts.length === 0) return true;
  if (!Array.isArray(value) && level < 2) return false;
  return (
    parts.every((part) => typeof part !== "object" || isInline(part, level + 1)) && JSON.stringify(value).length <= inlineWidth
  );
}
