/** The library's memory and time depend on the number of tokens. */
import * as yaml from "yaml";
import { type DocumentSink, Fault, type Play, SyntaxFault, tooDeep } from "./document-events.ts";

/** Lines and columns begin at 1. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  of(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** In UTF-16 units. */
  columnOf(offset: number): number {
    return offset - (this.#starts[this.of(offset) - 1] ?? 0) + 1;
  }
}

/** Some 150 bytes each in a thread of 120 MiB. Large manifests have 950 000. */
const maxTokens = 1_000_000;
/** Tokens that cost as much as several: anything between two commas can be missing, which is an error of its own. */
const weights: Readonly<Record<string, number>> = { "[": 8, "{": 8, ",": 6, "\n": 2, "\r\n": 2 };
/** Each backslash in double quotes can be an error of its own. */
const escapeWeight = 4;
/** Characters: no text of a document is that long, and blocks are split into their lines. */
const longestToken = 64 * 1024;
const mostOdd = 100;
/** Above the documents' own limit, which reports the line, and far below a stack overflow. */
const mostOpen = 256;
const longestMessage = 200;

export function parseYaml(text: string, lines: Lines): unknown {
  const tokens = new Tokens(text, lines);
  // Our own code checks for duplicate keys: the library takes quadratic time for it.
  const composer = new yaml.Composer({ version: "1.2", schema: "core", uniqueKeys: false, prettyErrors: false });
  const [document, other] = [...composer.compose(tokens.all(), true, text.length)] as yaml.Document.Parsed[];
  const errors = document?.errors ?? [];
  tokens.more += Math.max(0, errors.length - mostOdd);
  const problems = errors.slice(0, mostOdd).map(({ pos, message }) => ({
    path: "",
    line: lines.of(pos[0]),
    column: lines.columnOf(pos[0]),
    message: (message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message) + spaceHint(text, pos[0]),
  }));
  if (other) {
    const [line, column] = [lines.of(other.range[0]), lines.columnOf(other.range[0])];
    problems.push({ path: "", line, column, message: "expected a single document: the second --- starts another one" });
  }
  if (document?.directives?.yaml.explicit && document.directives.yaml.version !== "1.2") {
    problems.unshift({ path: "", line: 1, column: 1, message: "expected YAML 1.2: remove the %YAML directive" });
  }
  if (problems.length > 0) throw new SyntaxFault(problems, tokens.more);
  return document?.contents ?? null;
}

const hintReach = 200;

/** Such a space looks like one that YAML accepts. */
function spaceHint(text: string, at: number): string {
  const before =
    text
      .slice(Math.max(0, at - hintReach), at)
      .split("\n")
      .at(-1) ?? "";
  const after = text.slice(at, at + hintReach).split("\n", 1)[0] ?? "";
  const space = /[^\S \t\r\n\ufeff]/u.exec(before + after)?.[0];
  return space === undefined ? "" : `; the line has ${characterName(space)}, which is not a space in YAML: replace it`;
}

function characterName(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return character === "\u00a0" ? `${code} (no-break space)` : code;
}

/** Both tokens and nodes of a block would be in memory at the same time. */
function givenAway(token: yaml.CST.Token): yaml.CST.Token {
  if (token.type === "document" && token.value) givenAway(token.value);
  if (token.type !== "block-map" && token.type !== "block-seq") return token;
  const items: (yaml.CST.BlockMap | yaml.CST.BlockSequence)["items"][number][] = token.items;
  const each = function* () {
    for (const [index, item] of items.entries()) {
      if (item.value) givenAway(item.value);
      yield item;
      items[index] = gone;
    }
  };
  return Object.assign(token, { items: { [Symbol.iterator]: each } });
}

function weightOf(lexeme: string): number {
  if (!lexeme.startsWith('"')) return weights[lexeme] ?? 1;
  let escapes = 0;
  for (let at = lexeme.indexOf("\\"); at >= 0; at = lexeme.indexOf("\\", at + 1)) escapes++;
  return 1 + escapeWeight * escapes;
}

const gone: yaml.CST.BlockSequence["items"][number] = { start: [] };

class Tokens {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #parser = new yaml.Parser();
  readonly #seen: Record<string, number> = {};
  more = 0;

  constructor(text: string, lines: Lines) {
    this.#text = text;
    this.#lines = lines;
  }

