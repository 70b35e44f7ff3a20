/** A server loses its data directory at random instants, and the next one begins empty. Some are only paused, and continue once replaced. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LogHead } from "../../src/objects/log-head.ts";
import { ObjectLog } from "../../src/objects/object-log.ts";
import { openObjectStore } from "../../src/objects/open-objects.ts";
import { adminToken, ServerProcess } from "../server-process.ts";

/** Milliseconds between two changes. */
const pace = 50;
const instances = 8;
const password = "a long enough password";

interface Told {
  readonly mark: string;
  readonly revision: number;
  /** By `performance.now`. */
  readonly at: number;
  /** Text of a read key or an access token; null means that the change created none. */
  readonly credential: string | null;
}

export interface LostDisks {
  readonly disks: number;
  readonly paused: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Milliseconds from the first lost change to the loss of the disk, at most. */
  readonly longestLoss: number;
  /** Milliseconds from an empty directory to a server that listens, at most. */
  readonly longestStart: number;
}

export interface DiskLosses {
  /** URL of the object store, and variables for its credentials. */
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly root: string;
  readonly disks: number;
  readonly random: () => number;
  /** The longest that a server lives after its first change was shipped, in milliseconds. */
  readonly life: number;
  /** True if some of the servers are paused instead of killed. */
  readonly isPausing: boolean;
}

/** @throws AssertionError: something is missing, in another order, or went back */
export async function loseDisks(losses: DiskLosses): Promise<LostDisks> {
  const run = new LossRun(losses);
  try {
    return await run.run();
  } finally {
    await run.close();
  }
}

class LossRun {
  readonly #losses: DiskLosses;
  readonly #env: Readonly<Record<string, string>>;
  #told: Told[] = [];
  /** Everything that was requested: it may be there without an acknowledgement. */
  readonly #requested = new Set<string>();
  /** Logins by the time of the acknowledgement. */
  readonly #people = new Map<string, number>();
  readonly #servers: ServerProcess[] = [];
  #shipped = 0;
  #count = 0;
  #acknowledged = 0;
  #lost = 0;
  #longestLoss = 0;
  #longestStart = 0;

