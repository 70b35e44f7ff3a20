import type { Problem } from "drawbridge-rules/values/errors.ts";
import { shortPath, splitPath } from "drawbridge-rules/values/fields.ts";
import type { DocumentSink, Play } from "./document-events.ts";

export interface TextDocument {
  /** Undefined if the text could not be read. Maps have no prototype. */
  readonly document: unknown;
  readonly problems: readonly Problem[];
  /** @param prefix the document's own path in the problems */
  locate(problems: readonly Problem[], prefix?: string): Problem[];
  pointerOf(path: string, isWithin: boolean, prefix?: string): string | undefined;
}

/** @param play replays the events, if there are problems */
export function textDocument(content: unknown, problems: readonly Problem[], play: Play): TextDocument {
  const pointerOf = (path: string, isWithin: boolean, prefix = "") => pointerWithin(content, keysWithin(path, prefix), isWithin);
  const pointed = (problem: Problem, prefix: string): Problem => {
    const pointer = isElsewhere(problem) ? undefined : pointerOf(problem.path, problem.finding === undefined, prefix);
    const path = shortPath(problem.path);
    return pointer === undefined ? { ...problem, path } : { ...problem, path, pointer };
  };
  return {
    document: content,
    problems: problems.map((problem) => pointed(problem, "")),
    pointerOf,
    locate(found, prefix = "") {
      if (found.length === 0) return [];
      const finder = new PositionFinder();
      for (const { path } of found) finder.want(keysWithin(path, prefix) ?? []);
      play(finder);
      return found.map((problem) => pointed(locateOne(problem, prefix, finder), prefix));
    },
  };
}

export function unreadableDocument(problems: readonly Problem[]): TextDocument {
  return textDocument(undefined, problems, () => undefined);
}

function isElsewhere({ pointer, parameter, header }: Problem): boolean {
  return [pointer, parameter, header].some((place) => place !== undefined);
}

/** A missing member is covered by its parent. @param isWithin false means the path may lie outside */
function pointerWithin(document: unknown, keys: readonly string[] | null, isWithin: boolean): string | undefined {
  if (keys === null) return undefined;
  const depth = depthReached(document, keys);
  if (!isWithin && depth === 0 && keys.length > 0) return undefined;
  return pointerTo(keys.slice(0, isWithin ? depth + 1 : depth));
}

/** Longer texts are not an unquoted version or time. */
const longestQuoted = 64;

function locateOne(problem: Problem, prefix: string, finder: PositionFinder): Problem {
  const keys = keysWithin(problem.path, prefix);
  if (keys === null || problem.line !== undefined || isElsewhere(problem)) return problem;
  const { place, depth } = finder.nearest(keys);
  // A finding about something outside the text has no line.
  if (!place || (depth === 0 && keys.length > 0 && problem.finding !== undefined)) return problem;
  const { line, source } = place;
  const isQuoted = problem.quote && depth === keys.length && source !== null && source.length <= longestQuoted;
  return { ...problem, line, message: isQuoted ? `${problem.message} — write ${JSON.stringify(source)}` : problem.message };
}

function keysWithin(path: string, prefix: string): readonly string[] | null {
  if (prefix === "" || path === prefix) return splitPath(path.slice(prefix.length));
  return path.startsWith(`${prefix}.`) ? splitPath(path.slice(prefix.length + 1)) : null;
}

type Position = { readonly line: number; readonly source: string | null };

interface Node {
  place: Position | null;
  readonly inner: Map<string, Node>;
}

/** An open map or list that has a wanted position; `index` is that of the next entry. */
type Level =
  | { readonly kind: "map"; readonly inner: ReadonlyMap<string, Node> }
  | { readonly kind: "list"; readonly inner: ReadonlyMap<number, Node>; index: number };

class PositionFinder implements DocumentSink {
  readonly #root: Node = { place: null, inner: new Map() };
  readonly #levels: (Level | null)[] = [];
  #next: Node | null = this.#root;

  want(keys: readonly string[]): void {
    let node = this.#root;
    for (const key of keys) {
      const inner: Node = node.inner.get(key) ?? { place: null, inner: new Map() };
      node.inner.set(key, inner);
      node = inner;
    }
  }

  nearest(keys: readonly string[]): { readonly place: Position | null; readonly depth: number } {
    let node = this.#root;
    for (const [depth, key] of keys.entries()) {
      const inner = node.inner.get(key);
      if (!inner?.place) return { place: node.place, depth };
      node = inner;
    }
    return { place: node.place, depth: keys.length };
  }

  open(kind: "map" | "list", line: number): void {
    const inner = this.#found(null, line)?.inner;
    if (!inner || inner.size === 0) this.#levels.push(null);
    else if (kind === "map") this.#levels.push({ kind, inner });
    else this.#levels.push({ kind, inner: byIndex(inner), index: 0 });
  }

  close(): void {
    this.#levels.pop();
  }

  key(key: string): void {
    const level = this.#levels.at(-1);
    this.#next = level?.kind === "map" ? (level.inner.get(key) ?? null) : null;
  }

  scalar(_value: unknown, source: string | null, line: number): void {
    this.#found(source, line);
  }

  problem(): void {}

  #found(source: string | null, line: number): Node | null {
    const level = this.#levels.at(-1);
    const node = level?.kind === "list" ? (level.inner.get(level.index++) ?? null) : this.#next;
    this.#next = null;
    if (node) node.place = { line, source };
    return node;
  }
}

/** A list can have 100,000 entries and more. */
function byIndex(inner: ReadonlyMap<string, Node>): ReadonlyMap<number, Node> {
  const numbered = [...inner].map(([key, node]) => [Number(key), node] as const);
  return new Map(numbered.filter(([index]) => Number.isSafeInteger(index)));
}

const longestPointer = 1_000;

/** RFC 6901 §6: `#/a~1b/0`; the nearest parent that fits stands for a pointer that is too long. */
export function pointerTo(keys: readonly string[]): string {
  let pointer = "#";
  for (const key of keys) {
    const next = `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1").toWellFormed())}`;
    if (next.length > longestPointer) return pointer;
    pointer = next;
  }
  return pointer;
}

function depthReached(document: unknown, keys: readonly string[]): number {
  let value = document;
  for (const [depth, key] of keys.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return depth;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return keys.length;
}
