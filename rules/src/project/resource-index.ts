/** Built once for the shared part of maps; changes on top are scanned. */

import { remembered } from "../values/remembered.ts";
import { compareTexts } from "../values/text-order.ts";
import type { Revisioned } from "./project-state.ts";
import type { ResourceMap } from "./resource-map.ts";

type IdsByTerm = ReadonlyMap<string, readonly string[]>;
type Entries<V> = ReadonlyMap<string, Revisioned<V> | undefined>;

export class ResourceIndex<V> {
  readonly #termsOf: (value: V) => readonly string[];
  readonly #built = new WeakMap<Entries<V>, IdsByTerm>();

  /** @param termsOf unique terms */
  constructor(termsOf: (value: V) => readonly string[]) {
    this.#termsOf = termsOf;
  }

  /** In order. Costs only the entries consumed. */
  *find(map: ResourceMap<Revisioned<V>>, term: string): Generator<string, undefined> {
    const { shared, changed } = map;
    const own = (this.#idsByTerm(changed).get(term) ?? []).toSorted(compareTexts);
    let next = 0;
    for (const id of this.#idsByTerm(shared).get(term) ?? []) {
      for (; next < own.length && compareTexts(own[next] as string, id) < 0; next++) yield own[next] as string;
      if (!changed.has(id)) yield id;
    }
    yield* own.slice(next);
  }

  #idsByTerm(entries: Entries<V>): IdsByTerm {
    return remembered(this.#built, entries, () => {
      const ids = new Map<string, string[]>();
      for (const [id, held] of entries)
        for (const term of held ? this.#termsOf(held.value) : []) remembered(ids, term, () => []).push(id);
      return ids;
    });
  }
}