  constructor(losses: DiskLosses) {
    this.#losses = losses;
    const key = randomBytes(32).toString("base64");
    this.#env = {
      ...losses.env,
      DRAWBRIDGE_ADMIN_TOKEN: adminToken,
      DRAWBRIDGE_OBJECTS: losses.url,
      DRAWBRIDGE_OBJECTS_KEY: key,
    };
  }

  async run(): Promise<LostDisks> {
    const { disks, random, life, isPausing } = this.#losses;
    let server = await this.#start();
    await this.#prepare(server);
    const heads = await HeadWatch.open(this.#env);
    let paused = 0;
    try {
      for (let disk = 0; disk < disks; disk++) {
        const load = this.#load(server);
        await this.#shippedOnce(server);
        await sleep(random() * life);
        const isPaused = isPausing && random() < 0.2;
        if (isPaused) {
          server.pause();
          rmSync(server.directory, { recursive: true });
        } else await server.loseDisk();
        const lostAt = performance.now();
        load.end();
        const next = await this.#start();
        await this.#verify(next, lostAt);
        if (isPaused) {
          paused++;
          await this.#resume(server, next, heads);
        }
        await load.ended;
        server = next;
      }
      await heads.reached(await epochOf(server));
    } finally {
      await heads.close();
    }
    const { length } = this.#told;
    return {
      disks,
      paused,
      acknowledged: this.#acknowledged + length,
      lost: this.#lost,
      longestLoss: this.#longestLoss,
      longestStart: this.#longestStart,
    };
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.kill();
  }

  async #start(): Promise<ServerProcess> {
    const begun = performance.now();
    const server = await ServerProcess.start(join(this.#losses.root, `disk-${this.#servers.length}`), this.#env);
    this.#servers.push(server);
    this.#longestStart = Math.max(this.#longestStart, performance.now() - begun);
    return server;
  }

  async #prepare(server: ServerProcess): Promise<void> {
    const create = async (path: string, name: string) =>
      assert.equal((await server.ask("PUT", `/admin/v1/projects/${path}`, { name }, { isNew: true }))?.status, 201);
    await create("shop", "Shop");
    for (let n = 0; n < instances; n++) await create(`shop/instances/i${n}`, `i${n}`);
    const { body } = (await server.ask("POST", "/admin/v1/people", { login: "ada", name: "Ada" })) ?? assert.fail();
    const link = new URL(body.link.url).hash.replace("#link=", "");
    assert.equal((await server.ask("POST", "/admin/v1/account-links/redeem", { link, password }))?.status, 200);
    this.#people.set("ada", performance.now());
  }

  /** Makes changes until it is ended, whatever becomes of the server. */
  #load(server: ServerProcess): { end(): void; readonly ended: Promise<unknown> } {
    let isOver = false;
    const requests: Promise<void>[] = [];
    const work = async () => {
      while (!isOver) {
        requests.push(this.#change(server, () => isOver));
        await sleep(pace);
      }
      // A paused server answers when it continues, or never.
      await Promise.all(requests);
    };
    return {
      end: () => {
        isOver = true;
      },
      ended: work(),
    };
  }

  /** @param isOver true if an acknowledgement no longer counts: that of a paused server can come after it was replaced */
  async #change(server: ServerProcess, isOver: () => boolean): Promise<void> {
    const mark = `c${++this.#count}`;
    const kind = this.#losses.random();
    if (kind < 0.05) {
      const answer = await server.ask("POST", "/admin/v1/people", { login: mark, name: mark });
      if (answer?.status === 201 && !isOver()) this.#people.set(mark, performance.now());
      return;
    }
    this.#requested.add(mark);
    const reason = `?reason=${mark}`;
    const answer = await (kind < 0.15
      ? server.ask("POST", `/admin/v1/projects/shop/keys${reason}`, { name: mark })
      : kind < 0.25
        ? server.ask("POST", `/admin/v1/projects/shop/tokens${reason}`, { kind: "access", name: mark, role: "editor" })
        : server.ask("PUT", `/admin/v1/projects/shop/instances/i${this.#count % instances}${reason}`, { name: mark }));
    if (answer === null || answer.status >= 300 || isOver()) return;
    const { revision, key, token } = answer.body;
    this.#told.push({ mark, revision, at: performance.now(), credential: key ?? token ?? null });
  }

  /** Waits until the server has shipped a change that was made after the last loss. */
  async #shippedOnce(server: ServerProcess): Promise<void> {
    const wanted = (await statusOf(server)).revision + 1;
    while ((await this.#lookAtShipped(server)) < wanted) await sleep(50);
  }

  async #lookAtShipped(server: ServerProcess): Promise<number> {
    this.#shipped = (await statusOf(server)).objects?.revision ?? 0;
    return this.#shipped;
  }

  /** Compares a restored server with what was acknowledged before. */
  async #verify(server: ServerProcess, lostAt: number): Promise<void> {
    // A long restore goes on while reads are answered from the object store.
    const lossOf = async () => (await statusOf(server)).sources[0].lost;
    while ((await lossOf()) === null) await sleep(20);
    const restored = (await lossOf()).after as number;
    assert.ok(restored >= this.#shipped, `${this.#shipped} was reported as shipped, ${restored} is there`);
    const reasons = await reasonsOf(server);
    const kept = this.#told.filter(({ revision }) => revision <= restored);
    for (const { revision, mark } of kept) assert.equal(reasons.get(revision), mark, `revision ${revision}`);
    const acknowledged = new Set(kept.map(({ mark }) => mark));
    for (const [revision, reason] of reasons)
      if (/^c\d+$/.test(reason) && !acknowledged.has(reason)) {
        assert.ok(this.#requested.has(reason), `${reason} was never requested`);
        assert.ok(revision <= restored);
      }
    assert.match(reasons.get(restored + 1) ?? "", new RegExp(`^Restored from the object store, at revision ${restored}\\.`));
    await this.#verifyCredentials(server, kept);
    await this.#verifyPeople(server, lostAt);
    const lost = this.#told.filter(({ revision }) => revision > restored);
    this.#longestLoss = Math.max(this.#longestLoss, ...lost.map(({ at }) => lostAt - at));
    this.#lost += lost.length;
    this.#told = kept;
  }

  async #verifyCredentials(server: ServerProcess, kept: readonly Told[]): Promise<void> {
    const question = "/api/v1/maintenance?instanceId=i0";
    const all = kept.flatMap(({ credential }) => credential ?? []);
    // The newest, and some of all others.
    const sample = [...all.slice(-20), ...all.filter(() => this.#losses.random() < 0.05)];
    for (const credential of sample) {
      const path = credential.startsWith("dbr_") ? question : "/admin/v1/projects/shop/instances/i0";
      const status = (await server.ask("GET", path, undefined, { credential }))?.status;
      assert.equal(status, 200, `${credential.slice(0, 8)}… after ${all.length} credentials`);
    }
  }

  async #verifyPeople(server: ServerProcess, lostAt: number): Promise<void> {
    const there = new Set<string>();
    for (let after = ""; ; ) {
      const { body } = (await server.ask("GET", `/admin/v1/people?limit=200${after}`)) ?? assert.fail();
      for (const { login } of body.people as { login: string }[]) there.add(login);
      if (body.next === null) break;
      after = `&after=${encodeURIComponent(body.next)}`;
    }
    for (const [login, at] of this.#people) {
      if (there.has(login)) continue;
      this.#longestLoss = Math.max(this.#longestLoss, lostAt - at);
      this.#lost++;
      this.#people.delete(login);
    }
    const signedIn = await server.ask("POST", "/admin/v1/session", { login: "ada", password });
    assert.equal(signedIn?.status, 200, "a password still works");
  }

  /** Lets a server continue whose disk is gone, and whose place another one has taken. */
  async #resume(server: ServerProcess, next: ServerProcess, heads: HeadWatch): Promise<void> {
    const epoch = await epochOf(next);
    await heads.reached(epoch);
    server.resume();
    // Its files are gone, but it still has them open.
    while (!/took over/.test((await statusOf(server)).objects.problem ?? "")) await sleep(50);
    await server.kill();
    heads.mustBeIn(epoch);
  }
}

