/** SIGTERM to the whole program under full load: does a request fail, and how long does the stop take? */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { canPin, startPinned } from "./pinned.ts";
import { requestWith } from "./read.ts";
import type { StoppingLoadBegun, StoppingLoadResult } from "./stopping-load.ts";

export interface StopOptions {
  readonly rounds: number;
  readonly connections: number;
  /** Milliseconds of load before the stop. */
  readonly ms: number;
  readonly print: (text: string) => void;
}

export interface Stop extends StoppingLoadResult {
  readonly code: number | null;
  /** Milliseconds from the signal to the end of the process. */
  readonly took: number;
}

export async function benchStop({ rounds, connections, ms, print }: StopOptions): Promise<readonly Stop[]> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-stop-"));
  const load = await startPinned<object>(join(import.meta.dirname, "stopping-load.ts"), [], 1);
  const stops: Stop[] = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      const { program, port } = await startProgram(data);
      const request = requestWith(readFileSync(join(data, "demo-key"), "utf8").trim());
      await load.ask<StoppingLoadBegun>({ port, request, connections });
      const loaded = load.ask<StoppingLoadResult>({});
      await sleep(ms);
      const begun = performance.now();
      const ended = once(program, "exit");
      program.kill("SIGTERM");
      const [[code], result] = await Promise.all([ended, loaded]);
      const stop = { ...result, code, took: performance.now() - begun };
      stops.push(stop);
      print(lineOf(round, connections, stop));
    }
  } finally {
    await load.stop();
    rmSync(data, { recursive: true, force: true });
  }
  return stops;
}

function lineOf(round: number, connections: number, { answered, failed, perSecond, told, took, unaccepted }: Stop): string {
  const rate = `${answered} requests on ${connections} connections at ${perSecond.toFixed(0)}/s`;
  const end = `${failed.length} failed, ${unaccepted} not accepted, ${told} connections were told the end; stopped in ${took.toFixed(0)} ms`;
  return `round ${round}: ${rate}; ${end}`;
}

async function startProgram(data: string): Promise<{ readonly program: ChildProcess; readonly port: number }> {
  const line = [process.execPath, join(import.meta.dirname, "../server/bin/drawbridge.js"), "serve", "--demo"];
  const [file = "", ...args] = canPin ? ["taskset", "-c", "0", ...line] : line;
  const env = { ...process.env, DRAWBRIDGE_DATA: data, DRAWBRIDGE_LISTEN: "127.0.0.1:0" };
  const program = spawn(file, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of createInterface({ input: program.stdout })) {
    const port = /is listening: http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port === undefined) continue;
    program.stdout.resume();
    return { program, port: Number(port) };
  }
  throw new Error("the program ended before it listened");
}
