import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { flipBit, MemoryObjects } from "../../test/memory-objects.ts";
import { ShippedLog } from "../../test/shipped-log.ts";
import { publicMark } from "../replicas/current-rows.ts";
import type { Change, LogEnd } from "../store/store.ts";
import { ObjectReader } from "./object-reader.ts";

const signal = new AbortController().signal;
let shipped: ShippedLog;
let reader: ObjectReader;
let now = 0;

const change = (id: string, text: string | null): Change => {
  const value = text === null ? null : JSON.stringify({ text });
  return { project: "shop", kind: "instance", id, schema: 1, value };
};

beforeEach(() => {
  shipped = new ShippedLog(new MemoryObjects());
  reader = new ObjectReader({ log: shipped.log, now: () => now, headWithin: 50 });
});

/** Ten commits, of which the first four are in the snapshot, in segments of two commits. */
async function tenCommits(): Promise<void> {
  for (let revision = 1; revision <= 10; revision++) {
    shipped.commit(change(`i${revision % 3}`, `at ${revision}`));
    if (revision % 2 === 0) await shipped.ship(revision === 4);
  }
}

const at = (revision: number, epoch = "e1", id = `${epoch}_${revision}`): LogEnd => {
  return { head: { epoch, revision }, last: publicMark(revision, id) };
};
const problem = () => reader.status.problem ?? "";

/** Revisions of the commits that a reader gets; null means no news, and a first item "all" stands for a state. */
async function newsAfter(position: LogEnd | null): Promise<(number | string)[] | null> {
  const news = await reader.poll(position, true, signal);
  return news && [...(news.state ? [`all ${news.state.head.revision}`] : []), ...news.commits.map(({ head }) => head.revision)];
}

test("a reader from before the first snapshot of an epoch reads the snapshot", async () => {
  for (let revision = 1; revision <= 4; revision++) shipped.commit(change("i1", `at ${revision}`));
  await shipped.ship(true);
  assert.deepEqual(await newsAfter(at(2)), ["all 4"]);
  shipped.commit(change("i1", "at 5"));
  await shipped.ship();
  assert.deepEqual(await newsAfter(at(2)), ["all 4", 5]);
  assert.deepEqual(await newsAfter(at(4)), [5]);
  assert.equal(problem(), "");
});

test("a poll for the status reads only the head, also without changes", async () => {
  await tenCommits();
  const before = shipped.objects.requests.get;
  assert.equal(await reader.poll(at(3), false, signal), null);
  assert.equal(await reader.poll(at(10), true, signal), null);
  assert.equal(shipped.objects.requests.get - before, 2);
});

test("a reader never goes back within an epoch, and takes another epoch only if it is known to follow", async () => {
  await tenCommits();
  assert.equal(await newsAfter(at(11)), null);
  assert.equal(problem(), "");
  assert.equal(await newsAfter(at(2, "other")), null);
  assert.match(problem(), /public has epoch e1, which is not known to follow epoch other of this process$/);
  shipped.renew("e2");
  shipped.commit(change("i1", "restored"));
  await shipped.ship();
  assert.deepEqual(await newsAfter(at(12)), ["all 11"]);
  assert.deepEqual(await newsAfter(null), ["all 11"]);
});

test("the store is behind since it was found to lack commits of this process", async () => {
  await tenCommits();
  now = 1_000;
  await reader.poll(at(11), false, signal);
  now = 4_000;
  await reader.poll(at(12), false, signal);
  assert.equal(reader.status.behind, 3_000);
  await reader.poll(at(10), false, signal);
  assert.equal(reader.status.behind, 0);
});

test("another commit with the revision of this process is a problem, and is not taken", async () => {
  await tenCommits();
  for (const revision of [10, 7]) {
    assert.equal(await newsAfter(at(revision, "e1", "another")), null);
    assert.match(problem(), new RegExp(`has another commit than this process at revision ${revision}$`));
  }
  assert.deepEqual(await newsAfter({ ...at(7), last: null }), [8, 9, 10]);
});

test("each fault is named by the next poll, and forgotten by the one after it", async () => {
  await tenCommits();
  const { objects } = shipped;
  const whole = new Map(objects.objects);
  const [head, segment] = ["public/head", "public/e1/segment-000000000004"];
  const snapshot = [...whole.keys()].find((key) => key.includes("snapshot-0000000000000004")) ?? "";
  const earlier = [...whole.keys()].filter((key) => key.includes("snapshot-0000000000000002"));
  const damage = (key: string) => () => objects.damage(key, (bytes) => flipBit(bytes, bytes.length >> 1));
  const faults: [what: string, cause: () => void, problem: RegExp][] = [
    [
      "access denied",
      () => {
        objects.before = () => Promise.reject(new Error("403: access denied"));
      },
      /403: access denied/,
    ],
    [
      "a store that hangs",
      () => {
        objects.before = () => new Promise(() => {});
      },
      /public has sent nothing for 0.05 seconds/,
    ],
    ["a store that was emptied", () => objects.objects.clear(), /public is empty: no server has shipped to it yet/],
    ["a damaged head", damage(head), /public\/head/],
    ["a damaged segment", damage(segment), /segment-000000000004 is damaged/],
    ["a missing segment", () => objects.objects.delete(segment), /segment-000000000004 is missing/],
    [
      "a segment of another place",
      () => objects.objects.set(segment, whole.get("public/e1/segment-000000000003") as Buffer),
      /ends at revision 8, but 10/,
    ],
    [
      "a damaged snapshot without an earlier one",
      () => {
        damage(snapshot)();
        for (const key of earlier) objects.objects.delete(key);
      },
      /000001 is (damaged|missing)/,
    ],
  ];
  await newsAfter(at(7));
  for (const [what, cause, named] of faults) {
    cause();
    const position = what.includes("snapshot") ? null : at(7);
    assert.equal(await newsAfter(position), null, what);
    assert.match(problem(), named, what);
    assert.equal(reader.status.revision, what.includes("emptied") ? null : 10, what);
    objects.before = () => {};
    for (const [key, bytes] of whole) objects.objects.set(key, bytes);
    assert.deepEqual(await newsAfter(at(7)), [8, 9, 10], what);
    assert.equal(problem(), "", what);
  }
});

test("a damaged snapshot is named, and the one before it is read", async () => {
  await tenCommits();
  const damaged = [...shipped.objects.objects.keys()].find((key) => key.includes("snapshot-0000000000000004")) ?? "";
  shipped.objects.damage(damaged, (bytes) => flipBit(bytes, 20));
  assert.deepEqual(await newsAfter(null), ["all 2", 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.match(problem(), /snapshot-0000000000000004-[\w-]+\/000001 is damaged/);
});

test("a reader that is far behind reads the snapshot", async () => {
  for (let revision = 1; revision <= 103; revision++) {
    shipped.commit(change("i", String(revision)));
    await shipped.ship(revision === 102);
  }
  assert.deepEqual(await newsAfter(at(1)), ["all 102", 103]);
  assert.equal((await newsAfter(at(3)))?.length, 100);
});
