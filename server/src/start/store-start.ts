/** Each step is done once. With the store away, the node answers from its replica and retries. */
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError, errorText, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { ReplicaRows } from "../replicas/replica.ts";

export interface StoreStartServices {
  readonly open: readonly Step[];
  readonly load: readonly Step[];
  /** A store or disk that refuses these does not keep the process from serving. */
  readonly write: readonly Step[];
  readonly kept: () => Promise<ReplicaRows | null>;
  readonly restore: (kept: ReplicaRows, problem: unknown) => Promise<void>;
  readonly failed: (problem: unknown) => void;
  readonly log: Pick<Log, "error" | "info">;
  readonly timing?: { readonly opening: number; readonly again: number };
}

type Step = () => unknown;

interface Interruption {
  readonly kept: ReplicaRows;
  readonly problem: unknown;
}

/** Milliseconds. */
const longestOpening = 500;
const longestLoading = 5_000;
/** Milliseconds. */
const again = 1_000;
const longestAgain = 60_000;

export class StoreStart {
  readonly #services: StoreStartServices;
  readonly #steps: readonly Step[];
  readonly #loaded: number;
  #done = 0;
  #running: Promise<void> | null = null;
  readonly #stopped = new AbortController();

  constructor(services: StoreStartServices) {
    this.#services = services;
    const { open, load, write } = services;
    this.#steps = [...open, ...load, ...write];
    this.#loaded = open.length + load.length;
  }

  /** Waits until the store is open, or away with a replica there. @throws the error of a step */
  opened(): Promise<Interruption | null> {
    return this.#within(this.#services.open.length, this.#services.timing?.opening ?? longestOpening);
  }

  /** From the store (null) or the replica. @throws the error of a step */
  async answering(interruption: Interruption | null): Promise<Interruption | null> {
    const found = interruption ?? (await this.#within(this.#loaded, longestLoading));
    if (found === null) return this.#finish();
    await this.#services.restore(found.kept, found.problem);
    let { problem } = found;
    // A store that is only slow gets more time, and then nothing was interrupted.
    if (problem === stillAway) problem = await this.#problemWithin(this.#loaded, longestLoading);
    if (problem === null) return this.#finish();
    this.#services.failed(problem);
    void this.#untilDone();
    return { kept: found.kept, problem };
  }

  /** Starts no further step; resolves when the current one is finished. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running?.catch(() => undefined);
  }

  async #finish(): Promise<null> {
    const problem = await this.#problemWithin(this.#steps.length, longestLoading);
    if (problem === null) return null;
    const fields = { event: "start.incomplete", reason: errorText(problem) } as const;
    this.#services.log.error(fields, "The start could not finish its writes and keeps retrying; reads are served");
    void this.#untilDone(fields.reason);
    return null;
  }

  async #within(steps: number, longest: number): Promise<Interruption | null> {
    const problem = await this.#problemWithin(steps, longest);
    if (problem === null) return null;
    const kept = await this.#services.kept();
    if (kept !== null) return { kept, problem };
    if (problem !== stillAway) throw problem;
    await this.#run(steps);
    return null;
  }

  /** Null means the steps are done. @throws the error of a step that waiting would not fix */
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

  async #untilDone(logged = ""): Promise<void> {
    let wait = this.#services.timing?.again ?? again;
    for (let last = logged; !this.#stopped.signal.aborted; ) {
      try {
        await this.#run(this.#steps.length);
        return;
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        const problem = errorText(error);
        if (this.#done < this.#loaded) this.#services.failed(error);
        else if (problem !== last)
          this.#services.log.error(
            { event: "start.retried", reason: problem, ...(isAway(error) ? {} : { err: error }) },
            "The start keeps retrying",
          );
        last = problem;
      }
      // Reads wait for the first steps, so only later writes are retried less and less often.
      if (this.#done >= this.#loaded) wait = Math.min(2 * wait, longestAgain);
      await sleep(wait, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

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

const stillAway = new DrawbridgeError("unavailable", "The store has not answered yet. The start keeps retrying.");

export function interruptionText({ kept, problem }: Interruption): string {
  const at = new Date(kept.checkedAt).toISOString();
  return (
    `The store is away: ${errorText(problem)} Reads are answered from ${kept.place ?? "this node's replica"} of ${at}, ` +
    `revision ${kept.head.revision}: keys revoked since then still work. Changes are refused until the store is back.`
  );
}

/** Waiting may help. */
function isAway(error: unknown): boolean {
  if (error instanceof Error && "syscall" in error) return true;
  return error instanceof DrawbridgeError && error.code === "unavailable" && !(error instanceof NeedsOperator);
}
