import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { flipBit, MemoryObjects } from "../../test/memory-objects.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";
import { type LogHead, replaceSnapshot } from "./log-head.ts";
import { maxObjectBytes, ObjectLog } from "./object-log.ts";

const installationKey = randomBytes(32);
let store: MemoryObjects;
beforeEach(() => {
  store = new MemoryObjects();
});

const logOf = (key: Buffer | null, name: "public" | "full" = "public") =>
  new ObjectLog({ store, name, key, randomBytes, partBytes: 60 });

const head: LogHead = {
  installation: "abc",
  epoch: "e1",
  left: ["e0"],
  segments: 2,
  revision: 12,
  commit: "c_12",
  at: 1_000,
  beside: 3,
  writer: "w_1",
  snapshot: { name: "snapshot-0000000000000010-aaaaaa", parts: 1, segment: 0, revision: 10 },
  earlier: [],
};

const lines = Array.from({ length: 3 }, (_, i) => JSON.stringify({ row: i, text: "ä\u2028" }));

/** A log with one of each object. */
async function written(log: ObjectLog): Promise<LogHead> {
  const snapshot = { ...head.snapshot, ...(await log.putSnapshot("e1", { revision: 10, segment: 0 }, lines)) };
  assert.equal(await log.putSegment("e1", 1, ["{}"]), true);
  assert.equal(await log.putSegment("e1", 2, lines), true);
  assert.notEqual(await log.putHead({ ...head, snapshot }, null), null);
  return { ...head, snapshot };
}

/** Everything that a reader gets from a log, with null in place of what is refused. */
async function read(log: ObjectLog, { epoch, snapshot }: LogHead): Promise<unknown[]> {
  const refused = (error: unknown) => {
    assert.ok(error instanceof ContentRefusal, String(error));
    assert.match(error.message, /^s3:\/\/memory\/drawbridge\/public\/(head|e1\/\S+)[ :]/);
    return null;
  };
  return Promise.all([
    log.head().then((found) => found?.head, refused),
    Array.fromAsync(log.snapshot(epoch, snapshot)).catch(refused),
    log.segment(epoch, 1).catch(refused),
    log.segment(epoch, 2).catch(refused),
  ]);
}

for (const [name, key] of [
  ["encrypted", installationKey],
  ["not encrypted", null],
] as const) {
  test(`a log that is ${name} reads as it was written`, async () => {
    const log = logOf(key);
    assert.equal(await log.head(), null);
    assert.equal(await log.segment("e1", 1), null);
    const wrote = await written(log);
    assert.ok(wrote.snapshot.parts > 1);
    assert.deepEqual(await read(log, wrote), [wrote, lines, ["{}"], lines]);
    const isReadable = [...store.objects.values()].some((bytes) => bytes.includes("installation"));
    assert.equal(isReadable, key === null);
  });

  test(`a flipped bit or a cut anywhere in a log that is ${name} is refused, or changes nothing`, async () => {
    const log = logOf(key);
    const wrote = await written(log);
    const whole = await read(log, wrote);
    for (const [object, bytes] of [...store.objects]) {
      let unseen = 0;
      for (let at = 0; at < bytes.length; at += 3) {
        for (const damaged of [flipBit(Buffer.from(bytes), at, at % 8), bytes.subarray(0, at)]) {
          store.objects.set(object, damaged);
          const found = await read(log, wrote);
          const refused = found.filter((part) => part === null).length;
          const actual = found.filter((part) => part !== null);
          assert.deepEqual(
            actual,
            whole.filter((_, i) => found[i] !== null),
          );
          unseen += 1 - refused;
        }
      }
      store.objects.set(object, bytes);
      // The time and the system in the header of gzip, and the last bits of its content, mean nothing.
      assert.ok(unseen <= (key === null && object !== "public/head" ? 12 : 0), `${unseen} changes of ${object}`);
    }
    assert.deepEqual(await read(log, wrote), whole);
  });
}

test("a missing key, another key and a key for a log without encryption are named", async () => {
  await written(logOf(installationKey));
  await assert.rejects(logOf(null).head(), /public\/head is encrypted: set DRAWBRIDGE_OBJECTS_KEY/);
  await assert.rejects(logOf(randomBytes(32)).head(), /DRAWBRIDGE_OBJECTS_KEY is another key, or the object is damaged/);
  store = new MemoryObjects();
  await written(logOf(null));
  await assert.rejects(logOf(installationKey).segment("e1", 1), /segment-000000000001 is damaged, or not encrypted although/);
});

