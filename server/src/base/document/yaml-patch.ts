import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, Scalar } from "yaml";
import { blockText, inlineText, keyText, scalarText, styleOf, type YamlStyle } from "./yaml-style.ts";

export interface ValueEdit {
  readonly path: readonly (string | number)[];
  /** Undefined means deleted. */
  readonly value: unknown;
  /** Before the entry at the index. */
  readonly isInserted?: boolean;
  readonly order?: readonly string[];
}

type Item = Pair<Node, Node | null> | Node;

/** @throws RangeError: the text has another shape there */
export function patchYaml(text: string, { path, value, isInserted = false, order = [] }: ValueEdit): string {
  const root = parseDocument(text).contents as Node;
  const place = new Place(text, styleOf(text), root);
  for (const [depth, name] of path.slice(0, -1).entries()) {
    if (place.enter(name)) continue;
    if (value === undefined || !place.isEmpty(name)) throw new RangeError(`nothing at ${path.slice(0, depth + 1).join(".")}`);
    return place.replaced(
      name,
      path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value),
    );
  }
  const name = path.at(-1) ?? "";
  if (value === undefined) return place.without(name);
  if (isInserted || !place.has(name)) return place.with(name, value, order);
  return place.replaced(name, value);
}

class Place {
  readonly #text: string;
  readonly #style: YamlStyle;
  #node: Node;

  constructor(text: string, style: YamlStyle, node: Node) {
    this.#text = text;
    this.#style = style;
    this.#node = node;
  }

  /** False means there is no collection of that name. */
  enter(name: string | number): boolean {
    const item = this.#items[this.#indexOf(name)];
    const inner = item && nodeOf(item);
    if (!inner || !(isMap(inner) || isSeq(inner))) return false;
    this.#node = inner;
    return true;
  }

  has(name: string | number): boolean {
    return this.#items[this.#indexOf(name)] !== undefined;
  }

  /** True for a key without a value, such as `ios:`. */
  isEmpty(name: string | number): boolean {
    const item = this.#items[this.#indexOf(name)];
    return item !== undefined && isEmpty(nodeOf(item));
  }

