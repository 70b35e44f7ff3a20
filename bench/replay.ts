/** `node bench/replay.ts [daily users…]`: a day of an app's users, hour by hour at its own rate. An hour is shortened, never sped up. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { madeUpTraffic } from "../examples/made-up-traffic.ts";
import { RawSocket } from "../server/test/raw-socket.ts";
import { type Load, type LoadOptions, numberPlace, openLoad } from "./load-generator.ts";
import { type Pinned, startPinned } from "./pinned.ts";
import { requestWith } from "./read.ts";
import { table } from "./spread.ts";

/** Each user opens the app 4 times a day, for 3 minutes; the client asks at the start and about every 33 s, with the default `ttl`. */
const startsPerUser = 4;
const requestsPerStart = 6;
const day = 24 * 3_600_000;
/** A Saturday, which has the most requests of a week. */
const start = Date.parse("2027-03-06T00:00:00Z");
const app = {
  platform: "ios",
  other: 0.01,
  releases: [
    { version: "2.4.0", at: start - 90 * day },
    { version: "2.5.0", at: start - 30 * day },
    { version: "2.6.0", at: start - 2 * day },
  ],
};

export interface DayOptions {
  /** Milliseconds for each hour of the day. */
  readonly ms: number;
  readonly print: (text: string) => void;
}

interface Day {
  readonly users: number;
  readonly requests: number;
  readonly perSecond: number;
  readonly peakPerSecond: number;
  /** CPU time for each second of the busiest hour. */
  readonly peakCores: number;
  readonly cpuHours: number;
  /** Requests for each second of CPU time when as many as possible are sent. */
  readonly perCore: number;
  readonly rss: number;
  /** Bytes in a day, both directions, without TLS and TCP. */
  readonly bytes: number;
}

export async function benchDays(users: readonly number[], { ms, print }: DayOptions): Promise<readonly (readonly string[])[]> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-replay-"));
  const script = join(import.meta.dirname, "drawbridge-server.ts");
  // The first start writes Node's compile cache, which an installation has from its second start on.
  await (await startPinned(script, [data, "demo"], 0)).stop();
  const load = await openLoad(1);
  const days: Day[] = [];
  try {
    for (const each of users) {
      const server = await startPinned<{ config: string }>(script, [data], 0);
      days.push(await replayDay(each, { server, load, ms, key: readFileSync(join(data, "demo-key"), "utf8").trim() }));
      await server.stop();
    }
  } finally {
    await load.stop();
    rmSync(data, { recursive: true, force: true });
  }
  const rows = days.map(cellsOf);
  print(table([header, ...rows]));
  return rows;
}

interface Replay {
  readonly server: Pinned<{ readonly config: string }>;
  readonly load: Load;
  readonly ms: number;
  readonly key: string;
}

async function replayDay(users: number, { server, load, ms, key }: Replay): Promise<Day> {
  const port = Number(new URL(server.ready.config).port);
  const rows = [
    ...madeUpTraffic({ ...app, requestsPerDay: users * startsPerUser * requestsPerStart }, 1, { start, end: start + day }),
  ];
  const hours = [...Map.groupBy(rows, ({ hour }) => hour).values()];
  const { requests, bytes } = await mixOf(hours[18] ?? [], port, key);
  const measure = async (rate: Pick<LoadOptions, "rate">) => {
    const [before, began] = [await server.usage(), performance.now()];
    const { requests: answered, errors } = await load.measure({
      ...rate,
      port,
      requests,
      statuses: [200, 304],
      connections: 64,
      ms,
    });
    if (errors > 0) throw new Error(`${errors} requests failed`);
    const cpuMs = ((await server.usage()).cpu - before.cpu) / 1_000;
    return { cores: cpuMs / (performance.now() - began), perCore: (1_000 * answered) / cpuMs };
  };
  let [cpuHours, total, peakPerSecond, peakCores] = [0, 0, 0, 0];
  // Warms up.
  await measure({});
  for (const hour of hours) {
    const wanted = hour.reduce((sum, row) => sum + row.requests, 0);
    const { cores } = await measure({ rate: wanted / 3_600 });
    total += wanted;
    cpuHours += cores;
    if (wanted / 3_600 > peakPerSecond) [peakPerSecond, peakCores] = [wanted / 3_600, cores];
  }
  const [{ perCore }, { rss }] = [await measure({}), await server.usage()];
  return {
    users,
    requests: total,
    perSecond: total / 86_400,
    peakPerSecond,
    peakCores,
    cpuHours,
    perCore,
    rss,
    bytes: bytes * total,
  };
}

/** Requests in the shares of an hour: each start without a validator, and the others with that of their answer. */
async function mixOf(rows: readonly { readonly version: string; readonly requests: number }[], port: number, key: string) {
  const all = rows.reduce((sum, row) => sum + row.requests, 0);
  const requests: string[] = [];
  let bytes = 0;
  const raw = await RawSocket.open(port);
  const ask = async (request: string) => {
    raw.write(request.replace(numberPlace, "000001"));
    return await raw.response();
  };
  for (const row of rows) {
    const version = row.version === "" ? `2.3.1${numberPlace}` : row.version;
    const first = requestWith(key, version, { endpoint: "gate" });
    const { head, body } = await ask(first);
    const [, tag = ""] = /^etag: (.*)$/im.exec(head) ?? [];
    const again = requestWith(key, version, { endpoint: "gate", headers: [`If-None-Match: ${tag}`] });
    const unchanged = await ask(again);
    const times = Math.max(1, Math.round((100 * row.requests) / all));
    for (let i = 0; i < times; i++) requests.push(first, ...Array.from({ length: requestsPerStart - 1 }, () => again));
    const length = first.length + head.length + 4 + Buffer.byteLength(body);
    bytes += times * (length + (requestsPerStart - 1) * (again.length + unchanged.head.length + 4));
  }
  raw.socket.destroy();
  return { requests, bytes: bytes / requests.length };
}

const header = [
  "daily users",
  "requests/day",
  "average/s",
  "busiest hour/s",
  "cores then",
  "CPU h/day",
  "most/s of a core",
  "RSS MB",
  "GB/day",
];

function cellsOf({ users, requests, perSecond, peakPerSecond, peakCores, cpuHours, perCore, rss, bytes }: Day): string[] {
  return [
    users.toLocaleString("en"),
    requests.toLocaleString("en"),
    perSecond.toFixed(1),
    peakPerSecond.toFixed(1),
    peakCores.toFixed(3),
    cpuHours.toFixed(2),
    perCore.toFixed(0),
    (rss / 1e6).toFixed(0),
    (bytes / 1e9).toFixed(1),
  ];
}

if (import.meta.main) {
  const users = process.argv.slice(2).map(Number);
  const options = { ms: 2_000, print: (text: string) => void process.stdout.write(text) };
  await benchDays(users.length === 0 ? [10_000, 1_000_000, 4_000_000] : users, options);
}
