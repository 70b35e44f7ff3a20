/** Lines of the few places that something is wrong with, in one pass: memory goes by the problems, never by the document. */
import type { DocumentSink } from "./document-events.ts";

/** Where a part of the text begins, and how a number was written. */
export interface Place {
  readonly line: number;
  readonly source: string | null;
}

interface Node {
  place: Place | null;
  readonly inner: Map<string, Node>;
}

interface Level {
  /** Null: nothing below is wanted. */
  readonly node: Node | null;
  /** Of the next entry of a list; null: it is a map. */
  index: number | null;
}

export class PlaceFinder implements DocumentSink {
  readonly #root: Node = { place: null, inner: new Map() };
  readonly #levels: Level[] = [];
  #next: Node | null = this.#root;

  /** @param keys of a place, from the document on */
  want(keys: readonly string[]): void {
    let node = this.#root;
    for (const key of keys) {
      const inner: Node = node.inner.get(key) ?? { place: null, inner: new Map() };
      node.inner.set(key, inner);
      node = inner;
    }
  }

  /** The place of the keys, or of the nearest above that is in the text. */
  nearest(keys: readonly string[]): { readonly place: Place | null; readonly depth: number } {
    let node = this.#root;
    for (const [depth, key] of keys.entries()) {
      const inner = node.inner.get(key);
      if (!inner?.place) return { place: node.place, depth };
      node = inner;
    }
    return { place: node.place, depth: keys.length };
  }

  open(kind: "map" | "list", line: number): void {
    const node = this.#found(null, line);
    this.#levels.push({ node: node !== null && node.inner.size > 0 ? node : null, index: kind === "list" ? 0 : null });
  }

  close(): void {
    this.#levels.pop();
  }

  key(key: string): void {
    this.#next = this.#levels.at(-1)?.node?.inner.get(key) ?? null;
  }

  scalar(_value: unknown, source: string | null, line: number): void {
    this.#found(source, line);
  }

  problem(): void {}

  /** The node of the value that begins here. */
  #found(source: string | null, line: number): Node | null {
    const level = this.#levels.at(-1);
    let node = this.#next;
    this.#next = null;
    if (level && level.index !== null) {
      node = level.node?.inner.get(String(level.index)) ?? null;
      level.index++;
    }
    if (node) node.place = { line, source };
    return node;
  }
}
