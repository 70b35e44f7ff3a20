/** What a read costs beside what Node itself costs: the same bytes from a bare server, in turns, in one run. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerOf } from "./answer.ts";
import { type Load, openLoad } from "./load-generator.ts";
import { type Pinned, startPinned } from "./pinned.ts";
import { comparison, ratios, spread } from "./spread.ts";

export interface ReadOptions {
  readonly rounds: number;
  /** Of each server in each round. */
  readonly ms: number;
  readonly connections: number;
  readonly print: (text: string) => void;
}

const measures = [
  { name: "requests/s", digits: 0 },
  { name: "p50 µs", digits: 0 },
  { name: "p99 µs", digits: 0 },
  { name: "CPU µs/request", digits: 1 },
  { name: "RSS MB", digits: 0 },
] as const;

type Round = Record<(typeof measures)[number]["name"], number>;

/** The median of Drawbridge's CPU per request over the bare server's, by rounds. */
export async function benchReads({ rounds, ms, connections, print }: ReadOptions): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-bench-"));
  const script = join(import.meta.dirname, "drawbridge-server.ts");
  // The first start writes Node's compile cache, as an installation has it from its second start on.
  await (await startPinned(script, [data, "demo"], 0)).stop();
  const drawbridge = await startPinned<{ config: string }>(script, [data, "demo"], 0);
  const port = Number(new URL(drawbridge.ready.config).port);
  const request = requestWith(readFileSync(join(data, "demo-key"), "utf8").trim());
  const answer = JSON.stringify(await answerOf(port, request));
  const bare = await startPinned<{ port: number }>(join(import.meta.dirname, "bare-server.ts"), [answer], 0);
  const load = await openLoad(1);
  const found: { bare: Round[]; drawbridge: Round[] } = { bare: [], drawbridge: [] };
  const one = (server: Pinned<unknown>, at: number) =>
    measureRound(load, server, { port: at, requests: [request], connections, ms });
  try {
    await one(bare, bare.ready.port);
    await one(drawbridge, port);
    for (let round = 0; round < rounds; round++) {
      found.bare.push(await one(bare, bare.ready.port));
      found.drawbridge.push(await one(drawbridge, port));
    }
  } finally {
    await Promise.all([load.stop(), bare.stop(), drawbridge.stop()]);
    rmSync(data, { recursive: true, force: true });
  }
  print(comparison(measures, { name: "bare", rounds: found.bare }, { name: "drawbridge", rounds: found.drawbridge }));
  const cpu = (list: readonly Round[]) => list.map((round) => round["CPU µs/request"]);
  return spread(ratios(cpu(found.bare), cpu(found.drawbridge))).median;
}

/** As a phone sends it. */
export function requestWith(key: string): string {
  return [
    "GET /api/v1/config?platform=ios&current_version=2.3.0 HTTP/1.1",
    "User-Agent: Dart/3.9 (dart:io)",
    "Accept-Encoding: gzip",
    "Host: localhost",
    `x-api-key: ${key}`,
    "Accept-Language: de-CH",
    "\r\n",
  ].join("\r\n");
}

async function measureRound(load: Load, server: Pinned<unknown>, options: Parameters<Load["measure"]>[0]): Promise<Round> {
  const before = await server.usage();
  const { requests, errors, perSecond, p50, p99 } = await load.measure(options);
  const after = await server.usage();
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed`);
  return {
    "requests/s": perSecond,
    "p50 µs": p50,
    "p99 µs": p99,
    "CPU µs/request": (after.cpu - before.cpu) / requests,
    "RSS MB": after.rss / 1e6,
  };
}