  replaced(name: string | number, value: unknown): string {
    const item = this.#items[this.#indexOf(name)] as Item;
    const old = nodeOf(item);
    const start = this.#startOf(item);
    if (old === null || isEmpty(old)) {
      const indent = this.#indentAt(start);
      const shown = this.#isFlow ? ` ${inlineText(value, true, this.#style)}` : blockText(value, indent, true, this.#style);
      const end = shown.startsWith("\n") ? commentsEnd(this.#text, endOf(this.#text, item), indent) : endOf(this.#text, item);
      return this.#splice(end, end, shown);
    }
    const [from, to] = [old.range?.[0] ?? 0, endOf(this.#text, old)];
    const isBlockText = isScalar(old) && (old.type === Scalar.BLOCK_LITERAL || old.type === Scalar.BLOCK_FOLDED);
    if (isBlockText && typeof value === "string") return this.#splice(from, to, this.#literal(old, value, start));
    if (isScalar(old) && typeof value !== "object")
      return this.#splice(from, to, scalarText(value, old.type !== Scalar.PLAIN, this.#styleOf(old)));
    if (this.#isFlow || isScalar(old) || isFlow(old))
      return this.#splice(from, to, inlineText(value, hasQuotes(old), this.#style));
    // A block collection begins on the line below its key.
    return this.#splice(
      endOf(this.#text, (item as Pair<Node>).key) + 1,
      to,
      blockText(value, this.#indentAt(start), true, this.#style),
    );
  }

  #styleOf({ type }: Scalar): YamlStyle {
    return type === Scalar.QUOTE_SINGLE || type === Scalar.QUOTE_DOUBLE
      ? { ...this.#style, quote: type === Scalar.QUOTE_SINGLE ? "'" : '"' }
      : this.#style;
  }

  #literal({ type, range }: Scalar, value: string, start: number): string {
    const old = this.#text.slice(range?.[0], range?.[1]);
    const [, indent = `${this.#indentAt(start)}  `] = /\n( +)\S/.exec(old) ?? [];
    const body = value.replace(/\n$/, "");
    const header = type === Scalar.BLOCK_FOLDED && !body.includes("\n") ? ">" : "|";
    const lines = body.split("\n").map((line) => (line === "" ? "" : indent + line));
    return `${header}${value.endsWith("\n") ? "" : "-"}\n${lines.join("\n")}`;
  }

  with(name: string | number, value: unknown, order: readonly string[]): string {
    const items = this.#items;
    const at = typeof name === "number" ? Math.min(name, items.length) : this.#placeFor(name, order);
    const [before, after] = [items[at - 1], items[at]];
    const beside = before ?? after;
    const isQuoted = items.length === 0 || items.some((each) => isQuotedText(nodeOf(each)));
    if (this.#isFlow || beside === undefined) {
      const inline = `${typeof name === "number" ? "" : `${keyText(name)}: `}${inlineText(value, isQuoted, this.#style)}`;
      return this.#withInline(inline, before, after);
    }
    const indent = this.#indentAt(this.#startOf(beside));
    // Entries in braces on one line stay alike.
    const isInline = items.some((each) => isFlow(nodeOf(each))) && !items.some((each) => isBlock(nodeOf(each)));
    const shown =
      isInline || typeof name === "number"
        ? ` ${inlineText(value, isQuoted, this.#style)}`
        : blockText(value, indent, isQuoted, this.#style);
    const line = `${indent}${typeof name === "number" ? "-" : `${keyText(name)}:`}${shown}`;
    const end = before ? lineEnd(this.#text, endOf(this.#text, before)) : null;
    if (end !== null) return this.#splice(end, end, `\n${line}`);
    const first = lineStart(this.#text, this.#startOf(beside));
    return this.#splice(first, first, `${line}\n`);
  }

  /** Behind a comma, on the line of its neighbor or on one of its own as its neighbor. */
  #withInline(inline: string, before: Item | undefined, after: Item | undefined): string {
    const text = this.#text;
    if (!before && !after) {
      const [from = 0, to = 0] = this.#node.range ?? [];
      const pad = isMap(this.#node) ? this.#style.mapPadding : this.#style.listPadding;
      return this.#splice(from, to, isMap(this.#node) ? `{${pad}${inline}${pad}}` : `[${pad}${inline}${pad}]`);
    }
    const start = this.#startOf((before ?? after) as Item);
    const isOwnLine = text.slice(lineStart(text, start), start).trim() === "";
    if (!before) return this.#splice(start, start, isOwnLine ? `${inline},\n${this.#indentAt(start)}` : `${inline}, `);
    const end = endOf(text, before);
    const [comma = ""] = /^\s*,/.exec(text.slice(end)) ?? [];
    if (!isOwnLine) return this.#splice(end, end, `, ${inline}`);
    const indent = this.#indentAt(start);
    if (comma === "")
      return `${text.slice(0, end)},${text.slice(end, lineEnd(text, end))}\n${indent}${inline}${text.slice(lineEnd(text, end))}`;
    const to = lineEnd(text, end + comma.length);
    return this.#splice(to, to, `\n${indent}${inline},`);
  }

  without(name: string | number): string {
    const text = this.#text;
    const items = this.#items;
    const at = this.#indexOf(name);
    const item = items[at];
    if (!item) return text;
    const [start, end] = [this.#startOf(item), endOf(text, item)];
    if (items.length === 1) {
      const [from = 0] = this.#node.range ?? [];
      const empty = isMap(this.#node) ? "{}" : "[]";
      if (this.#isFlow) return this.#splice(from, this.#node.range?.[1] ?? from, empty);
      const colon = text.slice(0, from).search(/:[^\S\n]*(?:#[^\n]*)?\n(?:\s*(?:#[^\n]*)?\n)*[^\S\n]*$/);
      return `${text.slice(0, colon + 1)} ${empty}${text.slice(end)}`;
    }
    const first = lineStart(text, start);
    const isOwnLine = text.slice(first, start).trim() === "";
    if (!this.#isFlow || isOwnLine) {
      const [from, to] = [ownComments(text, first, this.#indentAt(start)), Math.min(lineEnd(text, end) + 1, text.length)];
      const isLast = this.#isFlow && at === items.length - 1 && !/^\s*,/.test(text.slice(end));
      const comma = isLast ? endOf(text, items[at - 1] as Item) : from;
      return text.slice(0, comma) + text.slice(comma, from).replace(/^\s*,/, "") + text.slice(to);
    }
    const next = items[at + 1];
    if (next) return this.#splice(start, this.#startOf(next), "");
    return this.#splice(endOf(text, items[at - 1] as Item), end, "");
  }

  get #items(): readonly Item[] {
    return isMap(this.#node) || isSeq(this.#node) ? (this.#node.items as Item[]) : [];
  }

  get #isFlow(): boolean {
    return isFlow(this.#node);
  }

  #indexOf(name: string | number): number {
    if (typeof name === "number") return name;
    return this.#items.findIndex((item) => "key" in item && isScalar(item.key) && String(item.key.value) === name);
  }

  #placeFor(name: string, order: readonly string[]): number {
    const earlier = new Set(order.slice(0, order.indexOf(name)));
    const before = this.#items.findLastIndex(
      (item) => "key" in item && isScalar(item.key) && earlier.has(String(item.key.value)),
    );
    return before < 0 && order.length === 0 ? this.#items.length : before + 1;
  }

  /** Start of the key, or of a list's dash. */
  #startOf(item: Item): number {
    const node = "key" in item ? item.key : item;
    const start = node.range?.[0] ?? 0;
    return isSeq(this.#node) && !this.#isFlow ? this.#text.lastIndexOf("-", start - 1) : start;
  }

  #indentAt(position: number): string {
    return " ".repeat(position - lineStart(this.#text, position));
  }

  #splice(from: number, to: number, text: string): string {
    return this.#text.slice(0, from) + text + this.#text.slice(to);
  }
}

function nodeOf(item: Item): Node | null {
  return "key" in item ? item.value : item;
}

function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.range?.[0] === node.range?.[1]);
}

function isFlow(node: Node | null): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

function isBlock(node: Node | null): boolean {
  return isMap(node) && node.flow !== true && node.items.length > 0;
}

function hasQuotes(node: Node): boolean {
  const entries = isMap(node) || isSeq(node) ? (node.items as Item[]) : [];
  return entries.length === 0 || entries.some((item) => isQuotedText(nodeOf(item)));
}

function isQuotedText(node: Node | null): boolean {
  return isScalar(node) && typeof node.value === "string" && node.type !== Scalar.PLAIN;
}

/** End of the last character that is neither space nor comment. */
function endOf(text: string, item: Item): number {
  const node = "key" in item ? (item.value ?? item.key) : item;
  if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) return endOf(text, node.items.at(-1) as Item);
  if (isScalar(node) && "key" in item && node.range?.[0] === node.range?.[1]) return text.indexOf(":", item.key.range?.[1]) + 1;
  let end = node.range?.[1] ?? 0;
  while (/\s/.test(text[end - 1] ?? "")) end--;
  return end;
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf("\n", position - 1) + 1;
}

function lineEnd(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  return end < 0 ? text.length : end;
}

/** End of the comments on the key's line, and on the lines below that are indented further. */
function commentsEnd(text: string, position: number, indent: string): number {
  const end = lineEnd(text, position);
  return end + (new RegExp(`^(?:\\n${indent}[^\\S\\n]+#[^\\n]*)*`).exec(text.slice(end))?.[0].length ?? 0);
}

/** Start of the comment lines directly above, as far indented as the entry. */
function ownComments(text: string, first: number, indent: string): number {
  const above = lineStart(text, Math.max(first - 1, 0));
  if (first === 0 || !text.startsWith(`${indent}#`, above)) return first;
  return ownComments(text, above, indent);
}
