/** Persistent map by id, in order. A changed copy shares everything else with the original. */

import { firstIndex } from "../values/first-index.ts";
import { compareTexts } from "../values/text-order.ts";

/** Changes on top of a base before they are folded into a new one; folding costs n / 64 per change. */
const MAX_CHANGES = 64;

interface Base<V> {
  readonly values: ReadonlyMap<string, V>;
  /** In the order of lists and of every store (`compareTexts`). */
  readonly ids: readonly string[];
}

export class ResourceMap<V> implements ReadonlyMap<string, V> {
  readonly #base: Base<V>;
  /** Undefined means deleted. Unordered. */
  readonly #changed: ReadonlyMap<string, V | undefined>;
  readonly size: number;
  #folded: ResourceMap<V> | null = null;

  private constructor(base: Base<V>, changed: ReadonlyMap<string, V | undefined>, size: number) {
    this.#base = base;
    this.#changed = changed;
    this.size = size;
  }

  static of<V>(entries: Iterable<readonly [string, V]>): ResourceMap<V> {
    const values = new Map(entries);
    return new ResourceMap({ values, ids: [...values.keys()].sort(compareTexts) }, new Map(), values.size);
  }

  /** Undefined deletes. */
  with(changes: Iterable<readonly [string, V | undefined]>): ResourceMap<V> {
    // One fold serves all copies, so that they share everything derived from it.
    if (this.#changed.size >= MAX_CHANGES) return this.#whole().with(changes);
    const changed = new Map(this.#changed);
    let size = this.size;
    for (const [id, value] of changes) {
      const had = changed.has(id) ? changed.get(id) !== undefined : this.#base.values.has(id);
      size += Number(value !== undefined) - Number(had);
      changed.set(id, value);
    }
    const next = new ResourceMap(this.#base, changed, size);
    return changed.size > MAX_CHANGES ? ResourceMap.of(next) : next;
  }

  /** Caches keyed by this object serve this map and its copies. */
  get shared(): ReadonlyMap<string, V> {
    return this.#base.values;
  }

  /** At most 64; undefined means deleted. */
  get changed(): ReadonlyMap<string, V | undefined> {
    return this.#changed;
  }

  #whole(): ResourceMap<V> {
    this.#folded ??= ResourceMap.of(this);
    return this.#folded;
  }

  /** Sorted ids. Costs only the changes if both maps share their values. */
  differingFrom(other: ResourceMap<V>): string[] {
    if (this.#base !== other.#base && this.#folded && this.#folded.#base === other.#base)
      return this.#folded.differingFrom(other);
    if (this.#base !== other.#base && other.#folded && this.#base === other.#folded.#base)
      return other.#folded.differingFrom(this);
    const ids = this.#base === other.#base ? [this.#changed, other.#changed] : [this, other];
    return [...new Set(ids.flatMap((map) => [...map.keys()]))].filter((id) => this.get(id) !== other.get(id)).sort(compareTexts);
  }

  get(id: string): V | undefined {
    return this.#changed.has(id) ? this.#changed.get(id) : this.#base.values.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** In order: costs only the entries consumed. */
  *after(id: string | null): Generator<[string, V], undefined> {
    const { ids, values } = this.#base;
    const changed = [...this.#changed.keys()].filter((other) => id === null || compareTexts(other, id) > 0).sort(compareTexts);
    let next = 0;
    const first = id === null ? 0 : firstIndex(ids.length, (index) => compareTexts(ids[index] as string, id) <= 0);
    for (let at = first; at < ids.length; at++) {
      const own = ids[at] as string;
      for (; next < changed.length && compareTexts(changed[next] as string, own) < 0; next++)
        yield* this.#held(changed[next] as string);
      if (this.#changed.has(own)) continue;
      yield [own, values.get(own) as V];
    }
    for (; next < changed.length; next++) yield* this.#held(changed[next] as string);
  }

  entries(): Generator<[string, V], undefined> {
    return this.after(null);
  }

  [Symbol.iterator](): Generator<[string, V], undefined> {
    return this.after(null);
  }

  *keys(): Generator<string, undefined> {
    for (const [id] of this) yield id;
  }

  *values(): Generator<V, undefined> {
    for (const [, value] of this) yield value;
  }

  forEach(each: (value: V, id: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [id, value] of this) each(value, id, this);
  }

  *#held(id: string): Generator<[string, V], undefined> {
    const value = this.#changed.get(id);
    if (value !== undefined) yield [id, value];
  }
}
