/** Reads by the kind of question, beside servers that send fixed bytes: medians over rounds in which all are measured. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, answerOf } from "./answer.ts";
import { type Load, type LoadOptions, numberPlace, openLoad } from "./load-generator.ts";
import { openNginx } from "./nginx.ts";
import { startPinned, type Usage } from "./pinned.ts";
import { ratios, spread, table } from "./spread.ts";
import { createBusyProject } from "./windows.ts";

export interface ReadOptions {
  readonly rounds: number;
  /** Milliseconds for each row in each round. */
  readonly ms: number;
  readonly connections: number;
  readonly print: (text: string) => void;
}

interface Row {
  readonly name: string;
  readonly port: number;
  readonly requests: readonly string[];
  readonly statuses?: readonly number[];
  usage(): Promise<Usage>;
}

interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds. */
  readonly cpu: number;
  readonly rss: number;
}

export interface ReadResult {
  readonly name: string;
  /** Median over the rounds, microseconds. */
  readonly cpu: number;
  /** The same as a multiple of the first server's in the same round. */
  readonly times: number;
}

interface Urls {
  readonly config: string;
  readonly admin: string;
}

/** Prints a table, and returns its rows in order; the first is the fastest fixed server that is installed. */
export async function benchReads({ rounds, ms, connections, print }: ReadOptions): Promise<readonly ReadResult[]> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-bench-"));
  const stops: (() => Promise<void>)[] = [];
  try {
    // The first start writes Node's compile cache, which an installation has from its second start on.
    await (await startPinned(script, [data, "demo"], 0)).stop();
    const drawbridge = await startDrawbridge(data, stops);
    const busy = await createBusyProject(drawbridge.admin, drawbridge.adminToken);
    const answer = await answerOf(drawbridge.server.port, requestWith(drawbridge.key));
    const fixed = await fixedServers(data, answer, requestWith(drawbridge.key), stops);
    const asked = [
      ...questions(drawbridge.key).map((question) => ({ ...question, ...drawbridge.server })),
      ...furtherQuestions(drawbridge.key, busy).map((question) => ({ ...question, ...drawbridge.server })),
    ];
    const load = await openLoad(1);
    stops.push(() => load.stop());
    const found = await measure(load, [...fixed, ...asked], { rounds, ms, connections });
    print(printed(found));
    await measureLatency(load, found, { rounds, ms, connections, print });
    return resultsOf(found);
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    rmSync(data, { recursive: true, force: true });
  }
}

const script = join(import.meta.dirname, "drawbridge-server.ts");

interface Drawbridge {
  readonly server: Pick<Row, "port" | "usage">;
  readonly key: string;
  readonly admin: string;
  readonly adminToken: string;
}

async function startDrawbridge(data: string, stops: (() => Promise<void>)[]): Promise<Drawbridge> {
  const program = await startPinned<Urls>(script, [data, "demo"], 0);
  stops.push(() => program.stop());
  const { config, admin } = program.ready;
  const [key = "", adminToken = ""] = ["demo-key", "admin-token"].map((file) => readFileSync(join(data, file), "utf8").trim());
  const server = { port: Number(new URL(config).port), usage: () => program.usage() };
  return { server, key, admin, adminToken };
}

type Question = Pick<Row, "name" | "requests" | "statuses">;

/** A further endpoint is one more row. */
function questions(key: string): Question[] {
  const thousand = Array.from({ length: 1_000 }, (_, i) => `${Math.floor(i / 100)}.${Math.floor(i / 10) % 10}.${i % 10}`);
  return [
    { name: "one question", requests: [requestWith(key)] },
    { name: "one question of /gate", requests: [requestWith(key, "2.3.0", { endpoint: "gate" })] },
    { name: "1 000 versions", requests: thousand.map((version) => requestWith(key, version)) },
    { name: "never asked", requests: [requestWith(key, `2.3.1${numberPlace}`)] },
  ];
}

function furtherQuestions(key: string, busy: string): Question[] {
  return [
    { name: "never asked, 1 000 windows", requests: [requestWith(busy, `2.3.1${numberPlace}`)] },
    { name: "/gate, never asked", requests: [requestWith(key, `2.3.1${numberPlace}`, { endpoint: "gate" })] },
    { name: "not modified", requests: [requestWith(key, "2.3.0", { headers: ["If-None-Match: *"] })], statuses: [304] },
    // The limit by address turns most of them away.
    { name: "unknown keys", requests: [requestWith(`made-up-key-${numberPlace}`)], statuses: [401, 429] },
  ];
}

async function fixedServers(data: string, answer: Answer, request: string, stops: (() => Promise<void>)[]): Promise<Row[]> {
  const nginx = await openNginx(data, answer, 0);
  if (nginx) stops.push(() => nginx.stop());
  const rows = nginx ? [{ name: "nginx", requests: [request], port: nginx.port, usage: () => nginx.usage() }] : [];
  const nodes = [
    ["node:http", "bare-server.ts"],
    ["node:net", "bare-sockets.ts"],
  ] as const;
  for (const [name, file] of nodes) {
    const server = await startPinned<{ port: number }>(join(import.meta.dirname, file), [JSON.stringify(answer)], 0);
    stops.push(() => server.stop());
    rows.push({ name, requests: [request], port: server.ready.port, usage: () => server.usage() });
  }
  return rows;
}