  *all(): Generator<yaml.CST.Token> {
    let count = 0;
    for (const lexeme of new yaml.Lexer().lex(this.#text)) {
      if (lexeme.length > longestToken) throw this.#fault(`expected texts of at most ${longestToken} characters`);
      for (const token of this.#parser.next(lexeme)) {
        if (this.#isWanted(token)) yield givenAway(token);
      }
      // A third document ends the second, which is already one too many.
      if ((this.#seen.document ?? 0) > 2) return;
      if (this.#parser.stack.length > mostOpen) throw this.#fault(tooDeep);
      count += weightOf(lexeme);
      if (count > maxTokens)
        throw this.#fault("is too much for one YAML document: send it as JSON, or split it into several projects");
    }
    for (const token of this.#parser.end()) yield givenAway(token);
  }

  #isWanted({ type }: yaml.CST.Token): boolean {
    const count = (this.#seen[type] ?? 0) + 1;
    this.#seen[type] = count;
    if ((type !== "error" && type !== "directive") || count <= mostOdd) return true;
    this.more++;
    return false;
  }

  #fault(message: string): Fault {
    return new Fault(message, this.#lines.of(this.#parser.offset));
  }
}

/** Refuses tags, anchors, aliases, merge keys, other documents and keys that are no text. @throws Fault, SyntaxFault */
export function playYaml(text: string): Play {
  const lines = new Lines(text);
  const contents = parseYaml(text, lines);
  return (sink) => new Walk(lines, sink).value(contents, startOf(contents, 0));
}

class Walk {
  readonly #lines: Lines;
  readonly #sink: DocumentSink;

  constructor(lines: Lines, sink: DocumentSink) {
    this.#lines = lines;
    this.#sink = sink;
  }

  value(node: unknown, offset: number): void {
    this.#refuseFeatures(node, offset);
    const line = this.#lines.of(offset);
    if (yaml.isScalar(node)) this.#scalar(node, line);
    else if (yaml.isMap(node)) this.#map(node as yaml.YAMLMap<unknown, unknown>, offset, line);
    else if (yaml.isSeq(node)) {
      this.#sink.open("list", line);
      for (const item of node.items) this.value(item, startOf(item, offset));
      this.#sink.close();
    } else this.#sink.scalar(null, null, line);
  }

  #scalar(node: yaml.Scalar, line: number): void {
    const value = node.value as string | number | boolean | null;
    this.#sink.scalar(value, typeof value === "number" ? sourceOf(node) : null, line);
  }

  #map(node: yaml.YAMLMap<unknown, unknown>, place: number, line: number): void {
    this.#sink.open("map", line);
    for (const pair of node.items) {
      const offset = startOf(pair.key, place);
      const key = this.#key(pair, offset);
      if (key === null) continue;
      this.#sink.key(key, this.#lines.of(offset));
      this.value(pair.value, offset);
    }
    this.#sink.close();
  }

  /** Keys are taken literally, even if they look like numbers. */
  #key({ key }: yaml.Pair<unknown, unknown>, offset: number): string | null {
    this.#refuseFeatures(key, offset);
    const text = yaml.isScalar(key) ? sourceOf(key) : null;
    if (text === null || (text === "" && isPlain(key))) {
      this.#problem(offset, "expected text as the key");
      return null;
    }
    const space = isPlain(key) ? /^\s|\s$/u.exec(text)?.[0] : undefined;
    if (space !== undefined) {
      this.#problem(offset, `begins or ends with ${characterName(space)}, which is not a space in YAML: replace it`, text.trim());
      return null;
    }
    if (text === "<<" && isPlain(key)) {
      this.#problem(offset, "merge keys are not supported: write the values out", text);
      return null;
    }
    return text;
  }

  #refuseFeatures(node: unknown, offset: number): void {
    if (yaml.isAlias(node)) this.#problem(offset, "aliases are not supported: write the values out");
    else if ((node as yaml.Node | null)?.tag !== undefined) this.#problem(offset, "tags are not supported: remove the tag");
    else if ((node as yaml.Scalar | null)?.anchor !== undefined)
      this.#problem(offset, "anchors are not supported: write the values out");
  }

  #problem(offset: number, message: string, key?: string): void {
    this.#sink.problem(message, this.#lines.of(offset), key);
  }
}

function startOf(node: unknown, otherwise: number): number {
  return (node as yaml.Node | null)?.range?.[0] ?? otherwise;
}

function sourceOf(node: yaml.Scalar): string {
  return node.source ?? String(node.value ?? "");
}

function isPlain(node: unknown): boolean {
  return yaml.isScalar(node) && (node.type === undefined || node.type === yaml.Scalar.PLAIN);
}
