/**
 * Runs the server in a separate process with little memory, and reports the CPU time of the longest turn of its event loop,
 * measured by the thread's own clock from one check phase to the next, so that a busy machine makes no turn longer.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { prepareRuntime } from "../bin/runtime.js";
import { openLog } from "../src/base/log.ts";
import { settingsFromProcess } from "../src/base/settings.ts";
import { startServer } from "../src/start/server.ts";
import { seedExample } from "./seed-example.ts";

export interface Burden {
  /** CPU ms of the main thread in its longest turn, and of the whole process, since the last query. */
  readonly longestTurn: number;
  readonly cpu: number;
  /** Maximum since the start, in MiB. */
  readonly peakMemory: number;
}

export interface HostileProgram {
  readonly url: string;
  readonly child: ChildProcess;
  burden(): Promise<Burden>;
  stop(): Promise<void>;
}

export const adminToken = "hostile-0123456789-0123456789-0123456789";

export async function startHostileProgram(directory: string): Promise<HostileProgram> {
  const child = fork(import.meta.filename, [], {
    execArgv: ["--max-old-space-size=256"],
    env: {
      ...process.env,
      DRAWBRIDGE_DATA: directory,
      DRAWBRIDGE_LISTEN: "127.0.0.1:0",
      DRAWBRIDGE_ADMIN_TOKEN: adminToken,
    },
  });
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      const ended = (code: number | null, signal: string | null) => reject(new Error(`the server ended: ${signal ?? code}`));
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        resolve(message);
      });
    });
  const { url } = (await answer()) as { url: string };
  return {
    url,
    child,
    burden: () => {
      child.send("burden");
      return answer() as Promise<Burden>;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.send("stop");
      await ended;
    },
  };
}

/** Measures turns continuously: each begins where the last one ended. */
class TurnProbe {
  #longest = 0;
  #since = process.threadCpuUsage();
  #cpu = process.cpuUsage();

  constructor() {
    const next = () => {
      const { user, system } = process.threadCpuUsage(this.#since);
      this.#longest = Math.max(this.#longest, user + system);
      this.#since = process.threadCpuUsage();
      setImmediate(next).unref();
    };
    setImmediate(next).unref();
  }

  take(): Burden {
    const { user, system } = process.cpuUsage(this.#cpu);
    const burden = {
      longestTurn: this.#longest / 1000,
      cpu: (user + system) / 1000,
      peakMemory: process.resourceUsage().maxRSS / 1024,
    };
    this.#longest = 0;
    this.#cpu = process.cpuUsage();
    return burden;
  }
}

if (import.meta.main) {
  prepareRuntime();
  const settings = settingsFromProcess();
  await seedExample(settings);
  const server = await startServer(settings, {
    demo: false,
    log: openLog("silent"),
    version: "test",
    lameDuck: 0,
  });
  const probe = new TurnProbe();
  process.on("message", (message) => {
    if (message === "burden") process.send?.(probe.take());
    else void server.stop().then(() => process.disconnect?.());
  });
  process.send?.({ url: server.urls.admin });
}