type Measured = readonly { readonly name: string; readonly row: Row; readonly rounds: readonly Round[] }[];

async function measure(
  load: Load,
  rows: readonly Row[],
  { rounds, ms, connections, rate }: Omit<ReadOptions, "print"> & Pick<LoadOptions, "rate">,
): Promise<Measured> {
  const found = rows.map((row) => ({ name: row.name, row, rounds: [] as Round[] }));
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    const first = Math.max(round, 0) % found.length;
    for (const { row, rounds: own } of [...found.slice(first), ...found.slice(0, first)]) {
      const one = await measureRound(load, row, { ms, connections, ...(rate === undefined ? {} : { rate }) });
      if (round >= 0) own.push(one);
    }
  }
  return found;
}

async function measureRound(
  load: Load,
  { name, port, requests, statuses = [200], usage }: Row,
  options: Pick<LoadOptions, "ms" | "connections" | "rate">,
): Promise<Round> {
  const before = await usage();
  const { requests: count, errors, perSecond, p50, p99 } = await load.measure({ ...options, port, requests, statuses });
  const after = await usage();
  if (errors > 0) throw new Error(`${name}: ${errors} of ${count} requests failed`);
  return { perSecond, p50, p99, cpu: (after.cpu - before.cpu) / count, rss: after.rss / 1e6 };
}

/** Servers whose load is bounded by their answers: the others turn clients away. */
const isAnswering = ({ name }: Row) => name !== "unknown keys";

/** Latency at one rate for all: half of what the slowest answers at full load. */
async function measureLatency(load: Load, measured: Measured, { print, ...options }: ReadOptions): Promise<void> {
  const rows = measured.filter(({ row }) => isAnswering(row));
  const slowest = Math.min(...rows.map(({ rounds }) => spread(rounds.map(({ perSecond }) => perSecond)).median));
  const rate = Math.floor(slowest / 2);
  const found = await measure(
    load,
    rows.map(({ row }) => row),
    { ...options, rate },
  );
  print(`At ${rate} requests/s for each:\n`);
  const cells = (rounds: readonly Round[], name: "p50" | "p99") => {
    const { median, least, most } = spread(rounds.map((round) => round[name]));
    return [median.toFixed(0), `${least.toFixed(0)}–${most.toFixed(0)}`];
  };
  print(
    table([
      ["medians", "p50 µs", "least–most", "p99 µs", "least–most"],
      ...found.map(({ name, rounds }) => [name, ...cells(rounds, "p50"), ...cells(rounds, "p99")]),
    ]),
  );
}

function resultsOf(found: Measured): ReadResult[] {
  const cpus = ({ rounds }: Measured[number]) => rounds.map(({ cpu }) => cpu);
  const floor = found[0] ? cpus(found[0]) : [];
  return found.map((row) => ({
    name: row.name,
    cpu: spread(cpus(row)).median,
    times: spread(ratios(floor, cpus(row))).median,
  }));
}

function printed(found: Measured): string {
  const median = (rounds: readonly Round[], name: keyof Round) => spread(rounds.map((round) => round[name])).median;
  const results = resultsOf(found);
  const first = found[0];
  const rows = found.map(({ name, rounds }, index) => {
    const all = first
      ? ratios(
          first.rounds.map(({ cpu }) => cpu),
          rounds.map(({ cpu }) => cpu),
        )
      : [];
    const { least, most } = spread(all);
    return [
      name,
      (results[index]?.cpu ?? 0).toFixed(1),
      (results[index]?.times ?? 0).toFixed(2),
      `${least.toFixed(2)}–${most.toFixed(2)}`,
      ...(["perSecond", "p50", "p99", "rss"] as const).map((measure) => median(rounds, measure).toFixed(0)),
    ];
  });
  return table([
    ["medians", "CPU µs/request", `× ${first?.name}`, "least–most", "requests/s", "p50 µs", "p99 µs", "RSS MB"],
    ...rows,
  ]);
}

interface RequestOptions {
  readonly endpoint?: "config" | "gate";
  readonly headers?: readonly string[];
}

export function requestWith(key: string, version = "2.3.0", { endpoint = "config", headers = [] }: RequestOptions = {}): string {
  return [
    `GET /api/v1/${endpoint}?platform=ios&current_version=${version} HTTP/1.1`,
    "User-Agent: Dart/3.9 (dart:io)",
    "Accept-Encoding: gzip",
    "Host: localhost",
    `x-api-key: ${key}`,
    "Accept-Language: de-CH",
    ...headers,
    "\r\n",
  ].join("\r\n");
}
