/**
 * Floods a server from 1, 8 and 150 connections that pipeline: another app waits for a share of their
 * answers that follows from the quota of a turn, reads cost as much as before, and a second flood takes no more memory than the first.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Member } from "../cluster/member.ts";
import { freePort } from "../free-port.ts";
import { MetricsText } from "../metrics-text.ts";
import { requestHead } from "../read-server.ts";
import { startProgram } from "../running-program.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** A round is one read of the other app during each flood. */
export const pipelining: Drill = {
  name: "pipelining",
  rounds: 300,
  run: (rounds) => inTemporaryDirectory((directory) => flooded(directory, rounds)),
};

const metricsToken = "metrics-token-0123456789-0123456789-0123";
const connections = [1, 8, 150];

interface Flood {
  readonly port: number;
  readonly read: string;
  readonly count: number;
  /** Answers to all connections. */
  readonly answers: SharedArrayBuffer;
}

async function flooded(directory: string, rounds: number): Promise<string> {
  const data = join(directory, "data");
  const program = await startProgram({ directory: data, example: true });
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "apps" });
  await program.stop();
  const port = await freePort();
  const own = { DRAWBRIDGE_DATA: data, DRAWBRIDGE_METRICS_TOKEN: metricsToken };
  const server = new Member("server", port, own);
  try {
    assert.ok(await server.start());
    // Clients that wait for a processor would count answers that came long before.
    setPriority(server.pid ?? 0, constants.priority.PRIORITY_LOW);
    const target = "/api/v1/config?platform=ios&current_version=2.3.0";
    const read = requestHead({ target, key: String(body.key) });
    const before = await costOfReads(port, read);
    const waits: string[] = [];
    for (const count of connections) {
      const share = await shareOfWaits({ port, read, count, answers: new SharedArrayBuffer(4) }, rounds);
      assert.ok(share <= 32 * count + 200, `${count} connections: ${share} answers before another's`);
      waits.push(`${share} of ${32 * count + 200}`);
    }
    const memory = await restingMemory(port);
    const last = { port, read, count: connections.at(-1) ?? 1, answers: new SharedArrayBuffer(4) };
    await shareOfWaits(last, rounds);
    const grown = (await restingMemory(port)) / memory;
    assert.ok(grown <= 1.05, `a second flood takes ${grown} times the memory`);
    const after = (await costOfReads(port, read)) / before;
    assert.ok(after <= 1.25, `a read costs ${after} times the CPU that it cost before the floods`);
    const figures = `memory × ${grown.toFixed(2)}, CPU of a read × ${after.toFixed(2)}`;
    return `answers to ${connections.join(", ")} connections before another's, at p95: ${waits.join(", ")}; ${figures}`;
  } finally {
    await server.close();
  }
}

/** Runs a flood; returns how many of its answers come between a read of another connection and its answer, at the 95th percentile. */
async function shareOfWaits(flood: Flood, rounds: number): Promise<number> {
  const attackers = new Worker(new URL(import.meta.url), { workerData: flood });
  await once(attackers, "message");
  const answers = new Int32Array(flood.answers);
  const victim = await open(flood.port);
  const shares: number[] = [];
  while (shares.length < rounds) {
    const before = Atomics.load(answers, 0);
    await ask(victim, flood.read);
    shares.push(Atomics.load(answers, 0) - before);
    await sleep(5);
  }
  assert.ok(Atomics.load(answers, 0) > 16 * flood.count, "the flood is answered");
  victim.destroy();
  await attackers.terminate();
  return shares.sort((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket, read: string): Promise<void> {
  socket.write(read);
  const [bytes] = await once(socket, "data");
  assert.match(String(bytes), /^HTTP\/1\.1 200 /);
}

/** Seconds of the server's CPU for a read of an undisturbed connection: the least of several runs. */
async function costOfReads(port: number, read: string): Promise<number> {
  const socket = await open(port);
  const costs: number[] = [];
  const reads = 2_000;
  for (let run = 0; run < 4; run++) {
    const { cpu } = await measure(port);
    for (let i = 0; i < reads; i++) await ask(socket, read);
    costs.push(((await measure(port)).cpu - cpu) / reads);
  }
  socket.destroy();
  return Math.min(...costs);
}

/** Bytes: the least of some looks, between which the server collects garbage. */
async function restingMemory(port: number): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 20; look++, await sleep(100)) looks.push((await measure(port)).memory);
  return Math.min(...looks);
}

async function measure(port: number): Promise<{ readonly cpu: number; readonly memory: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { series } = new MetricsText(await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text());
  const value = (name: string) => series.find((one) => one.name === name)?.value ?? Number.NaN;
  return { cpu: value("process_cpu_seconds_total"), memory: value("process_resident_memory_bytes") };
}

/** The attackers, in a thread of their own: they always have more to send. */
async function attack({ port, read, count, answers }: Flood): Promise<void> {
  const total = new Int32Array(answers);
  const piece = Buffer.from(read.repeat(1_000));
  const status = Buffer.from("HTTP/1.1 ");
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await open(port);
      socket.on("error", () => undefined);
      socket.on("data", (bytes: Buffer) => {
        let found = 0;
        for (let at = bytes.indexOf(status); at >= 0; at = bytes.indexOf(status, at + 1)) found++;
        Atomics.add(total, 0, found);
      });
      const send = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on("drain", send);
      send();
    }),
  );
  parentPort?.postMessage("flooding");
}

if (!isMainThread && workerData !== null && "answers" in workerData) void attack(workerData as Flood);
