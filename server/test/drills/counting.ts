/**
 * Counts requests by version through two nodes on one PostgreSQL and an edge, while connections are cut and
 * members are killed, and compares the sums with what was sent.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { parseDatabaseUrl } from "../../src/base/postgres-url.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import type { VersionSum } from "../../src/store/usage.ts";
import { CuttableProxy } from "../cluster/cuttable-proxy.ts";
import { Member } from "../cluster/member.ts";
import { freeAddress, freePort } from "../free-port.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

/** One round is 1 000 requests. */
export const counting: Drill = {
  name: "counting",
  rounds: 1_000,
  run: (rounds, random) => inTemporaryDirectory((directory) => countRequests(directory, rounds * 1_000, random)),
};

const adminToken = "counting-".padEnd(40, "x");
const readKey = "a-key-that-apps-have-carried-for-years";
const project = "shop";
/** Milliseconds between two writes, and between two reports of the edge. */
const usageEvery = 100;
const versions = Array.from({ length: 300 }, (_, index) => `2.${index}.0`);
/** Versions of requests that are sent right before a member is killed: all other versions must be exact. */
const lateVersions = versions.slice(0, 3);
const markerVersion = "2.3.0";
/** Requests right before a kill: the most that one may lose. */
const lateRequests = 60;
/** Requests in one piece on a connection. */
const atOnce = 100;

type Victim = "first" | "node" | "edge";

class Counted {
  readonly #postgres: Postgres;
  readonly #store: PostgresStore;
  readonly #ways: readonly CuttableProxy[];
  readonly members: { readonly first: Member; readonly node: Member; readonly edge: Member };
  readonly sent = new Map<string, number>();
  total = 0;
  lost = 0;
  #madeUp = 0;

  static async open(directory: string): Promise<Counted> {
    const postgres = await openPostgres({ durable: true });
    const url = await postgres.database();
    const address = parseDatabaseUrl(url);
    assert.ok(address);
    const store = await openPostgresStore({ address });
    const way = await CuttableProxy.open(postgres.port);
    const nodeOf = async (name: string, database: string, own: object = {}) => {
      const settings = {
        DRAWBRIDGE_DATA: join(directory, name),
        DRAWBRIDGE_DATABASE_URL: database,
        DRAWBRIDGE_ADMIN_TOKEN: adminToken,
        ...own,
      };
      return new Member(name, await freePort(), settings, usageEvery);
    };
    const own = { DRAWBRIDGE_ADMIN_LISTEN: await freeAddress() };
    const first = await nodeOf("first", url, own);
    const node = await nodeOf("node", Object.assign(new URL(url), { host: `127.0.0.1:${way.port}` }).href);
    assert.ok((await first.start()) && (await node.start()));
    const admin = `http://${own.DRAWBRIDGE_ADMIN_LISTEN}`;
    await ask(admin, "PUT", `projects/${project}/manifest`, manifest, { "if-none-match": "*" });
    await ask(admin, "POST", `projects/${project}/keys/import`, { name: "app", value: readKey });
    const { token } = await ask(admin, "POST", "tokens", { kind: "edge", name: "edge" });
    const originWay = await CuttableProxy.open(Number(new URL(admin).port));
    const edgeSettings = {
      DRAWBRIDGE_DATA: join(directory, "edge"),
      DRAWBRIDGE_EDGE_ORIGIN: `http://127.0.0.1:${originWay.port}`,
      DRAWBRIDGE_EDGE_TOKEN: token,
    };
    const edge = new Member("edge", await freePort(), edgeSettings, usageEvery);
    assert.ok(await edge.start());
    const members = { first, node, edge };
    const counted = new Counted(postgres, store, [way, originWay], members);
    for (const member of Object.values(members)) await answers(member);
    return counted;
  }

  private constructor(postgres: Postgres, store: PostgresStore, ways: readonly CuttableProxy[], members: Counted["members"]) {
    this.#postgres = postgres;
    this.#store = store;
    this.#ways = ways;
    this.members = members;
  }

  /** Sends requests on a few connections, and waits for all answers. */
  async send(member: Member, asked: readonly string[]): Promise<void> {
    for (const version of asked) this.sent.set(version, (this.sent.get(version) ?? 0) + 1);
    this.total += asked.length;
    const parts = Array.from({ length: 4 }, (_, part) => asked.filter((_, index) => index % 4 === part));
    await Promise.all(parts.map((part) => sendAll(member.port, part)));
  }

  /** A version that no app has. */
  madeUp(): string {
    return `7.${++this.#madeUp}.0`;
  }

  /** Ends all connections to the database and to the origin, maybe in the middle of a write. */
  cut(): void {
    for (const way of this.#ways) {
      way.cut();
      way.mend();
    }
  }

  async sums(): Promise<VersionSum[]> {
    const hour = Math.floor(Date.now() / 3_600_000);
    return this.#store.usage.versionHours({ project, platform: "ios", from: hour - 48, until: hour + 2 });
  }

  async daySums(): Promise<VersionSum[]> {
    const day = Math.floor(Date.now() / 86_400_000);
    return this.#store.usage.versionDays({ project, platform: "ios", from: day - 2, until: day + 2 });
  }

  /** Resolves when everything that was sent is stored. */
  async settled(): Promise<void> {
    await until(
      async () => sumOf(await this.sums()),
      (stored) => stored === this.total - this.lost,
    );
  }

