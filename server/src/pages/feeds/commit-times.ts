/** Commit times of revisions. The log never changes, so each is looked up once. */
import { LRUCache } from "lru-cache";
import type { Store } from "../../store/store.ts";

const remembered = 20_000;

export class CommitTimes {
  readonly #store: Pick<Store, "history">;
  readonly #times = new LRUCache<string, number>({ max: remembered });

  constructor(store: Pick<Store, "history">) {
    this.#store = store;
  }

  /** Epoch ms by revision; each must have changed the project. @throws unavailable */
  async of(project: string, revisions: Iterable<number>): Promise<Map<number, number>> {
    const times = new Map<number, number>();
    for (const revision of new Set(revisions)) times.set(revision, await this.#timeOf(project, revision));
    return times;
  }

  async #timeOf(project: string, revision: number): Promise<number> {
    const name = `${project} ${revision}`;
    const known = this.#times.get(name);
    if (known !== undefined) return known;
    const [commit] = await this.#store.history(project, { before: revision + 1, limit: 1 });
    const at = commit?.at ?? 0;
    this.#times.set(name, at);
    return at;
  }
}