test("the two logs have different keys, and encrypted objects cannot be exchanged", async () => {
  const log = logOf(installationKey);
  await written(log);
  const [one, two] = ["public/e1/segment-000000000001", "public/e1/segment-000000000002"];
  for (const key of ["full/e1/segment-000000000001", two]) store.objects.set(key, store.objects.get(one) as Buffer);
  await assert.rejects(logOf(installationKey, "full").segment("e1", 1), ContentRefusal);
  await assert.rejects(log.segment("e1", 2), ContentRefusal);
});

test("a newer format, a missing part and objects that are too large are refused", async () => {
  const log = logOf(null);
  const { snapshot } = await written(log);
  const refusedFormat = { ...head, format: 2 } as LogHead;
  const tag = await log.headTag();
  await log.putHead(refusedFormat, tag);
  await assert.rejects(log.head(), /is from a newer program: it has the format 2, and this program knows 1/);
  const longer = { ...snapshot, parts: snapshot.parts + 1 };
  await assert.rejects(Array.fromAsync(log.snapshot("e1", longer)), /\d{6} is missing$/);
  store.objects.set("public/e1/segment-000000000001", gzipSync(Buffer.alloc(maxObjectBytes + 1)));
  await assert.rejects(log.segment("e1", 1), /segment-000000000001 is too large$/);
  store.objects.set("public/e1/segment-000000000001", Buffer.alloc(maxObjectBytes + 1));
  await assert.rejects(log.segment("e1", 1), ContentRefusal);
});

test("a sweep deletes what is neither named, nor needed by a reader, nor written at the moment", async () => {
  const log = logOf(null);
  const day = 86_400_000;
  let now = 100 * day;
  const snapshot = async (epoch: string, revision: number, segment: number) => ({
    ...(await log.putSnapshot(epoch, { revision, segment }, ["{}"])),
    segment,
    revision,
  });
  const kept = () =>
    [...store.objects.keys()].map((key) => key.replace("public/", "").replace(/-\d{12}-[0-9a-f]{6}\//, "/")).sort();
  let own: LogHead = { ...head, left: [], segments: 0, snapshot: await snapshot("e1", 4, 0) };
  for (const [i, revision] of [6, 8, 10].entries()) {
    const last = 2 * (i + 1);
    for (const number of [last - 1, last]) await log.putSegment("e1", number, ["{}"]);
    now += day / 2;
    const earlier = replaceSnapshot({ ...own, segments: last }, now);
    own = { ...own, segments: last, earlier, snapshot: await snapshot("e1", revision, last) };
  }
  // A writer that was too slow, one that is about to write the head, one that takes over, and the next segment.
  await snapshot("e1", 7, 3);
  await snapshot("e1", 12, 7);
  await snapshot("e2", 9, 0);
  await log.putSegment("e1", 7, ["{}"]);
  assert.equal(await log.sweep(own), 4);
  const state = [
    ...[3, 4, 5, 6, 7].map((n) => `e1/segment-00000000000${n}`),
    ...[6, 8, 10, 12].map((n) => `e1/snapshot-${String(n).padStart(16, "0")}/000001`),
  ];
  const other = "e2/snapshot-0000000000000009/000001";
  assert.deepEqual(kept(), [...state, other]);
  now += 30 * day;
  own = { ...own, earlier: replaceSnapshot(own, now) };
  await log.sweep(own);
  assert.deepEqual(kept(), [...state.filter((name) => /7$|(10|12)\/000001$/.test(name)), other]);
});

test("a log that was taken over again and again keeps no epoch that its head does not name", async () => {
  const log = logOf(null);
  let own: LogHead | null = null;
  let tag: string | null = null;
  for (let n = 1; n <= 70; n++) {
    const snapshot = { ...(await log.putSnapshot(`e${n}`, { revision: n, segment: 0 }, ["{}"])), segment: 0, revision: n };
    const left: readonly string[] = own === null ? [] : [...own.left, own.epoch];
    const earlier = own === null ? [] : replaceSnapshot(own, n);
    tag = await log.putHead({ ...head, epoch: `e${n}`, left, segments: 0, snapshot, earlier }, tag);
    own = (await log.head())?.head ?? assert.fail();
    await log.sweep(own);
  }
  const named = [own?.epoch, ...(own?.earlier ?? []).map(({ epoch }) => epoch)].sort();
  const kept = new Set([...store.objects.keys()].map((key) => key.split("/")[1]));
  kept.delete("head");
  assert.deepEqual([...kept].sort(), named);
});
