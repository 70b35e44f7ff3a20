/** A good receiver beside bad ones: its delays are those that it has alone. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram } from "../running-program.ts";
import { until } from "../until.ts";
import { type Behavior, startReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import type { Drill } from "./drill.ts";

/** Pairs of runs, of 20 events each. */
export const rounds = 10;

const behaviors: readonly Behavior[] = ["hangs", 500, "moved", 410, "endless"];

/** Alternates runs with bad receivers and without. */
export const run: Drill["run"] = async (pairs) => {
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
};

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
