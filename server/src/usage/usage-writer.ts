/**
 * Writes what was counted, about once a minute and at a stop, a little at a time: a crash loses the last minute of it. Reads never
 * wait for it, and whoever asks is told what is in memory.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { LastUsed } from "../store/last-used.ts";
import type { Row, Store } from "../store/store.ts";
import { hourOf, toldHours } from "./hour-ring.ts";
import { keyName, type ReadUsage, type TakenUsage } from "./read-usage.ts";

/** Milliseconds. */
export const writeEvery = 60_000;
/** Kinds of requests in one transaction, which holds up everything else of the process for as long as it takes. */
const atOnce = 500;

export interface UsageWriterWorkings {
  readonly usage: ReadUsage;
  readonly store: Pick<Store, "usage" | "lastUsed">;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

export class UsageWriter {
  readonly #usage: ReadUsage;
  readonly #store: Pick<Store, "usage" | "lastUsed">;
  readonly #now: () => number;
  readonly #log: Log;
  /** Times that it could not be written, since the process began. */
  failures = 0;
  /** Epoch ms, of the last time; null: not yet. */
  writtenAt: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor({ usage, store, now, log }: UsageWriterWorkings) {
    this.#usage = usage;
    this.#store = store;
    this.#now = now;
    this.#log = log;
  }

  /** Takes in what was written before, of the keys that there are, and begins to write. @throws unavailable */
  async start(rows: Iterable<Pick<Row, "project" | "kind" | "id">>): Promise<void> {
    const keys = new Set<string>();
    for (const { project, kind, id } of rows) if (kind === "read_key") keys.add(keyName(project, id));
    const counts = await this.#store.usage.counts();
    this.#usage.load(counts, (project, key) => keys.has(keyName(project, key)), this.#now());
    this.#timer = setInterval(() => void this.flush(), writeEvery).unref();
  }

  /** Writes the rest. Call before the store is closed. Before the start there is nothing to write. */
  async stop(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  /** Resolves when all of it is written, or cannot be now. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const now = this.#now();
    const taken = this.#usage.take();
    const gone = this.#usage.takeGone();
    this.#usage.forgetOld(now);
    try {
      await this.#store.lastUsed.note(new Map(gone.map(({ project, key }) => [keyName(project, key), null])));
      await this.#store.usage.write({ counts: [], gone, from: hourOf(now) - toldHours + 1 });
    } catch (error) {
      this.#usage.putBackGone(gone);
      this.#usage.putBack(taken);
      return this.#failed(error);
    }
    while (taken.length > 0) {
      const some = taken.splice(0, atOnce);
      try {
        await this.#writeSome(some);
      } catch (error) {
        this.#usage.putBack([...some, ...taken]);
        return this.#failed(error);
      }
      await nextTurn();
    }
    this.writtenAt = now;
  }

  async #writeSome(taken: readonly TakenUsage[]): Promise<void> {
    await this.#store.lastUsed.note(lastUses(taken));
    await this.#store.usage.write({ counts: taken.flatMap(({ counts }) => counts) });
  }

  /** The store says so itself to whoever changes something: that it is away is not worth an entry a minute. */
  #failed(error: unknown): void {
    this.failures++;
    if (error instanceof DrawbridgeError && error.code === "unavailable") return;
    this.#log.error({ err: error }, "the usage of read keys could not be written");
  }
}

/** Of the keys that were let in. */
function lastUses(taken: readonly TakenUsage[]): Parameters<LastUsed["note"]>[0] {
  const uses = new Map<string, number>();
  for (const { tally } of taken) {
    const { project, key, outcome, version } = tally.counted;
    if (outcome === "let_in" && version === "" && tally.last !== null) uses.set(keyName(project, key), tally.last);
  }
  return uses;
}
