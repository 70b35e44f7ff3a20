/** Many recurring windows in one project: the time to compile them, and their effect on reads in another project. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Load, openLoad } from "./load-generator.ts";
import { type Pinned, startPinned } from "./pinned.ts";
import { comparison } from "./spread.ts";

export interface WindowsOptions {
  readonly instances: number;
  /** Windows, each with a rule of its own; every instance is in five of them. */
  readonly rules: number;
  readonly rounds: number;
  readonly ms: number;
  readonly print: (text: string) => void;
}

interface Urls {
  readonly config: string;
  readonly admin: string;
}

const measures = [
  { name: "p50 µs", digits: 0 },
  { name: "p99 µs", digits: 0 },
  { name: "requests/s", digits: 0 },
] as const;

type Round = Record<(typeof measures)[number]["name"], number>;

/** The longest time, ms, from a change of the windows until the first and the last instance have their answers. */
export async function benchWindows({ instances, rules, rounds, ms, print }: WindowsOptions): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-windows-"));
  const server = await startPinned<Urls>(join(import.meta.dirname, "drawbridge-server.ts"), [data, "demo"], 0);
  const load = await openLoad(1);
  const quiet: Round[] = [];
  const changing: Round[] = [];
  let longest = 0;
  try {
    const admin = new Admin(server.ready.admin, readFileSync(join(data, "admin-token"), "utf8").trim());
    const key = await admin.create(manifestOf(instances, rules));
    const demo = readFileSync(join(data, "demo-key"), "utf8").trim();
    await measureRound(load, server, demo, ms);
    for (let round = 0; round < rounds; round++) {
      quiet.push(await measureRound(load, server, demo, ms));
      const reading = measureRound(load, server, demo, ms);
      longest = Math.max(longest, await changeAndAsk(server, admin, key, instances, round));
      changing.push(await reading);
    }
  } finally {
    await Promise.all([load.stop(), server.stop()]);
    rmSync(data, { recursive: true, force: true });
  }
  print(comparison(measures, { name: "quiet", rounds: quiet }, { name: "changing", rounds: changing }));
  print(
    `${instances} instances × 5 of ${rules} recurring windows: answered ${longest.toFixed(0)} ms after a change at the latest.`,
  );
  return longest;
}

export async function createBusyProject(admin: string, token: string): Promise<string> {
  const ids = Array.from({ length: 20 }, (_, i) => `i-${i}`);
  const windows = ids.flatMap((id, i) =>
    Array.from({ length: 50 }, (_, j) => [`w-${i}-${j}`, { ...windowOf(50 * i + j, [id], 0), repeat: "FREQ=DAILY" }]),
  );
  return await new Admin(admin, token).create({
    ...manifestOf(ids.length, 0),
    platforms: { ios: { minimum: "2.4.0", store: "none" } },
    windows: Object.fromEntries(windows),
  });
}

class Admin {
  readonly #base: string;
  readonly #authorization: string;

  constructor(url: string, token: string) {
    this.#base = `${url}/admin/v1/projects/many`;
    this.#authorization = `Bearer ${token}`;
  }

  /** Creates the project by a manifest; returns one of its keys. */
  async create(manifest: object): Promise<string> {
    await this.send("PUT", "/manifest?reason=bench", manifest, { "if-none-match": "*" });
    return String((await this.send("POST", "/keys", { name: "bench" })).key);
  }

  async changeWindow(round: number): Promise<void> {
    const path = "/windows/w-0";
    const etag = (await this.#fetch("GET", path)).headers.get("etag") ?? "";
    await this.send("PUT", path, windowOf(0, ["i-0"], round + 1), { "if-match": etag });
  }

  async send(
    method: string,
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ key?: string }> {
    const response = await this.#fetch(method, path, JSON.stringify(body), headers);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  #fetch(method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    return fetch(this.#base + path, {
      method,
      headers: { authorization: this.#authorization, ...type, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }
}

function manifestOf(instances: number, rules: number): object {
  const ids = Array.from({ length: instances }, (_, i) => `i-${i}`);
  // Instance i is in the windows i, i + 1 … i + 4, modulo their number.
  const covered = (w: number) => ids.filter((_, i) => (((w - i) % rules) + rules) % rules < 5);
  return {
    apiVersion: "drawbridge/v1",
    project: "many",
    instances: Object.fromEntries(ids.map((id) => [id, { name: id }])),
    windows: Object.fromEntries(Array.from({ length: rules }, (_, w) => [`w-${w}`, windowOf(w, covered(w), 0)])),
  };
}

const zones = ["Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];

/** Weekly, each at another minute of the week, plus `shift` minutes. */
function windowOf(index: number, instances: readonly string[], shift: number): object {
  const minute = (index * 17 + shift) % (23 * 60);
  const date = `2026-01-${String(5 + (index % 7)).padStart(2, "0")}`;
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return { instances, start: `${date}T${time}`, zone: zones[index % zones.length], duration: "PT30M", repeat: "FREQ=WEEKLY" };
}

/** Milliseconds until the first and the last instance were answered after a change. */
async function changeAndAsk(server: Pinned<Urls>, admin: Admin, key: string, instances: number, round: number): Promise<number> {
  await admin.changeWindow(round);
  const begun = performance.now();
  for (const instance of ["i-0", `i-${instances - 1}`]) {
    const url = `${server.ready.config}/api/v1/maintenance?instanceId=${instance}`;
    const response = await fetch(url, { headers: { "x-api-key": key } });
    const text = await response.text();
    // Each repeats weekly, so one is always in force or upcoming.
    if (response.status !== 200 || Date.parse(JSON.parse(text).end_time) <= Date.now()) throw new Error(`${instance}: ${text}`);
  }
  return performance.now() - begun;
}

async function measureRound(load: Load, server: Pinned<Urls>, key: string, ms: number): Promise<Round> {
  const request = `GET /api/v1/config?platform=ios&current_version=2.6.0 HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`;
  const port = Number(new URL(server.ready.config).port);
  const { requests, errors, perSecond, p50, p99 } = await load.measure({ port, requests: [request], connections: 16, ms });
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed`);
  return { "requests/s": perSecond, "p50 µs": p50, "p99 µs": p99 };
}
