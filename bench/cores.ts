/**
 * Compares worker processes with a single process: the same load in turns, first while idle and then while the primary plans
 * large edits without pause. Nothing is pinned: on two cores, server and load compete, so requests per second say little. The
 * number to look at is how much reads are delayed by the primary's work.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Load, openLoad } from "./load-generator.ts";
import { type Pinned, startPinned } from "./pinned.ts";
import { comparison } from "./spread.ts";

export interface CoresOptions {
  /** Numbers of worker processes to compare; the first one is the baseline. */
  readonly workers: readonly number[];
  readonly rounds: number;
  readonly ms: number;
  /** Windows in the project that the primary plans. */
  readonly windows: number;
  readonly print: (text: string) => void;
}

const measures = [
  { name: "requests/s", digits: 0 },
  { name: "p50 µs", digits: 0 },
  { name: "p99 µs", digits: 0 },
  { name: "requests/s while the primary plans", digits: 0 },
  { name: "p99 µs while the primary plans", digits: 0 },
  { name: "its plans/s", digits: 1 },
] as const;

type Round = Record<(typeof measures)[number]["name"], number>;

interface Server {
  readonly pinned: Pinned<{ readonly config: string; readonly admin: string }>;
  readonly request: string;
  readonly plan: () => Promise<void>;
}

/** Rounds by the number of worker processes. */
export async function benchCores({ workers, rounds, ms, windows, print }: CoresOptions): Promise<Map<number, Round[]>> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-cores-"));
  const servers = new Map<number, Server>();
  const found = new Map<number, Round[]>(workers.map((count) => [count, []]));
  const load = await openLoad(null);
  try {
    for (const count of workers) servers.set(count, await startServer(join(directory, String(count)), count, windows));
    for (const server of servers.values()) await measureRound(load, server, ms);
    for (let round = 0; round < rounds; round++) {
      for (const [count, server] of servers) found.get(count)?.push(await measureRound(load, server, ms));
    }
  } finally {
    await Promise.all([load.stop(), ...[...servers.values()].map(({ pinned }) => pinned.stop())]);
    rmSync(directory, { recursive: true, force: true });
  }
  const [first, ...others] = [...found].map(([count, list]) => ({ name: `${count} processes`, rounds: list }));
  for (const other of others) if (first) print(comparison(measures, first, other));
  return found;
}

async function startServer(data: string, count: number, windows: number): Promise<Server> {
  const script = join(import.meta.dirname, "drawbridge-server.ts");
  const pinned: Server["pinned"] = await startPinned(script, [data, "demo", String(count)], null);
  const key = readFileSync(join(data, "demo-key"), "utf8").trim();
  const token = readFileSync(join(data, "admin-token"), "utf8").trim();
  const body = JSON.stringify(largeManifest(windows));
  const url = `${pinned.ready.admin}/admin/v1/projects/large/manifest?dry_run=true`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "if-none-match": "*" };
  const request = `GET /api/v1/config?platform=ios&current_version=2.6.0 HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`;
  const plan = async () => {
    const response = await fetch(url, { method: "PUT", headers, body });
    if (!response.ok) throw new Error(`${response.status}: ${(await response.text()).slice(0, 500)}`);
    await response.arrayBuffer();
  };
  return { pinned, request, plan };
}

async function measureRound(load: Load, { pinned, request, plan }: Server, ms: number): Promise<Round> {
  const options = { port: Number(new URL(pinned.ready.config).port), requests: [request], connections: 32, ms };
  const quiet = await load.measure(options);
  let plans = 0;
  let isOver = false;
  const planning = (async () => {
    for (; !isOver; plans++) await plan();
  })();
  const busy = await load.measure(options);
  isOver = true;
  await planning;
  const errors = quiet.errors + busy.errors;
  if (errors > 0) throw new Error(`${errors} requests failed`);
  return {
    "requests/s": quiet.perSecond,
    "p50 µs": quiet.p50,
    "p99 µs": quiet.p99,
    "requests/s while the primary plans": busy.perSecond,
    "p99 µs while the primary plans": busy.p99,
    "its plans/s": (plans * 1_000) / ms,
  };
}

function largeManifest(windows: number): object {
  const rules = Array.from({ length: windows }, (_, index) => [
    `w-${index}`,
    {
      start: `2026-01-${String(5 + (index % 7)).padStart(2, "0")}T${String(index % 23).padStart(2, "0")}:00`,
      duration: "PT30M",
      repeat: "FREQ=WEEKLY",
    },
  ]);
  return { apiVersion: "drawbridge/v1", project: "large", windows: Object.fromEntries(rules) };
}
