/**
 * Finds resources by what they hold. Built once for what maps share; what is different from that is looked through. So an
 * edit costs what it changes, and a copy of a map finds what its original has found already.
 */
import type { Held } from "./project-state.ts";
import type { ResourceMap } from "./resource-map.ts";

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

  /** Ids of the values that have the term, in order. */
  find(map: ResourceMap<Held<V>>, term: string): readonly string[] {
    return found(map, (entries) => this.#idsByTerm(entries).get(term) ?? []);
  }

  /** Ids of the values that have such a term, in order. Asks of every term there is. */
  findWhere(map: ResourceMap<Held<V>>, isWanted: (term: string) => boolean): readonly string[] {
    return found(map, (entries) => [...this.#idsByTerm(entries)].flatMap(([term, ids]) => (isWanted(term) ? ids : [])));
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

function found<V>(
  { shared, changed }: ResourceMap<Held<V>>,
  idsIn: (entries: Entries<V>) => readonly string[],
): readonly string[] {
  const kept = idsIn(shared).filter((id) => !changed.has(id));
  return [...kept, ...idsIn(changed)].sort(inOrder);
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
