import assert from "node:assert/strict";
import { test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { hourMs } from "./hour-ring.ts";
import { ReadUsage } from "./read-usage.ts";
import { UsageWriter } from "./usage-writer.ts";

const directories = temporaryDirectories();
const noon = Date.parse("2026-11-21T12:00:00Z");
const keys = ["k_a", "k_b"].map((id) => ({ project: "shop", kind: "read_key", id }) as const);

async function started(store: Store, now = { at: noon }, held: typeof keys = keys) {
  const logged: object[] = [];
  const usage = new ReadUsage();
  const log = { error: (fields: object) => void logged.push(fields) };
  const writer = new UsageWriter({ usage, store, now: () => now.at, log });
  await writer.start(held);
  return { usage, writer, logged, now };
}

/** As somebody sees it. */
function told(usage: ReadUsage, now = noon) {
  const { letIn, versions, refusals } = usage.of("shop", "k_a");
  return {
    hours: letIn.hours(now).slice(-3),
    versions: versions.map((tally) => [tally.counted.version, tally.sum(now)]),
    refused: refusals.map((tally) => [tally.counted.outcome, tally.sum(now)]),
    missing: usage.anonymous.missing.sum(now),
  };
}

function ask(usage: ReadUsage, at: number): void {
  const use = usage.of("shop", "k_a");
  use.letIn.count(at);
  use.version("ios", "2.3.0").count(at);
  use.refused("not_allowed").count(at);
  usage.anonymous.missing.count(at);
}

test("what was written is there after a restart, and goes on; what was not, is lost", async () => {
  const directory = directories();
  const first = await openSqliteStore({ directory });
  const { usage, writer } = await started(first);
  ask(usage, noon - hourMs);
  ask(usage, noon);
  await writer.flush();
  ask(usage, noon);
  await first.close();

  const second = await openSqliteStore({ directory });
  const again = await started(second);
  assert.deepEqual(told(again.usage), {
    hours: [0, 1, 1],
    versions: [["2.3.0", 2]],
    refused: [["not_allowed", 2]],
    missing: 2,
  });
  ask(again.usage, noon);
  await again.writer.stop();
  await second.close();

  const third = await openSqliteStore({ directory });
  assert.deepEqual(told((await started(third)).usage).hours, [0, 1, 2]);
  assert.deepEqual([...(await third.lastUsed.of(["shop/k_a", "shop/k_b"]))], [["shop/k_a", noon]]);
  await third.close();
});

test("only what has changed is written, a part at a time", async () => {
  const store = openMemoryStore();
  const { usage, writer } = await started(store);
  const sizes: number[] = [];
  const write = store.usage.write.bind(store.usage);
  store.usage.write = (change) => {
    if (change.counts.length > 0) sizes.push(change.counts.length);
    return write(change);
  };
  for (let i = 0; i < 1_200; i++) usage.of("shop", `k_${i}`).letIn.count(noon);
  await writer.flush();
  usage.of("shop", "k_7").letIn.count(noon);
  await writer.flush();
  await writer.flush();
  assert.deepEqual(sizes, [500, 500, 200, 1]);
  await writer.stop();
});

test("what a store cannot take now is written when it can; that it is away is not logged each time", async () => {
  const store = openMemoryStore();
  const { usage, writer, logged } = await started(store);
  const write = store.usage.write.bind(store.usage);
  const fails = (error: Error, when: (count: number) => boolean) => {
    store.usage.write = (change) => (when(change.counts.length) ? Promise.reject(error) : write(change));
  };
  ask(usage, noon);
  usage.forget("shop", "k_b");
  fails(new DrawbridgeError("unavailable", "away"), () => true);
  await writer.flush();
  fails(new Error("a defect"), (count) => count > 0);
  await writer.flush();
  assert.equal(logged.length, 1);
  assert.deepEqual(await store.usage.counts(), []);
  store.usage.write = write;
  await writer.flush();
  assert.equal((await store.usage.counts()).length, 4);
  await writer.stop();
});

test("of a key that is gone nothing is told or kept, also where it went while nobody wrote", async () => {
  const store = openMemoryStore();
  const { usage, writer } = await started(store);
  for (const key of ["k_a", "k_b"]) usage.of("shop", key).letIn.count(noon);
  await writer.flush();
  usage.of("shop", "k_a").letIn.count(noon);
  usage.forget("shop", "k_a");
  assert.equal(usage.find("shop", "k_a"), null);
  await writer.stop();
  assert.deepEqual(
    (await store.usage.counts()).map(({ key }) => key),
    ["k_b"],
  );
  assert.deepEqual([...(await store.lastUsed.of(["shop/k_a", "shop/k_b"]))], [["shop/k_b", noon]]);
  const { usage: without, writer: other } = await started(store, { at: noon }, []);
  assert.equal(without.find("shop", "k_b"), null);
  await other.stop();
});

test("what is older than 24 hours is neither kept nor taken in", async () => {
  const store = openMemoryStore();
  const { usage, writer, now } = await started(store);
  ask(usage, noon);
  await writer.flush();
  now.at = noon + 24 * hourMs;
  const { usage: later, writer: other } = await started(store, now);
  assert.deepEqual(told(later, now.at), { hours: [0, 0, 0], versions: [], refused: [], missing: 0 });
  await other.stop();
  await writer.stop();
  assert.deepEqual(await store.usage.counts(), []);
});

test("who stops before it has begun writes nothing over what is there", async () => {
  const store = openMemoryStore();
  const { usage, writer } = await started(store);
  for (let i = 0; i < 5; i++) ask(usage, noon);
  await writer.stop();
  const log = { error: () => {} };
  const idle = new UsageWriter({ usage: new ReadUsage(), store, now: () => noon, log });
  await idle.stop();
  const { usage: found, writer: last } = await started(store);
  assert.deepEqual(told(found).hours, [0, 0, 5]);
  await last.stop();
});