/** Looks at both heads all the time: within an epoch the revision never falls, and a log never returns to an epoch that it left. */
class HeadWatch {
  readonly #logs: readonly ObjectLog[];
  readonly #seen = new Map<ObjectLog, LogHead[]>();
  readonly #ended: Promise<void>;
  readonly #store: { close(): void };
  #isOver = false;

  private constructor(store: Awaited<ReturnType<typeof openObjectStore>>, key: Buffer) {
    this.#store = store;
    this.#logs = (["public", "full"] as const).map((name) => new ObjectLog({ store, name, key, randomBytes }));
    this.#ended = this.#watch();
  }

  static async open(env: Readonly<Record<string, string>>): Promise<HeadWatch> {
    const { DRAWBRIDGE_OBJECTS: url = "", DRAWBRIDGE_OBJECTS_KEY: key = "" } = env;
    return new HeadWatch(await openObjectStore(url), Buffer.from(key, "base64"));
  }

  async reached(epoch: string): Promise<void> {
    while (!this.#logs.every((log) => this.#seen.get(log)?.at(-1)?.epoch === epoch)) {
      await Promise.race([sleep(50), this.#ended]);
      assert.ok(!this.#isOver);
    }
  }

  mustBeIn(epoch: string): void {
    for (const log of this.#logs) assert.equal(this.#seen.get(log)?.at(-1)?.epoch, epoch);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
    this.#store.close();
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      for (const log of this.#logs) {
        const head = (await log.head())?.head;
        if (head) this.#look(log, head);
      }
      await sleep(50);
    }
  }

  #look(log: ObjectLog, head: LogHead): void {
    const seen = this.#seen.get(log) ?? [];
    this.#seen.set(log, seen);
    const last = seen.at(-1);
    if (last?.epoch === head.epoch) {
      assert.ok(head.revision >= last.revision, `${log.place} went from revision ${last.revision} to ${head.revision}`);
      seen[seen.length - 1] = head;
      return;
    }
    assert.ok(!seen.some(({ epoch }) => epoch === head.epoch), `${log.place} returned to the epoch ${head.epoch}`);
    if (last) assert.ok(head.left.includes(last.epoch), `${log.place} does not say that it left ${last.epoch}`);
    seen.push(head);
  }
}

async function statusOf(server: ServerProcess) {
  return ((await server.ask("GET", "/admin/v1/status")) ?? assert.fail("the server does not answer")).body;
}

async function epochOf(server: ServerProcess): Promise<string> {
  return (await statusOf(server)).epoch;
}

async function reasonsOf(server: ServerProcess): Promise<Map<number, string>> {
  const reasons = new Map<number, string>();
  for (let before = ""; ; ) {
    const { body } = (await server.ask("GET", `/admin/v1/projects/shop/history?limit=200${before}`)) ?? assert.fail();
    for (const { revision, reason } of body.commits as { revision: number; reason: string }[]) reasons.set(revision, reason);
    const last = body.commits.at(-1)?.revision;
    if (body.next === null || last === undefined) return reasons;
    before = `&before=${last}`;
  }
}
