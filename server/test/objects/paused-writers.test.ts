/** Two writers on a made-up timeline, paused between any two requests, which fail in every way: the bucket has what was acknowledged. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { readFullLine } from "../../src/objects/full-lines.ts";
import type { LogHead } from "../../src/objects/log-head.ts";
import { ObjectLog } from "../../src/objects/object-log.ts";
import { type ListedObject, type ObjectStore, ObjectStoreError } from "../../src/objects/object-store.ts";
import { readPublicSegment } from "../../src/objects/public-lines.ts";
import { readSegmentStart } from "../../src/objects/read-segments.ts";
import { Shipper } from "../../src/objects/shipper.ts";
import { randomFrom } from "../drills/drill.ts";
import { MemoryObjects } from "../memory-objects.ts";
import { type MemoryStore, openMemoryStore } from "../memory-store.ts";
import { change, commitOf } from "../store-contract/change.ts";

const scenarios = ["two nodes of a database", "a restored store and the first one", "a store that went back"] as const;
type Scenario = (typeof scenarios)[number];

/** Milliseconds in which writers are paused and requests fail, and then until everything must be shipped. */
const unrest = 60_000;
const calm = 60_000;

test("writers that are paused anywhere never move a log back, and it has only what was acknowledged", async () => {
  const random = randomFrom(20261126);
  let [heads, faults, pauses] = [0, 0, 0];
  for (let run = 0; run < 20; run++) {
    const world = new World(random);
    try {
      await world.run();
    } finally {
      await world.close();
    }
    heads += world.heads;
    faults += world.faults;
    pauses += world.pauses;
  }
  assert.ok(heads > 300 && faults > 100 && pauses > 50, `${heads} heads, ${faults} faults, ${pauses} pauses`);
});

class World {
  readonly random: () => number;
  readonly objects = new MemoryObjects();
  now = 0;
  isCalm = false;
  heads = 0;
  faults = 0;
  pauses = 0;
  readonly #machines: Machine[] = [];
  /** Ids of the acknowledged commits of each store in its epoch; the first is revision 1. */
  readonly #stores = new Map<MemoryStore, string[]>();
  /** All of them by epoch: a store that went back has another history in the same epoch, until it notices. */
  readonly #histories = new Map<string, string[][]>();
  readonly #waiting: { readonly at: number; readonly order: number; readonly wake: () => void }[] = [];
  readonly #revisions = new Map<string, number>();
  #order = 0;
  #wrong: unknown = null;

