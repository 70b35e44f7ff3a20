import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { MemoryObjects } from "../../test/memory-objects.ts";
import { type MemoryStore, openMemoryStore } from "../../test/memory-store.ts";
import { change, commitOf } from "../../test/store-contract/change.ts";
import { testWith } from "../../test/test-with.ts";
import { ObjectLog } from "./object-log.ts";
import { ObjectStoreError } from "./object-store.ts";
import { Shipper, type ShipperServices } from "./shipper.ts";

let objects: MemoryObjects;
let store: MemoryStore;
let elapsed: number;
const logged: string[] = [];
const shippers: Shipper[] = [];
const note = (fields: { readonly event: string }) => void logged.push(fields.event);
const day = 86_400_000;

beforeEach(() => {
  objects = new MemoryObjects();
  store = openMemoryStore("e1");
  elapsed = 0;
  logged.length = 0;
});
afterEach(async () => {
  for (const shipper of shippers.splice(0)) await shipper.stop();
  await store.close();
});

function shipperOf(more: Partial<ShipperServices> = {}): Shipper {
  const shipper = new Shipper({
    objects,
    key: null,
    store,
    format: () => 2,
    isShared: false,
    log: { error: note, info: note },
    now: () => day + elapsed,
    elapsed: () => elapsed,
    random: () => 0.5,
    randomBytes,
    newEpoch: () => "e_new",
    onLost: () => undefined,
    limit: () => new AbortController().signal,
    ...more,
  });
  shippers.push(shipper);
  return shipper;
}

const logOf = (name: "public" | "full") => new ObjectLog({ store: objects, name, key: null, randomBytes });

async function commit(shipper: Shipper | null, n: number, id = `c_${n}`): Promise<void> {
  const head = await store.commit(commitOf([change("a/x", { n })], { id, at: n }));
  shipper?.apply([], head);
}

/** A second passes, and whatever the shipper began is finished. */
async function second(...shippers: readonly Shipper[]): Promise<void> {
  elapsed += 1_000;
  for (const shipper of shippers) await shipper.tick();
  for (const shipper of shippers) await shipper.settled();
}

async function seconds(count: number, ...shippers: readonly Shipper[]): Promise<void> {
  for (let n = 0; n < count; n++) await second(...shippers);
}

async function until(isSo: () => boolean, ...shippers: readonly Shipper[]): Promise<void> {
  while (!isSo()) await second(...shippers);
}

async function started(more: Partial<ShipperServices> = {}): Promise<Shipper> {
  const shipper = shipperOf(more);
  shipper.load([], await store.head());
  await until(() => shipper.status().revision !== null || shipper.status().problem !== null, shipper);
  return shipper;
}

const test = testWith(() => started());

it("a first snapshot is followed by a segment for what was committed in each second", async () => {
  await commit(null, 1);
  const shipper = await started();
  assert.deepEqual(shipper.status(), { place: objects.place, revision: 1, behind: 0, problem: null });
  await commit(shipper, 2);
  await commit(shipper, 3);
  assert.equal(shipper.status().revision, 1);
  await second(shipper);
  assert.equal(shipper.status().revision, 3);
  for (const name of ["full", "public"] as const) {
    const head = (await logOf(name).head())?.head;
    assert.deepEqual([head?.segments, head?.revision, head?.commit, head?.snapshot.revision], [1, 3, "c_3", 1]);
    const [heading = ""] = (await logOf(name).segment("e1", 1)) ?? [];
    assert.deepEqual(JSON.parse(heading), { after: 1, revision: 3, commit: "c_3", at: 3 });
  }
});

it("a shipper that stops has shipped everything, even if it has just begun", async () => {
  const shipper = shipperOf();
  await commit(null, 1);
  shipper.load([], await store.head());
  await second(shipper);
  for (const n of [2, 3]) await commit(shipper, n);
  await shipper.stop();
  const revisions = await Promise.all(
    (["full", "public"] as const).map(async (name) => (await logOf(name).head())?.head.revision),
  );
  assert.deepEqual(revisions, [3, 3]);
});

