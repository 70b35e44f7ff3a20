/** A server loses its data directory at random instants, and the next one begins empty. Some are only paused, and continue once replaced. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
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

interface LostDisks {
  readonly paused: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Milliseconds from the first lost change to the loss of the disk, at most. */
  readonly longestLoss: number;
  /** Milliseconds from an empty directory to a server that listens, at most. */
  readonly longestStart: number;
}

interface DiskLosses {
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
  #lost = 0;
  #longestLoss = 0;
  #longestStart = 0;

  constructor(losses: DiskLosses) {
    this.#losses = losses;
    const folder = join(losses.root, "objects");
    mkdirSync(folder, { recursive: true });
    this.#env = {
      DRAWBRIDGE_ADMIN_TOKEN: adminToken,
      DRAWBRIDGE_OBJECTS: pathToFileURL(folder).href,
      DRAWBRIDGE_OBJECTS_KEY: randomBytes(32).toString("base64"),
    };
  }

  async run(): Promise<LostDisks> {
    const { disks, random, life, isPausing } = this.#losses;
    let server = await this.#start();
    await this.#prepare(server);
    let paused = 0;
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
        await this.#resume(server, next);
      }
      await load.ended;
      server = next;
    }
    return {
      paused,
      acknowledged: this.#told.length,
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
    do {
      await sleep(50);
      this.#shipped = (await statusOf(server)).objects?.revision ?? 0;
    } while (this.#shipped < wanted);
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
  async #resume(server: ServerProcess, next: ServerProcess): Promise<void> {
    const { revision } = await statusOf(next);
    while ((await statusOf(next)).objects.revision !== revision) await sleep(50);
    server.resume();
    // Its files are gone, but it still has them open.
    while (!/took over/.test((await statusOf(server)).objects.problem ?? "")) await sleep(50);
    await server.kill();
  }
}

async function statusOf(server: ServerProcess) {
  return ((await server.ask("GET", "/admin/v1/status")) ?? assert.fail("the server does not answer")).body;
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