  constructor(random: () => number) {
    this.random = random;
    this.objects.after = (operation, key) => {
      if (operation === "put" && key.endsWith("/head"))
        this.#checkHead(key).catch((error: unknown) => {
          this.#wrong ??= error;
        });
    };
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  sleep(ms: number): Promise<void> {
    const at = this.now + ms;
    return new Promise((wake) => this.#waiting.push({ at, order: this.#order++, wake }));
  }

  async run(): Promise<void> {
    const scenario = scenarios[this.below(scenarios.length)] as Scenario;
    const first = await this.#open("e1");
    const isShared = scenario === scenarios[0];
    const machines = [await this.#start(first, isShared)];
    if (isShared) machines.push(await this.#start(first, isShared));
    const turns = 5_000 + this.below(unrest - 15_000);
    let hasTurned = isShared;
    let winner = first;
    while (this.now < unrest) {
      if (!hasTurned && this.now >= turns) {
        hasTurned = true;
        winner = await this.#turn(scenario, first, machines);
      }
      if (this.below(30) === 0) this.#pause(machines[this.below(machines.length)] as Machine);
      for (const store of new Set(machines.map((machine) => machine.store))) if (this.below(3) > 0) await this.#commit(store);
      await this.#pass(this.below(1_000));
    }
    this.isCalm = true;
    await this.#pass(calm);
    const shipped = await this.#shipped("full");
    const { head, last } = await winner.end();
    assert.deepEqual([shipped.epoch, shipped.revision, shipped.commit], [head.epoch, head.revision, last?.id ?? null]);
    assert.equal(shipped.beside, await winner.log.besides());
    const edges = await this.#shipped("public");
    assert.deepEqual([edges.epoch, edges.revision], [head.epoch, head.revision]);
  }

  async close(): Promise<void> {
    for (const machine of this.#machines) machine.end();
    this.isCalm = true;
    for (let n = 0; n < 100; n++) await this.#next(1_000);
    for (const store of this.#stores.keys()) await store.close();
  }

  renewed(store: MemoryStore, epoch: string): void {
    this.#follow(store, epoch, this.#stores.get(store) ?? []);
  }

  async #open(epoch: string, ids: readonly string[] = []): Promise<MemoryStore> {
    // Every copy of a store has its secrets.
    const store = Object.assign(openMemoryStore(epoch), { secret: async () => "secret" });
    this.#follow(store, epoch, ids);
    for (const id of ids) await store.commit(commitOf([change("a/x", { id })], { id, at: timeOf(id) }));
    return store;
  }

  #follow(store: MemoryStore, epoch: string, ids: readonly string[]): void {
    const history = [...ids];
    this.#stores.set(store, history);
    this.#histories.set(epoch, [...(this.#histories.get(epoch) ?? []), history]);
  }

  async #start(store: MemoryStore, isShared: boolean): Promise<Machine> {
    const machine = new Machine(this, store, isShared);
    this.#machines.push(machine);
    await machine.load();
    return machine;
  }

  /** Another store takes the place of the first one. */
  async #turn(scenario: Scenario, first: MemoryStore, machines: Machine[]): Promise<MemoryStore> {
    const [zombie] = machines as [Machine];
    const all = this.#stores.get(first) ?? [];
    const head = await this.#log("full").head();
    if (head === null) return first;
    if (scenario === scenarios[1]) {
      this.#pause(zombie);
      const store = await this.#open("e2", all.slice(0, head.head.revision));
      machines.push(await this.#start(store, false));
      return store;
    }
    zombie.end();
    const store = await this.#open("e1", all.slice(0, this.below(all.length + 1)));
    machines[0] = await this.#start(store, false);
    return store;
  }

  #pause(machine: Machine): void {
    this.pauses++;
    machine.pause(1_000 + this.below(29_000));
  }

  async #commit(store: MemoryStore): Promise<void> {
    if (this.below(20) === 0) await store.accounts.addPerson(person(this.#order++), {});
    const id = `c_${this.#order++}`;
    const head = await store.commit(commitOf([change("a/x", { id })], { id, at: timeOf(id) }));
    this.#stores.get(store)?.push(id);
    for (const machine of this.#machines) if (machine.store === store) machine.apply(head);
  }

  async #pass(ms: number): Promise<void> {
    const until = this.now + ms;
    while (await this.#next(until - this.now));
    this.now = until;
  }

  /** Lets the next thing happen, if it is within that time. */
  async #next(within: number): Promise<boolean> {
    for (const machine of this.#machines) await machine.isBlocked();
    if (this.#wrong !== null) throw this.#wrong;
    this.#waiting.sort((a, b) => a.at - b.at || a.order - b.order);
    const [next] = this.#waiting;
    if (next === undefined || next.at > this.now + within) return false;
    this.#waiting.shift();
    this.now = Math.max(this.now, next.at);
    next.wake();
    await setImmediate();
    return true;
  }

  #log(name: "public" | "full"): ObjectLog {
    const store = new MemoryObjects();
    for (const [key, bytes] of this.objects.objects) store.objects.set(key, bytes);
    return new ObjectLog({ store, name, key: null, randomBytes });
  }

  async #checkHead(key: string): Promise<void> {
    const name = key.startsWith("full/") ? "full" : "public";
    const copy = this.#log(name);
    const { head } = (await copy.head()) ?? {};
    assert.ok(head);
    this.heads++;
    const before = this.#revisions.get(`${name} ${head.epoch}`) ?? 0;
    assert.ok(head.revision >= before, `${name} of ${head.epoch} went back from ${before} to ${head.revision}`);
    this.#revisions.set(`${name} ${head.epoch}`, head.revision);
    const full = this.#revisions.get(`full ${head.epoch}`) ?? -1;
    assert.ok(name === "full" || head.revision <= full, `edges have revision ${head.revision}, and the full log ${full}`);
    const commits = (this.#histories.get(head.epoch) ?? []).map((ids) => ids[head.revision - 1] ?? null);
    assert.ok(commits.includes(head.commit), `revision ${head.revision} of ${head.epoch}: ${head.commit}, not ${commits}`);
    if (this.below(20) === 0) await this.#shipped(name);
  }

  /** The head, after its content was read and compared with what was acknowledged. */
  async #shipped(name: "public" | "full"): Promise<LogHead> {
    const log = this.#log(name);
    const { head } = (await log.head()) ?? {};
    assert.ok(head);
    const { epoch, snapshot, segments } = head;
    const ids: (string | null)[] = [];
    const take = (line: string) => {
      const { table, row } = readFullLine(line, name);
      if (table.name === "commits" && row) ids[Number(row[0]) - 1] = String(row[5]);
    };
    const [, ...lines] = await Array.fromAsync(log.snapshot(epoch, snapshot));
    if (name === "full") for (const line of lines) take(line);
    else ids.length = snapshot.revision;
    for (let number = snapshot.segment + 1; number <= segments; number++) {
      const found = await log.segment(epoch, number);
      assert.ok(found, `segment ${number} of ${segments}`);
      const { after } = readSegmentStart(found[0], name);
      assert.equal(after, ids.length, `segment ${number}`);
      if (name === "full") for (const line of found.slice(1)) take(line);
      else for (const { head: at, last } of readPublicSegment(found, epoch, name).commits) ids[at.revision - 1] = last.id;
    }
    const own = (history: readonly string[]) => [...history.slice(name === "public" ? snapshot.revision : 0, head.revision)];
    const found = JSON.stringify(name === "public" ? ids.slice(snapshot.revision) : ids);
    const histories = this.#histories.get(epoch) ?? [];
    assert.ok(
      histories.some((history) => JSON.stringify(own(history)) === found),
      `${name} of ${epoch} has ${found}, not the beginning of ${JSON.stringify(histories)}`,
    );
    return head;
  }
}

/** A process: it can be paused wherever it waits for a request. */
class Machine {
  readonly store: MemoryStore;
  readonly #world: World;
  readonly #shipper: Shipper;
  #blocked = 0;
  #isTicking = false;
  #isSettled = true;
  #pausedUntil = 0;
  #isEnded = false;

  constructor(world: World, store: MemoryStore, isShared: boolean) {
    this.#world = world;
    this.store = store;
    this.#shipper = new Shipper({
      objects: this.#wire(),
      key: null,
      store,
      format: () => 2,
      isShared,
      log: { error: () => undefined, info: () => undefined },
      // A day in 17 seconds, so that snapshots and deletions are due.
      now: () => world.now * 5_000,
      elapsed: () => world.now,
      random: () => world.random(),
      randomBytes,
      newEpoch: () => `e_${randomBytes(4).toString("hex")}`,
      onLost: ({ epoch }) => {
        world.renewed(store, epoch);
        void this.load();
      },
      limit: () => new AbortController().signal,
    });
  }

  async load(): Promise<void> {
    this.#shipper.apply([], await this.store.head());
    if (this.#isTicking || this.#isEnded) return;
    void this.#run();
  }

  apply(head: { readonly epoch: string; readonly revision: number }): void {
    this.#shipper.apply([], head);
  }

  pause(ms: number): void {
    this.#pausedUntil = this.#world.now + ms;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Waits for what it does without a request. */
  async isBlocked(): Promise<void> {
    while (this.#blocked < Number(this.#isTicking) + Number(!this.#isSettled)) await setImmediate();
  }

  async #run(): Promise<void> {
    this.#isTicking = true;
    while (!this.#isEnded) {
      await this.#waited(async () => {
        await this.#world.sleep(1_000);
        await this.#awake();
      });
      await this.#shipper.tick();
      this.#isSettled = false;
      void this.#shipper.settled().then(() => {
        this.#isSettled = true;
      });
    }
    this.#isTicking = false;
  }

  async #awake(): Promise<void> {
    while (!this.#world.isCalm && this.#pausedUntil > this.#world.now)
      await this.#world.sleep(Math.min(1_000, this.#pausedUntil - this.#world.now));
  }

  async #waited<T>(work: () => Promise<T>): Promise<T> {
    this.#blocked++;
    try {
      return await work();
    } finally {
      this.#blocked--;
    }
  }

  #wire(): ObjectStore {
    const { objects } = this.#world;
    return {
      place: objects.place,
      get: (key) => this.#request(() => objects.get(key)),
      put: (key, bytes, tag) => this.#request(() => objects.put(key, bytes, tag)),
      delete: (keys) => this.#request(() => objects.delete(keys)),
      close: () => undefined,
      list: (prefix) => this.#list(prefix),
    };
  }

  async *#list(prefix: string): AsyncIterable<ListedObject> {
    yield* await this.#request(() => Array.fromAsync(this.#world.objects.list(prefix)));
  }

  #request<T>(work: () => Promise<T>): Promise<T> {
    const world = this.#world;
    return this.#waited(async () => {
      await this.#awake();
      await world.sleep(5 + world.below(100));
      if (!world.isCalm && world.below(12) === 0) {
        world.faults++;
        const kind = world.below(5);
        if (kind === 2) await work();
        if (kind === 3) await world.sleep(10_000);
        // The bytes arrive after the client gave up.
        if (kind === 4) void world.sleep(1_000 + world.below(10_000)).then(work, () => undefined);
        await this.#awake();
        throw new ObjectStoreError(kind === 0 ? "denied" : "unavailable", "a made-up fault");
      }
      const result = await work();
      await world.sleep(5 + world.below(100));
      await this.#awake();
      return result;
    });
  }
}

/** Epoch ms of the commit, the same in every copy. */
function timeOf(id: string): number {
  return Number(id.slice(2));
}

function person(n: number) {
  return { id: `u_${n}`, login: `login-${n}`, name: "Ada", createdAt: 1, disabledAt: null };
}
