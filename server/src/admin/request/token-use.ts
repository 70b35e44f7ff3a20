/** Written at most once a minute and at a stop. Answers include unwritten uses. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../../base/log.ts";
import type { LastUsed } from "../../store/sql/sql-usage.ts";
import type { Change } from "../../store/store.ts";

export const lastUsedDelay = 60_000;

export class TokenUse {
  readonly #written: LastUsed;
  readonly #log: Log;
  /** Epoch ms by the token's id, null for a deleted token. */
  readonly #unwritten = new Map<string, number | null>();
  /** Epoch ms: when the first unwritten use came, or the last writing. */
  #since = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(written: LastUsed, log: Log) {
    this.#written = written;
    this.#log = log;
  }

  used(id: string, now: number): void {
    if (this.#unwritten.size === 0) this.#since = now;
    this.#unwritten.set(id, now);
    this.#arm();
    // A timer may have slept with its machine, or waited for a busy process.
    if (Math.abs(now - this.#since) < lastUsedDelay) return;
    this.#since = now;
    void this.flush();
  }

  apply(changes: Iterable<Pick<Change, "kind" | "id" | "value">>): void {
    for (const { kind, id, value } of changes) {
      if (kind !== "token" || value !== null) continue;
      this.#unwritten.set(id, null);
      this.#arm();
    }
  }

  /** Has only tokens that were ever used. @throws unavailable */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map(await this.#written.of(ids));
    for (const id of ids) {
      const at = this.#unwritten.get(id);
      if (typeof at === "number") found.set(id, at);
    }
    return found;
  }

  /** Resolves when all of it is written, or cannot be now. Call before the store is closed. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => void this.flush(), lastUsedDelay).unref();
  }

  async #write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const uses = new Map(this.#unwritten);
    if (uses.size === 0) return;
    try {
      await this.#written.note(uses);
      for (const [id, at] of uses) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id);
    } catch (error) {
      // The store already reports an outage to every writer.
      if (!(error instanceof DrawbridgeError && error.code === "unavailable"))
        this.#log.error({ event: "token_use.write_failed", err: error }, "The last uses of access tokens could not be written");
    }
    if (this.#unwritten.size > 0) this.#arm();
  }
}
