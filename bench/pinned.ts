/** Programs of a benchmark, each in a process and, where `taskset` exists, on a core of its own, so that they do not share a clock. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

export interface Usage {
  /** Microseconds of CPU, user and system together. */
  readonly cpu: number;
  /** Bytes of resident memory. */
  readonly rss: number;
}

export interface Pinned<Ready> {
  readonly process: ChildProcess;
  /** The program's message when it is ready, with the port of a server for instance. */
  readonly ready: Ready;
  /** Sends a message and returns the next one received. One at a time. */
  ask<Answer>(message: object): Promise<Answer>;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** True if processes can be pinned here; elsewhere the numbers have a larger spread. */
export const canPin = spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** Runs `script` on `core` (null means any) until it has called `beReady`. Rejects if it ends before. */
export async function startPinned<Ready>(script: string, args: readonly string[], core: number | null): Promise<Pinned<Ready>> {
  const node = [process.execPath, script, ...args];
  const [program = "", ...rest] = canPin && core !== null ? ["taskset", "-c", String(core), ...node] : node;
  const child = spawn(program, rest, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`${script} ended: ${code ?? signal}`);
  });
  ended.catch(() => {}); // Looked at only by who waits for an answer.
  const answer = async <Answer>(): Promise<Answer> => {
    const [message] = await Promise.race([once(child, "message"), ended]);
    return message as Answer;
  };
  const ask = <Answer>(message: object): Promise<Answer> => {
    const answered = answer<Answer>();
    child.send(message);
    return answered;
  };
  return {
    process: child,
    ready: await answer<Ready>(),
    ask,
    usage: () => ask<Usage>({ usage: true }),
    async stop() {
      child.kill("SIGKILL");
      await ended.catch(() => {});
    },
  };
}

/** Bytes of a page on all usual builds of Linux. */
export const pageBytes = 4096;

/** Reports that a pinned program is ready, and answers requests for its usage; `answer` gets every other message. */
export function beReady(ready: object, answer?: (message: object) => Promise<object>): void {
  process.on("message", (message: object) => {
    if ("usage" in message) {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage);
    } else if (answer !== undefined) {
      void answer(message).then((text) => process.send?.(text));
    }
  });
  process.on("disconnect", () => process.exit());
  process.send?.(ready);
}
