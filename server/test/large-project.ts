/** A server process that reports the CPU time of a request and the longest turn of its main thread. Elapsed time is never used. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openLog } from "../src/base/log.ts";
import { settingsFromProcess } from "../src/base/settings.ts";
import { startServer } from "../src/start/server.ts";
import { seedExample } from "./seed-example.ts";

export interface ProjectSize {
  readonly instances: number;
  readonly windows: number;
  readonly blocked: number;
}

export const largeSize: ProjectSize = { instances: 10_000, windows: 5_000, blocked: 500 };
export const smallSize: ProjectSize = { instances: 10, windows: 10, blocked: 5 };

const day = 86_400_000;

/** @param now epoch ms: the project's windows are in the weeks after it */
export function sizedManifest(project: string, { instances, windows, blocked }: ProjectSize, now: number): object {
  const named = (count: number, nameOf: (index: number) => string, valueAt: (index: number) => object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), valueAt(index)]));
  return {
    apiVersion: "drawbridge/v1",
    project,
    name: project,
    languages: ["en"],
    stores: { apple: "https://apps.apple.com/app/id1", android: "https://play.google.com/store/apps/details?id=a" },
    platforms: { ios: { minimum: "2.0.0", blocked: Array.from({ length: blocked }, (_, index) => `3.${index}.1`) } },
    instances: named(instances, instanceId, (index) => ({ name: `Instance ${index}` })),
    windows: named(windows, windowId, (index) => windowAt(index, instances, now)),
  };
}

export function instanceId(index: number): string {
  return `i-${String(index).padStart(5, "0")}`;
}

export function windowId(index: number): string {
  return `w-${String(index).padStart(5, "0")}`;
}

/** One-time, weekly and daily windows, each on an instance. */
function windowAt(index: number, instances: number, now: number): object {
  const start = new Date(now + day + (index % 28) * day + (index % 24) * 3_600_000).toISOString().slice(0, 16);
  const zone = index % 2 === 0 ? "Europe/Rome" : "UTC";
  const repeat = [undefined, "FREQ=WEEKLY", "FREQ=DAILY"][index % 3];
  return { instances: [instanceId(index % instances)], start, zone, duration: "PT1H", ...(repeat ? { repeat } : {}) };
}

export interface MeasuredServer {
  readonly url: string;
  readonly token: string;
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): ReturnType<typeof ask>;
  /** Milliseconds of the server's CPU during the work, in all threads. */
  cpu(work: () => Promise<unknown>): Promise<number>;
  /** Milliseconds of the main thread's CPU in its longest turn during the work. */
  longestTurn(work: () => Promise<unknown>): Promise<number>;
  /** The most memory since the start, in MiB. */
  peakMemory(): Promise<number>;
  stop(): Promise<void>;
}

export async function startMeasured(
  directory: string,
  { example = false, flags = [] as readonly string[] } = {},
): Promise<MeasuredServer> {
  const env = { ...process.env, DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0" };
  const child = spawn(process.execPath, [...flags, import.meta.filename, ...(example ? ["example"] : [])], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { url } = (await nextMessage(child)) as { url: string };
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  const tell = (word: Word) => {
    const answer = nextMessage(child);
    child.send(word);
    return answer;
  };
  return {
    url,
    token,
    ask: (method, path, body, headers) => ask(url + path, token, method, body, headers),
    async cpu(work) {
      const before = (await tell("cpu")) as number;
      await work();
      return ((await tell("cpu")) as number) - before;
    },
    async longestTurn(work) {
      await tell("watch turns");
      await work();
      return (await tell("longest turn")) as number;
    },
    peakMemory: () => tell("peak memory") as Promise<number>,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [word] = await once(child, "message");
  return word;
}

async function ask(url: string, token: string, method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": type }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

export function median(values: readonly number[]): number {
  assert.ok(values.length > 0);
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

type Word = "cpu" | "watch turns" | "longest turn" | "peak memory";

/** A turn, from one check phase of the event loop to the next: all other work waits for it. */
class Turns {
  #longest = 0;
  #isWatching = false;

  watch(): void {
    this.#longest = 0;
    this.#isWatching = true;
    this.#next(process.threadCpuUsage());
  }

  end(): number {
    this.#isWatching = false;
    return this.#longest;
  }

  #next({ user, system }: NodeJS.CpuUsage): void {
    // Unreferenced, so that the loop sleeps while nothing happens.
    setImmediate(() => {
      const now = process.threadCpuUsage();
      this.#longest = Math.max(this.#longest, (now.user + now.system - user - system) / 1e3);
      if (this.#isWatching) this.#next(now);
    }).unref();
  }
}

async function serve(): Promise<void> {
  const settings = settingsFromProcess();
  if (process.argv.includes("example")) await seedExample(settings);
  const server = await startServer(settings, { demo: false, log: openLog("silent"), version: "test", lameDuck: 0 });
  const turns = new Turns();
  const answers: Readonly<Record<Word, () => unknown>> = {
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e3;
    },
    "watch turns": () => turns.watch(),
    "longest turn": () => turns.end(),
    "peak memory": () => process.resourceUsage().maxRSS / 1024,
  };
  process.on("message", (word: Word) => {
    // Work that a commit deferred until after its answer runs first.
    setImmediate(() => setImmediate(() => process.send?.(answers[word]() ?? null)));
  });
  process.on("disconnect", () => void server.stop());
  process.send?.({ url: server.urls.admin });
}

if (import.meta.main) await serve();
