import { checkName } from "../commit-rules.ts";
import type { LastUsed } from "../last-used.ts";

export class MemoryLastUsed implements LastUsed {
  readonly #mustBeOpen: () => void;
  readonly #at = new Map<string, number>();

  /** @param mustBeOpen throws where the store is closed */
  constructor(mustBeOpen: () => void) {
    this.#mustBeOpen = mustBeOpen;
  }

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    this.#mustBeOpen();
    return new Map(ids.flatMap((id) => (this.#at.has(id) ? [[id, this.#at.get(id) ?? 0]] : [])));
  }

  async note(uses: ReadonlyMap<string, number | null>): Promise<void> {
    this.#mustBeOpen();
    for (const id of uses.keys()) checkName(id);
    for (const [id, at] of uses) {
      if (at === null) this.#at.delete(id);
      else this.#at.set(id, Math.max(at, this.#at.get(id) ?? at));
    }
  }
}
