/** Finds the lines of problems in one pass: memory depends on the number of problems, not on the size of the document. */
import type { DocumentSink } from "./document-events.ts";

/** The line where a value begins, and its source if it is a number. */
interface Position {
  readonly line: number;
  readonly source: string | null;
}

interface Node {
  place: Position | null;
  readonly inner: Map<string, Node>;
}

/** An open map or list; null: it contains no wanted position. */
type Level = { readonly kind: "map"; readonly inner: ReadonlyMap<string, Node> } | ListLevel | null;

interface ListLevel {
  readonly kind: "list";
  readonly inner: ReadonlyMap<number, Node>;
  /** Index of the next entry. */
  index: number;
}

export class PositionFinder implements DocumentSink {
  readonly #root: Node = { place: null, inner: new Map() };
  readonly #levels: Level[] = [];
  #next: Node | null = this.#root;

  /** @param keys path of the value, from the root */
  want(keys: readonly string[]): void {
    let node = this.#root;
    for (const key of keys) {
      const inner: Node = node.inner.get(key) ?? { place: null, inner: new Map() };
      node.inner.set(key, inner);
      node = inner;
    }
  }

  /** The position of the keys, or of the nearest parent that is in the text. */
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

  /** The node of the value that begins here. */
  #found(source: string | null, line: number): Node | null {
    const level = this.#levels.at(-1);
    const node = level?.kind === "list" ? (level.inner.get(level.index++) ?? null) : this.#next;
    this.#next = null;
    if (node) node.place = { line, source };
    return node;
  }
}

/** Avoids a string for each index: a list can have hundreds of thousands of entries. */
function byIndex(inner: ReadonlyMap<string, Node>): ReadonlyMap<number, Node> {
  const numbered = [...inner].map(([key, node]) => [Number(key), node] as const);
  return new Map(numbered.filter(([index]) => Number.isSafeInteger(index)));
}
