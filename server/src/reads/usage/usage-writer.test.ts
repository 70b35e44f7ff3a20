import assert from "node:assert/strict";
import { it } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import fc from "fast-check";
import { forAllAsync } from "../../../test/for-all.ts";
import { openMemoryStore } from "../../../test/memory-store.ts";
import { pluck } from "../../../test/pluck.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { Store } from "../../store/store.ts";
import { ReadUsage } from "./read-usage.ts";
import { hourMs, hourNumber } from "./request-counter.ts";
import { UsageWriter } from "./usage-writer.ts";
import { VersionTraffic } from "./version-traffic.ts";

const directories = temporaryDirectories();
const noon = Date.parse("2026-11-21T12:00:00Z");
const keys = ["k_a", "k_b"].map((id) => ({ project: "shop", kind: "read_key", id }) as const);

let starts = 0;

async function started(store: Store, now = { at: noon }, held: typeof keys = keys) {
  const logged: object[] = [];
  const usage = new ReadUsage();
  const log = { error: (fields: object) => void logged.push(fields) };
  const writer = new UsageWriter({ usage, store, process: `p${++starts}`, now: () => now.at, log });
  await writer.start(held);
  return { usage, writer, logged, now };
}

function takenCounts(usage: ReadUsage, now = noon) {
  const use = usage.of("shop", "k_a");
  const { letIn, refusals } = use;
  return {
    hours: letIn.hours(now).slice(-3),
    versions: usage.versionsOf(use, now).map(({ version, requests }) => [version, requests]),
    refused: refusals.map((counter) => [counter.counted.outcome, counter.sum(now)]),
    missing: usage.anonymous.missing.sum(now),
  };
}

function ask(usage: ReadUsage, at: number): void {
  const use = usage.of("shop", "k_a");
  use.letIn.count(at);
  usage.versions("shop", "ios").count("2.3.0", use, 1, at);
  use.refused("not_allowed").count(at);
  usage.anonymous.missing.count(at);
}

const test = testWith(() => openMemoryStore());

it("refused queries are in one of memory and store, survive a restart, and keep their first example", async () => {
  const directory = directories();
  const first = await openSqliteStore({ directory });
  const { usage, writer, now } = await started(first);
  const refuse = (counting: ReadUsage, sent: string, at = now.at) =>
    counting.refusedQueries.count({ key: { project: "shop", key: "k_a" }, code: "invalid_version", sent }, at);
  const trafficOf = (store: Store, of: { usage: ReadUsage; writer: UsageWriter }) => new VersionTraffic({ store, ...of });
  const found = async (store: Store, of: { usage: ReadUsage; writer: UsageWriter }) =>
    (await trafficOf(store, of).refusedQueries("shop", noon)).map(({ hours, example }) => [hours.slice(-2), example]);
  refuse(usage, "2.5.0(beta)");
  const { write } = first.usage;
  first.usage.write = () => Promise.reject(new DrawbridgeError("unavailable", "The store is not responding."));
  await writer.flush();
  refuse(usage, "latest");
  assert.deepEqual(await found(first, { usage, writer }), [[[0, 2], "2.5.0(beta)"]]);
  assert.deepEqual(await trafficOf(first, { usage, writer }).refusedProjects(20, noon), ["shop"]);
  first.usage.write = write;
  await writer.stop();
  assert.equal(usage.refusedQueries.untaken.length, 0);
  await first.close();

  const second = await openSqliteStore({ directory });
  const again = await started(second);
  refuse(again.usage, "dev", noon - hourMs);
  refuse(again.usage, "dev");
  assert.deepEqual(await found(second, again), [[[1, 3], "2.5.0(beta)"]]);
  again.usage.forget("shop", "k_a");
  await again.writer.stop();
  assert.deepEqual(await found(second, again), []);
  await second.close();
});

