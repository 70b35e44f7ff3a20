import assert from "node:assert/strict";
import { test } from "node:test";
import type { Webhook as Row } from "drawbridge-rules/webhooks/webhook.ts";
import { Webhook } from "standardwebhooks";
import { WebhookSecrets } from "./signature.ts";

test("deliveries are signed with the new secret, and with the previous one until it ends", async () => {
  const secrets = new WebhookSecrets(async () => "of the store");
  const [now, until] = [Date.UTC(2026, 10, 26, 12), Date.UTC(2026, 10, 27, 12)];
  const signedBy = async (row: Pick<Row, "secret" | "previousUntil">, at: number) => {
    const signed = await secrets.sign("w_a", row as Row, { event: "evt_1", body: "{}", now: at });
    assert.equal(signed["webhook-timestamp"], String(Math.floor(at / 1_000)));
    const by = async (number: number) => new Webhook(await secrets.of("w_a", number)).sign("evt_1", new Date(at), "{}");
    const all = await Promise.all([1, 2, 3].map(by));
    return signed["webhook-signature"]?.split(" ").map((signature) => all.indexOf(signature) + 1);
  };
  assert.deepEqual(await signedBy({ secret: 1, previousUntil: null }, now), [1]);
  assert.deepEqual(await signedBy({ secret: 2, previousUntil: until }, until - 1), [2, 1]);
  assert.deepEqual(await signedBy({ secret: 2, previousUntil: until }, until), [2]);
  assert.notEqual(await secrets.of("w_a", 1), await secrets.of("w_b", 1));
  assert.match(await secrets.of("w_a", 1), /^whsec_[\w+/]{43}=$/);
});