test("people are shipped within three seconds, without a commit", async (shipper) => {
  await store.accounts.addPerson({ id: "u_ada", login: "ada", name: "Ada", createdAt: 1, disabledAt: null }, {});
  await seconds(3, shipper);
  const lines = (await logOf("full").segment("e1", 1)) ?? [];
  assert.equal(lines.filter((line) => line.startsWith(`["people",["u_ada","ada"`)).length, 1);
  assert.ok(lines.includes(`["=","people"]`));
  assert.equal(await logOf("public").segment("e1", 1), null);
  await seconds(20, shipper);
  assert.equal((await logOf("full").head())?.head.segments, 1);
});

test("a store of another installation, and one that another store replaced, ship nothing", async (shipper) => {
  await shipper.stop();
  const [other, before] = [store, objects.requests.put];
  store = openMemoryStore("e9");
  const stranger = await started();
  assert.match(stranger.status().problem ?? "", /has the log of another installation: use another prefix/);
  await stranger.stop();
  // A copy of the store, restored elsewhere, takes over; the first one goes on.
  const secret = await other.secret("objects");
  const copy = Object.assign(openMemoryStore("e2"), { secret: async () => secret });
  const next = shipperOf({ store: copy });
  next.load([], await copy.head());
  await until(() => next.status().revision !== null, next);
  assert.deepEqual((await logOf("full").head())?.head.left, ["e1"]);
  await store.close();
  store = other;
  const puts = objects.requests.put;
  assert.ok(puts > before);
  const late = await started();
  await commit(late, 1);
  await seconds(10, late);
  assert.match(late.status().problem ?? "", /^Another store took over .* from this one \(epoch e1\)/);
  assert.equal(logged.filter((event) => event === "objects.superseded").length, 1);
  assert.equal(objects.requests.put, puts);
  await Promise.all([late.stop(), next.stop(), copy.close()]);
});

test("commits that the object store has and the store lost renew its epoch, and are reported", async (shipper) => {
  for (const n of [1, 2, 3]) {
    await commit(shipper, n);
    await second(shipper);
  }
  await shipper.stop();
  const secret = await store.secret("objects");
  await store.close();
  store = Object.assign(openMemoryStore("e1"), { secret: async () => secret });
  await commit(null, 1);
  const lost: unknown[] = [];
  const again = await started({
    onLost: (had) => lost.push([had.end.head, had.base?.head, had.commits.map(({ id }) => id), had.epoch]),
  });
  assert.deepEqual(lost, [[{ epoch: "e1", revision: 3 }, { epoch: "e1", revision: 1 }, ["c_2", "c_3"], "e_new"]]);
  again.load([], await store.head());
  await until(() => again.status().revision !== null, again);
  const head = (await logOf("full").head())?.head;
  assert.deepEqual([head?.epoch, head?.left, head?.revision], ["e_new", ["e1"], 1]);
  assert.equal(again.status().problem, null);
});

it("of two nodes, the second ships only when the first has not for seconds", async () => {
  const [one, two] = [await started({ isShared: true }), await started({ isShared: true })];
  const writerOf = async () => (await logOf("full").head())?.head.writer;
  await commit(one, 1);
  two.apply([], await store.head());
  await second(two, one);
  const writer = await writerOf();
  for (let n = 2; n < 20; n++) {
    await commit(one, n);
    two.apply([], await store.head());
    await second(two, one);
  }
  assert.equal(await writerOf(), writer);
  await commit(null, 20);
  two.apply([], await store.head());
  await seconds(3, two);
  assert.equal(two.status().revision, 19);
  await seconds(4, two);
  assert.equal(two.status().revision, 20);
  assert.notEqual(await writerOf(), writer);
  await seconds(6, one);
  assert.equal(one.status().revision, 20);
  await Promise.all([one.stop(), two.stop()]);
});

