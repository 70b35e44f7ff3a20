/**
 * The server with worker processes, in a process of its own, to be killed and interrupted: prints one line of JSON when it is
 * ready, and stops like `drawbridge serve`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { openLog } from "../src/base/log.ts";
import { processIo } from "../src/cli/io.ts";
import { startServer } from "../src/server.ts";
import { settingsFromProcess } from "../src/settings.ts";
import { seedExample } from "./seed-example.ts";
import { ownAddresses } from "./several-processes.ts";

export interface ProcessesProgram {
  readonly child: ChildProcess;
  readonly port: number;
  /** Ids of the worker processes. */
  readonly pids: readonly number[];
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** In a process group of its own, with the demo's data. */
export async function startProcessesProgram(directory: string, listen = "127.0.0.1:0"): Promise<ProcessesProgram> {
  const settings = { DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: listen, ...ownAddresses, DRAWBRIDGE_WORKERS: "2" };
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit").then(([code, signal]) => (signal ?? code) as number | string);
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, "line"), ended.then((how) => Promise.reject(new Error(`it ended: ${how}`)))]);
  return { child, ended, ...(JSON.parse(String(line)) as { port: number; pids: number[] }) };
}

if (import.meta.main) {
  const settings = settingsFromProcess();
  await seedExample(settings);
  const server = await startServer(settings, {
    demo: false,
    log: openLog("silent"),
    version: "test",
  });
  const stopped = processIo("drawbridge").untilStopped();
  const port = Number(new URL(server.urls.config).port);
  process.stdout.write(`${JSON.stringify({ port, pids: server.workers?.status().pids })}\n`);
  await stopped;
  await server.stop();
}
