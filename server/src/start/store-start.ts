/**
 * The start of a node: its steps in their order, each of which is done once. If the store is away and the node has a copy of the
 * rows on its disk, it answers from the copy, and the steps that are left are tried until all are done.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { KeptRows } from "../snapshot/node-copy.ts";

export interface StoreStartWorkings {
  /** Opens the store and joins those that share it. */
  readonly open: readonly Step[];
  /** Reads what is needed to answer. */
  readonly load: readonly Step[];
  /** Writes that belong to a start. A store or a disk that takes none keeps no process from serving. */
  readonly write: readonly Step[];
  /** The copy on the disk; null: there is none to answer from. */
  readonly kept: () => KeptRows | null;
  /** Begins to answer from the copy. */
  readonly restore: (kept: KeptRows, problem: unknown) => Promise<void>;
  /** Called each time that the store could not be reached. */
  readonly failed: (problem: unknown) => void;
  readonly log: Pick<Log, "error" | "info">;
}

type Step = () => unknown;

/** The store is away, and there is a copy to answer from. */
export interface Interruption {
  readonly kept: KeptRows;
  readonly problem: unknown;
}

/** Milliseconds for which a store that is being opened, and one that is being read, is waited for. */
const longestOpening = 500;
const longestLoading = 5_000;
/** Milliseconds between two attempts. */
const again = 1_000;
const longestAgain = 60_000;

export class StoreStart {
  readonly #workings: StoreStartWorkings;
  readonly #steps: readonly Step[];
  /** Number of steps after which reads are answered from the store. */
  readonly #loaded: number;
  /** Number of steps that are done. */
  #done = 0;
  #running: Promise<void> | null = null;
  readonly #stopped = new AbortController();

  constructor(workings: StoreStartWorkings) {
    this.#workings = workings;
    const { open, load, write } = workings;
    this.#steps = [...open, ...load, ...write];
    this.#loaded = open.length + load.length;
  }

  /** Waits until the store is open, or it is known to be away and there is a copy. @throws as a step does: there is none */
  opened(): Promise<Interruption | null> {
    return this.#within(this.#workings.open.length, longestOpening);
  }

  /**
   * Resolves when reads can be answered: from the store (null), or from the copy. @param interruption that of `opened`
   * @throws as a step does
   */
  async answering(interruption: Interruption | null): Promise<Interruption | null> {
    const found = interruption ?? (await this.#within(this.#loaded, longestLoading));
    if (found === null) return this.#finish();
    await this.#workings.restore(found.kept, found.problem);
    let { problem } = found;
    // Reads are answered from here on. A store that is only slow is there in a moment, and then nothing was away.
    if (problem === stillAway) problem = await this.#problemWithin(this.#loaded, longestLoading);
    if (problem === null) return this.#finish();
    this.#workings.failed(problem);
    void this.#untilDone();
    return { kept: found.kept, problem };
  }

  /** Begins no further step; resolves when the one under way is over. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running?.catch(() => undefined);
  }

  /** Reads are answered. */
  async #finish(): Promise<null> {
    const problem = await this.#problemWithin(this.#steps.length, longestLoading);
    if (problem === null) return null;
    const fields = { problem: textOf(problem) };
    this.#workings.log.error(fields, "The start could not finish its writes and goes on trying; reads are served");
    void this.#untilDone();
    return null;
  }

  async #within(steps: number, longest: number): Promise<Interruption | null> {
    const problem = await this.#problemWithin(steps, longest);
    if (problem === null) return null;
    const kept = this.#workings.kept();
    if (kept !== null) return { kept, problem };
    if (problem !== stillAway) throw problem;
    await this.#run(steps);
    return null;
  }

  /** Why those steps are not done by then; null: they are. @throws as a step does: waiting would not help */
  async #problemWithin(steps: number, longest: number): Promise<unknown> {
    const outcome = this.#run(steps).then(
      () => null,
      (error: unknown) => {
        if (!isAway(error)) throw error;
        return error;
      },
    );
    return Promise.race([outcome, sleep(longest, stillAway, { ref: false })]);
  }

  async #untilDone(): Promise<void> {
    let wait = again;
    for (let last = ""; !this.#stopped.signal.aborted; ) {
      try {
        await this.#run(this.#steps.length);
        return;
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        const problem = textOf(error);
        if (this.#done < this.#loaded) this.#workings.failed(error);
        else if (problem !== last)
          this.#workings.log.error({ problem, ...(isAway(error) ? {} : { err: error }) }, "The start goes on trying");
        last = problem;
      }
      // Reads wait for the first steps, and nobody for the writes.
      if (this.#done >= this.#loaded) wait = Math.min(2 * wait, longestAgain);
      await sleep(wait, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** Carries on as far as that step; a second call waits for the first. */
  async #run(steps: number): Promise<void> {
    while (this.#done < steps && !this.#stopped.signal.aborted) {
      this.#running ??= this.#next().finally(() => {
        this.#running = null;
      });
      await this.#running;
    }
  }

  async #next(): Promise<void> {
    await this.#steps[this.#done]?.();
    this.#done++;
  }
}

const stillAway = new DrawbridgeError("unavailable", "The store has not answered yet; it is tried again.");

/** For people. */
export function interruptionText({ kept, problem }: Interruption): string {
  const at = new Date(kept.checkedAt).toISOString();
  return (
    `The store is away: ${textOf(problem)} Reads are answered from this node's copy of ${at}, ` +
    `revision ${kept.head.revision}: keys revoked since then still open. Changes are refused until the store is back.`
  );
}

/** Waiting may help: the store, or the disk of this process. */
function isAway(error: unknown): boolean {
  if (error instanceof Error && "syscall" in error) return true;
  return error instanceof DrawbridgeError && error.code === "unavailable" && !(error instanceof NeedsOperator);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