const faults: Readonly<Record<string, () => void>> = {
  "403": () => {
    objects.before = () => Promise.reject(new ObjectStoreError("denied", "HTTP 403 AccessDenied"));
  },
  "no answer in time": () => {
    objects.before = () => Promise.reject(new DOMException("late", "TimeoutError"));
  },
  "a removed head": () => objects.objects.delete("full/head"),
  "a damaged head": () => objects.damage("full/head", (bytes) => bytes.subarray(0, 20)),
  "an emptied bucket": () => objects.objects.clear(),
};

for (const [name, fault] of Object.entries(faults))
  test(`${name} is a problem within ten seconds, and none ten seconds after it ended`, async (shipper) => {
    await commit(shipper, 1);
    await second(shipper);
    fault();
    const problems = new Set<string | null>();
    for (let n = 0; n < 10; n++) {
      await second(shipper);
      problems.add(shipper.status().problem);
    }
    assert.match([...problems].filter(Boolean).join(), /403|does not answer|head is (gone|damaged)/);
    objects.before = () => undefined;
    const ended = elapsed;
    await until(() => shipper.status().problem === null, shipper);
    assert.ok(elapsed - ended <= 10_000, `${elapsed - ended}`);
    await commit(shipper, 2);
    await second(shipper);
    assert.equal((await logOf("full").head())?.head.revision, 2);
    assert.equal(logged.filter((event) => event === "objects.lost").length, 1);
  });

it("a person who was erased is in no object two days later, even after a restart without changes", async () => {
  await commit(null, 1);
  let shipper = await started();
  const person = { id: "u_ada", login: "ada@acme.example", name: "Ada", createdAt: 1, disabledAt: null };
  await store.accounts.addPerson(person, {});
  await seconds(3, shipper);
  await store.accounts.erase(person.id);
  await seconds(3, shipper);
  const found = () =>
    [...objects.objects].filter(([key, bytes]) => !key.endsWith("head") && gunzipSync(bytes).includes(person.login));
  assert.equal(found().length, 1);
  await shipper.stop();
  shipper = await started();
  elapsed += day;
  await seconds(10, shipper);
  elapsed += day;
  await seconds(10, shipper);
  assert.deepEqual(found(), []);
  assert.equal((await logOf("full").head())?.head.earlier.length, 1);
  const { put } = objects.requests;
  for (let n = 0; n < 40; n++) {
    elapsed += day;
    await seconds(3, shipper);
  }
  assert.equal(objects.requests.put, put, "and then nothing is written any more");
});

test("a bucket that does not answer is a problem, and stopping does not wait for a snapshot", async (shipper) => {
  let release = () => {};
  objects.before = () => new Promise<void>((resolve) => (release = resolve));
  const waiting = shipper.tick(true);
  elapsed += 7_000;
  assert.match(shipper.status().problem ?? "", /has not answered for 6 s/);
  objects.before = () => undefined;
  release();
  await waiting;
  await seconds(2, shipper);
  assert.equal(shipper.status().problem, null);
});

test("an idle second takes 0.4 reads and no write, and a change in every second takes four writes a second", async (shipper) => {
  await seconds(10, shipper);
  const counted = async (work: () => Promise<void>) => {
    const before = { ...objects.requests };
    await work();
    const { get, put, list } = objects.requests;
    return { get: get - before.get, put: put - before.put, list: list - before.list };
  };
  const idle = await counted(() => seconds(600, shipper));
  assert.deepEqual(idle, { get: 2 * 120, put: 0, list: 0 });
  let n = 0;
  const busy = await counted(async () => {
    while (++n <= 240) {
      await commit(shipper, n);
      await second(shipper);
    }
  });
  // Two snapshots are written in between, each with a head of its own and a list of what is no longer needed.
  assert.ok(busy.put >= 4 * 240 && busy.put <= 4 * 240 + 8, `${busy.put} writes`);
  assert.ok(busy.get <= 2 * 49 && busy.list <= 2 * 2, JSON.stringify(busy));
});
