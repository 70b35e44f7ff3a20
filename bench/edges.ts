/** `node bench/edges.ts [edges] [changes]`: what many edges cost their origin. They only read events, all in one other process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openLog } from "../server/src/base/log.ts";
import { readSettings } from "../server/src/base/settings.ts";
import { startServer } from "../server/src/start/server.ts";
import { seedExample } from "../server/test/seed-example.ts";

const [edges = 1_000, changes = 20] = process.argv.slice(2).map(Number);
const role = process.env.BENCH_ROLE ?? "";
const url = process.env.BENCH_URL ?? "";
const token = process.env.BENCH_TOKEN ?? "";

if (role === "edges") await follow();
else await measure();

/** Runs in the other process: reports when all edges are at a revision. */
async function follow(): Promise<void> {
  const at: number[] = Array.from({ length: edges }, () => -1);
  let wanted = Number.POSITIVE_INFINITY;
  let there = 0;
  let bytes = 0;
  const reach = (edge: number, revision: number) => {
    const before = at[edge] ?? -1;
    at[edge] = revision;
    if (before >= wanted || revision < wanted) return;
    if (++there === edges) process.send?.({ revision: wanted, bytes });
  };
  for (let edge = 0; edge < edges; edge++) {
    const request = get(`${url}/edge/v1/stream`, { headers: { authorization: `Bearer ${token}` }, agent: false }, (response) => {
      let rest = "";
      response.setEncoding("latin1").on("data", (piece: string) => {
        bytes += piece.length;
        rest += piece;
        const ids = rest.matchAll(/^id: \w+\.(\d+)$/gm);
        for (const [, revision] of ids) reach(edge, Number(revision));
        rest = rest.slice(rest.lastIndexOf("\n") + 1);
      });
    });
    request.on("error", (error) => process.send?.({ failed: error.message }));
  }
  process.on("message", ({ revision }: { revision: number }) => {
    wanted = revision;
    there = at.filter((each) => each >= revision).length;
    if (there === edges) process.send?.({ revision, bytes });
  });
  process.on("disconnect", () => process.exit());
}

async function measure(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-bench-"));
  const settings = readSettings({ DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0" }, () => "");
  await seedExample(settings);
  const server = await startServer(settings, { demo: false, log: openLog("error"), version: "bench" });
  const admin = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const authorization = `Bearer ${readFileSync(join(directory, "admin-token"), "utf8").trim()}`;
    const headers = { authorization, "content-type": "application/json", "if-match": "*" };
    const response = await fetch(`${server.urls.admin}/admin/v1/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const made = await admin("POST", "tokens", { kind: "edge", name: "bench" });
  const empty = memory();
  const env = { ...process.env, BENCH_ROLE: "edges", BENCH_URL: server.urls.edge, BENCH_TOKEN: String(made.token) };
  const other = fork(import.meta.filename, [String(edges), String(changes)], { env });
  other.on("message", ({ failed }: { failed?: string }) => {
    if (failed !== undefined) throw new Error(failed);
  });
  const all = async (revision: number): Promise<number> => {
    other.send({ revision });
    for (;;) {
      const [said] = (await once(other, "message")) as [{ revision: number; bytes: number }];
      if (said.revision === revision) return said.bytes;
    }
  };
  let started = performance.now();
  let cpu = process.cpuUsage();
  const copied = await all(Number(made.revision));
  print(`${edges} edges have their first copy after ${ms(started)}; ${(copied / 1024 / edges).toFixed(1)} KiB each`);
  print(`the origin used ${spent(cpu)} of CPU for that; its RSS went from ${empty} to ${memory()} MB`);
  await sleep(2_000);
  const took: number[] = [];
  let used = 0;
  for (let change = 0; change < changes; change++) {
    cpu = process.cpuUsage();
    started = performance.now();
    const { revision } = await admin("PUT", "projects/acme-shop/instances/eu-1", { name: `change ${change}` });
    await all(Number(revision));
    took.push(performance.now() - started);
    used += microseconds(cpu);
    await sleep(200);
  }
  took.sort((a, b) => a - b);
  const [middle, worst] = [took[took.length >> 1] ?? 0, took.at(-1) ?? 0];
  print(
    `${changes} changes: all have one after ${middle.toFixed(0)} ms, the slowest after ${worst.toFixed(0)} ms, from the request on`,
  );
  print(`the origin used ${(used / changes / 1000).toFixed(1)} ms of CPU for each, the edit itself included`);
  cpu = process.cpuUsage();
  started = performance.now();
  await sleep(30_000);
  const idle = (microseconds(cpu) / 1000 / (performance.now() - started)) * 100;
  print(`while nothing changes it uses ${idle.toFixed(2)} % of a core; RSS ${memory()} MB`);
  other.disconnect();
  await once(other, "exit");
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

function memory(): string {
  return (process.memoryUsage().rss / 1_000_000).toFixed(0);
}

function microseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

function spent(since: NodeJS.CpuUsage): string {
  return `${(microseconds(since) / 1000).toFixed(0)} ms`;
}

function ms(since: number): string {
  return `${(performance.now() - since).toFixed(0)} ms`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
