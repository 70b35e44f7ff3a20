import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Sender, type SenderServices } from "./sender.ts";

test("a webhook that is disabled does nothing, however long", async () => {
  let looks = 0;
  const now = () => ++looks;
  const webhook = { name: "Ops", url: "https://hooks.example.com", format: "standard", secret: 1, createdAt: 0 } as const;
  const all = { events: null, projects: null, instances: null, platforms: null, previousUntil: null };
  const services = { now, onFailure: assert.fail } as unknown as SenderServices;
  const sender = new Sender("w_1", { ...webhook, ...all, disabled: { at: 0, reason: "410" } }, services);
  await sleep(20);
  assert.ok(looks <= 2, `${looks} looks at the clock`);
  await sender.stop();
});
