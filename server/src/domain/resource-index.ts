/**
 * Finds resources by what they hold. Built once for what maps share; what is different from that is looked through. So an
 * edit costs what it changes, and a copy of a map finds what its original has found already.
 */

import type { Held } from "./project-state.ts";
import type { ResourceMap } from "./resource-map.ts";
import { compareTexts } from "./text-order.ts";

type IdsByTerm = ReadonlyMap<string, readonly string[]>;
type Entries<V> = ReadonlyMap<string, Held<V> | undefined>;

export class ResourceIndex<V> {
  readonly #termsOf: (value: V) => readonly string[];
  /** By what is shared, and by what is different from that. */
  readonly #built = new WeakMap<Entries<V>, IdsByTerm>();

  /** @param termsOf by which a value is found, each once */
  constructor(termsOf: (value: V) => readonly string[]) {
    this.#termsOf = termsOf;
  }

  /** Ids of the values that have the term, in order. Costs those that are taken. */
  *find(map: ResourceMap<Held<V>>, term: string): Generator<string, undefined> {
    const { shared, changed } = map;
    const own = (this.#idsByTerm(changed).get(term) ?? []).toSorted(compareTexts);
    let next = 0;
    for (const id of this.#idsByTerm(shared).get(term) ?? []) {
      for (; next < own.length && compareTexts(own[next] as string, id) < 0; next++) yield own[next] as string;
      if (!changed.has(id)) yield id;
    }
    yield* own.slice(next);
  }

  /** Ids of the values that have such a term, in no order. Asks of every term there is. */
  *findWhere({ shared, changed }: ResourceMap<Held<V>>, isWanted: (term: string) => boolean): Generator<string, undefined> {
    for (const [term, ids] of this.#idsByTerm(shared)) if (isWanted(term)) for (const id of ids) if (!changed.has(id)) yield id;
    for (const [term, ids] of this.#idsByTerm(changed)) if (isWanted(term)) yield* ids;
  }

  #idsByTerm(entries: Entries<V>): IdsByTerm {
    const known = this.#built.get(entries);
    if (known) return known;
    const ids = new Map<string, string[]>();
    for (const [id, held] of entries) {
      for (const term of held ? this.#termsOf(held.value) : []) {
        const own = ids.get(term);
        if (own) own.push(id);
        else ids.set(term, [id]);
      }
    }
    this.#built.set(entries, ids);
    return ids;
  }
}
