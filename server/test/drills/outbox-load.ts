/**
 * A good receiver beside bad ones: its delays are those that it has alone, and what is stored stays bounded over a million events.
 */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NewEvent } from "../../src/store/outbox.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { type Program, startProgram } from "../running-program.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { type Behavior, startReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import type { Drill } from "./drill.ts";

export const rounds = 1_000_000;

export const run: Drill["run"] = async (rounds) => {
  const delays = await besideBadReceivers(10);
  const bounds = await inTemporaryDirectory((directory) => keepManyEvents(directory, rounds));
  return `${delays}; ${bounds}`;
};

const behaviors: readonly Behavior[] = ["hangs", 500, "moved", 410, "endless"];

/** Alternates runs with bad receivers and without. @param pairs of runs, of 20 events each */
export async function besideBadReceivers(pairs: number): Promise<string> {
  await using program = await startProgram({ env: { DRAWBRIDGE_WEBHOOK_ALLOW: "127.0.0.1" } });
  const create = (path: string, body: object) =>
    program.admin("PUT", `/admin/v1/projects/${path}`, body, { "if-none-match": "*" });
  await create("shop", { stores: { apple: "https://apps.apple.com/app/id1" } });
  await create("shop/platforms/ios", { minimum: "1" });
  await using good = await startReceiver();
  const events = ["policy.published"];
  await program.admin("POST", "/admin/v1/webhooks", { name: "good", url: good.url, events });
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? [true, false] : [false, true];
    const medians = new Map<boolean, number>();
    for (const isBeside of order) medians.set(isBeside, await medianDelay(program, good, isBeside ? behaviors : [], pair));
    ratios.push((medians.get(true) ?? 0) / (medians.get(false) ?? 1));
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[ratios.length >> 1] ?? Number.NaN;
  assert.ok(median <= 1.5, `median delay beside bad receivers: ${median.toFixed(2)} times that alone`);
  return `${pairs} pairs of runs: the median delay beside ${behaviors.length} bad receivers is ${median.toFixed(2)} times that alone`;
}

async function medianDelay(program: Program, good: WebhookReceiver, others: readonly Behavior[], pair: number): Promise<number> {
  const receivers = await Promise.all(others.map((behavior) => startReceiver(behavior)));
  const created = await Promise.all(
    receivers.map(({ url }, index) => program.admin("POST", "/admin/v1/webhooks", { name: `bad ${index}`, url })),
  );
  const delays: number[] = [];
  for (let number = 0; number < 20; number++) {
    const before = good.received.length;
    const minimum = `1.${pair}.${others.length}.${number}`;
    const committed = await program.admin("PATCH", "/admin/v1/projects/shop/platforms/ios", { minimum }, { "if-match": "*" });
    assert.equal(committed.status, 200);
    await until(() => good.received.length > before);
    const { at, event } = good.received.at(-1) ?? assert.fail();
    delays.push(at - Date.parse(event.timestamp));
    await sleep(20);
  }
  for (const { body } of created) await program.admin("DELETE", `/admin/v1/webhooks/${body.id}`);
  await Promise.all(receivers.map((receiver) => receiver.close()));
  return delays.sort((a, b) => a - b)[delays.length >> 1] ?? 0;
}

const batch = 500;

/** Every event goes to a webhook that answers, and to one that never does. */
export async function keepManyEvents(directory: string, events: number): Promise<string> {
  const store = await openSqliteStore({ directory });
  const start = { revision: 0, at: 1, conditions: [] };
  await store.outbox.lease("a", { now: 1, until: 10 }, start);
  const sizes: { readonly store: number; readonly memory: number }[] = [];
  for (let first = 0; first < events; first += batch) {
    await storeAndDeliver(store, first, start);
    if (first % (events / 10) >= batch) continue;
    globalThis.gc?.();
    sizes.push({ store: statSync(join(directory, "drawbridge.db")).size, memory: process.memoryUsage().rss });
  }
  const [early, last] = [sizes[2], sizes.at(-1)];
  assert.ok(early && last && last.store <= 1.2 * early.store, JSON.stringify(sizes));
  assert.ok(last.memory <= early.memory + 64 * 2 ** 20, JSON.stringify(sizes));
  const { dead } = Object.fromEntries(await store.outbox.summaries());
  await store.close();
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  return `${events} events: ${dead?.waiting} wait for the dead one, the store has ${megabytes(last.store)}, the process ${megabytes(last.memory)}`;
}

async function storeAndDeliver(
  { outbox }: Store,
  first: number,
  position: Parameters<Store["outbox"]["advance"]>[1],
): Promise<void> {
  const events = Array.from({ length: batch }, (_, index): NewEvent => {
    const id = `evt_${first + index}`;
    return {
      id,
      type: "step.due",
      at: first + index,
      body: JSON.stringify({ id, text: "x".repeat(800) }),
      webhooks: ["good", "dead"],
    };
  });
  assert.ok(await outbox.advance("a", position, events));
  const due = await outbox.due("good", 1, batch);
  assert.equal(due.length, batch);
  const done = { state: "delivered", attempts: 1, nextAt: 1, changedAt: first, answer: "HTTP 200" } as const;
  await outbox.record(
    "good",
    due.map(({ id }) => ({ event: id, ...done })),
  );
}