  /** Kills it after requests that it may not have written. Call when all is settled. */
  async kill(victim: Victim, random: () => number): Promise<void> {
    const member = this.members[victim];
    const late = Array.from({ length: 1 + Math.floor(random() * lateRequests) }, (_, index) => lateVersions[index % 3] ?? "");
    await this.send(member, late);
    await member.kill();
    assert.ok(await member.start());
    await answers(member);
    // Once a later request is stored, nothing from before the kill is still on its way.
    await this.send(member, [markerVersion]);
    await until(
      async () => countOf(await this.sums(), markerVersion),
      (stored) => stored === this.sent.get(markerVersion),
    );
    const sums = await this.sums();
    const lost = this.total - this.lost - sumOf(sums);
    assert.ok(lost >= 0 && lost <= late.length, `${lost} of ${late.length} requests were lost`);
    this.lost += lost;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.members).map((member) => member.close()));
    for (const way of this.#ways) way.close();
    await this.#store.close();
    await this.#postgres.close();
  }
}

const manifest = {
  apiVersion: "drawbridge/v1",
  project,
  platforms: { ios: { minimum: "2.50", recommended: "2.200", stores: { apple: "https://apps.apple.com/app/id1" } } },
};

/** @returns the result in a sentence */
export async function countRequests(directory: string, requests: number, random: () => number): Promise<string> {
  const counted = await Counted.open(directory);
  try {
    const members = Object.values(counted.members);
    // Each member has a place for each version before there are more versions than places.
    for (const member of members) await counted.send(member, versions);
    await counted.settled();
    const kills: Victim[] = ["first", "node", "edge"];
    const pieces = Math.max(1, Math.floor(requests / 5_000));
    for (let piece = 0; piece < pieces; piece++) {
      const each = Math.ceil((requests - members.length * versions.length) / pieces / members.length);
      const sending = members.map((member) => counted.send(member, someVersions(counted, each, random)));
      if (random() < 0.5) counted.cut();
      await Promise.all(sending);
      if (random() < 0.5) counted.cut();
      if (pieces - piece > kills.length && random() > 0.1) continue;
      await counted.settled();
      const victim = kills.shift() ?? (["first", "node", "edge"] as const)[Math.floor(random() * 3)];
      if (victim) await counted.kill(victim, random);
    }
    for (const victim of kills) await counted.kill(victim, random);
    await counted.settled();
    return await compare(counted);
  } finally {
    await counted.close();
  }
}

/** Frequent and rare versions, and some that are sent once. */
function someVersions(counted: Counted, count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => {
    if (random() < 0.02) return counted.madeUp();
    return versions[4 + Math.floor(random() ** 2 * (versions.length - 4))] ?? "";
  });
}

async function compare(counted: Counted): Promise<string> {
  const sums = await counted.sums();
  for (const version of versions) {
    const [sent, stored] = [counted.sent.get(version), countOf(sums, version)];
    if (!lateVersions.includes(version)) assert.equal(stored, sent, version);
    else assert.ok(stored <= (sent ?? 0), version);
    // The outcome follows from the version alone.
    const outcomes = sums.filter((sum) => sum.version === version).map(({ counts }) => counts.findIndex((count) => count > 0));
    const minor = Number(version.split(".")[1]);
    assert.deepEqual(new Set(outcomes), new Set([minor < 50 ? 2 : minor < 200 ? 1 : 0]), version);
  }
  for (const { version, counts } of sums) {
    const isMadeUp = version.startsWith("7.");
    if (isMadeUp) assert.equal(counts[0], 1, version);
  }
  assert.equal(sumOf(sums), counted.total - counted.lost);
  assert.equal(sumOf(await counted.daySums()), counted.total - counted.lost);
  const edges = sumOf(sums.filter(({ source }) => source === "edge"));
  assert.ok(edges > 0 && edges < counted.total);
  const others = countOf(sums, "");
  return `${counted.total} requests, ${counted.lost} lost with what was killed; ${versions.length - 3} versions exact, ${others} in other, ${edges} by the edge`;
}

function sumOf(sums: readonly VersionSum[]): number {
  return sums.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b), 0);
}

function countOf(sums: readonly VersionSum[], version: string): number {
  return sumOf(sums.filter((sum) => sum.version === version));
}

async function answers(member: Member): Promise<void> {
  await until(
    async () => (await member.read("/readyz", "").catch(() => null))?.status ?? 0,
    (status) => status === 200,
  );
  await until(
    async () => (await member.read("/api/v1/maintenance?instanceId=none", readKey).catch(() => null))?.status ?? 0,
    (status) => status === 404,
  );
}

async function ask(url: string, method: string, path: string, body: object, headers: object = {}): Promise<{ token: string }> {
  const response = await fetch(`${url}/admin/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json", connection: "close", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${text}`);
  return JSON.parse(text);
}

async function sendAll(port: number, asked: readonly string[]): Promise<void> {
  if (asked.length === 0) return;
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  for (let at = 0; at < asked.length; at += atOnce) await sendSome(socket, asked.slice(at, at + atOnce));
  socket.destroy();
}

/** Rejects unless each answer is a 200. */
async function sendSome(socket: Socket, asked: readonly string[]): Promise<void> {
  const requests = asked.map(
    (version) =>
      `GET /api/v1/config?platform=ios&current_version=${version} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${readKey}\r\n\r\n`,
  );
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let received = "";
  const hear = (text: Buffer) => {
    received += text.toString("latin1");
    const statuses = received.match(/HTTP\/1\.1 \d+/g) ?? [];
    if (statuses.some((status) => status !== "HTTP/1.1 200")) reject(new Error(received));
    // The last answer is complete with its body.
    if (statuses.length === asked.length && received.endsWith("}")) resolve();
  };
  const close = () => reject(new Error("the connection was closed"));
  socket.on("data", hear).once("close", close);
  socket.write(requests.join(""));
  try {
    await promise;
  } finally {
    socket.off("data", hear).off("close", close);
  }
}