test("only what has changed is written, a part at a time", async (store) => {
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

test("counts that the store cannot take are written later; an outage is not logged each time", async (store) => {
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
  assert.deepEqual([logged.length, writer.failures], [1, 2]);
  assert.deepEqual(await store.usage.counts(), []);
  store.usage.write = write;
  await writer.flush();
  assert.equal((await store.usage.counts()).length, 4);
  await writer.stop();
});

it("whatever fails and whenever, each request is written once", async () => {
  const outage = fc.constantFrom("none", "none", "before", "after");
  const step = fc.record({ times: fc.nat(3), version: fc.constantFrom("1", "2", "3"), outage });
  await forAllAsync([fc.array(step, { maxLength: 15 })], 25, async (steps) => {
    const store = openMemoryStore();
    const { usage, writer } = await started(store);
    const write = store.usage.write.bind(store.usage);
    let sent = 0;
    for (const { times, version, outage } of steps) {
      let isOut = outage !== "none";
      store.usage.write = async (change) => {
        if (!isOut || outage !== "before") await write(change);
        if (isOut && change.once) {
          isOut = false;
          throw new DrawbridgeError("unavailable", "away");
        }
      };
      sent += times;
      for (let i = 0; i < times; i++) {
        usage.of("shop", "k_a").letIn.count(noon);
        usage.versions("shop", "ios").count(version, usage.of("shop", "k_a"), 0, noon);
      }
      await writer.flush();
    }
    store.usage.write = write;
    await writer.stop();
    const byVersion = await store.usage.versionHours({
      project: "shop",
      platform: "ios",
      from: hourNumber(noon),
      until: hourNumber(noon) + 1,
    });
    const letIn = (await store.usage.counts()).find(({ version }) => version === "");
    assert.deepEqual([byVersion.reduce((sum, { counts }) => sum + counts[0], 0), letIn?.count ?? 0], [sent, sent]);
    await store.close();
  });
});

test("nothing is reported or stored for a deleted key or project, even if it was deleted between two writes", async (store) => {
  const { usage, writer } = await started(store);
  for (const key of ["k_a", "k_b"]) usage.of("shop", key).letIn.count(noon);
  await writer.flush();
  usage.of("shop", "k_a").letIn.count(noon);
  usage.forget("shop", "k_a");
  assert.equal(usage.find("shop", "k_a"), null);
  await writer.stop();
  assert.deepEqual(pluck(await store.usage.counts(), "key"), ["k_b"]);
  assert.deepEqual([...(await store.lastUsed.of(["shop/k_a", "shop/k_b"]))], [["shop/k_b", noon]]);
  ask(usage, noon);
  usage.forgetProject("shop");
  await writer.flush();
  const span = { from: hourNumber(noon) - 24, until: hourNumber(noon) + 24 };
  assert.deepEqual(await store.usage.versionHours({ project: "shop", platform: "ios", ...span }), []);
  const { usage: without, writer: other } = await started(store, { at: noon }, []);
  assert.equal(without.find("shop", "k_b"), null);
  await other.stop();
});

test("counts older than 24 hours are neither stored nor loaded", async (store) => {
  const { usage, writer, now } = await started(store);
  ask(usage, noon);
  await writer.flush();
  now.at = noon + 24 * hourMs;
  const { usage: later, writer: other } = await started(store, now);
  assert.deepEqual(takenCounts(later, now.at), { hours: [0, 0, 0], versions: [], refused: [], missing: 0 });
  await other.stop();
  await writer.stop();
  assert.deepEqual(await store.usage.counts(), []);
});

test("stopping before the start overwrites nothing", async (store) => {
  const { usage, writer } = await started(store);
  for (let i = 0; i < 5; i++) ask(usage, noon);
  await writer.stop();
  const log = { error: () => {} };
  const idle = new UsageWriter({ usage: new ReadUsage(), store, process: "idle", now: () => noon, log });
  await idle.stop();
  const { usage: found, writer: last } = await started(store);
  assert.deepEqual(takenCounts(found).hours, [0, 0, 5]);
  await last.stop();
});
