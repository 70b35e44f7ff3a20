/** A URL can hold a secret: only answers for administrators have it. */

import { HOUR } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import { type Webhook, webhookMembers } from "drawbridge-rules/webhooks/webhook.ts";
import type { WebhookStatus } from "drawbridge-rules/wire/status.ts";
import type { Delivery, Webhook as WireWebhook } from "drawbridge-rules/wire/webhook.ts";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import type { StoredDelivery } from "../../store/sql/sql-outbox.ts";
import type { AdminServices } from "../admin-services.ts";

export type WebhookEntry = readonly [id: string, webhook: Webhook];

export function printWebhook(id: string, webhook: Webhook) {
  return { id, ...printMembers(webhookMembers, webhook) };
}

/** @throws unavailable */
export async function printWebhooks(
  { store }: Pick<AdminServices, "store">,
  webhooks: readonly WebhookEntry[],
): Promise<WireWebhook[]> {
  // The tables of the outbox exist from their first use on.
  const summaries = webhooks.length === 0 ? null : await store.outbox.summaries();
  const instantOf = (at: number | null = null) => (at === null ? null : printInstant(at));
  return webhooks.map(([id, webhook]) => {
    const summary = summaries?.get(id);
    return {
      ...printWebhook(id, webhook),
      waiting: summary?.waiting ?? 0,
      failing_since: instantOf(summary?.failingSince),
      last_answer: summary?.lastAnswer ?? null,
      last_delivered_at: instantOf(summary?.lastDeliveredAt),
    };
  });
}

/** Never throws `unavailable`. */
export async function readWebhookProblems(services: AdminServices, now: number): Promise<WebhookStatus[]> {
  const printed = await printWebhooks(services, [...services.webhooks.list()]).catch((error: unknown) => {
    if (error instanceof DrawbridgeError && error.code === "unavailable") return [];
    throw error;
  });
  return printed.flatMap(({ id, name, disabled, failing_since: since, last_answer: answer }) => {
    if (disabled !== null) return [{ id, name, since: disabled.at, problem: disabled.reason }];
    return since === null || Date.parse(since) > now - HOUR ? [] : [{ id, name, since, problem: answer ?? "" }];
  });
}

export function printDelivery({ id, type, at, body, state, attempts, nextAt, answer }: StoredDelivery): Delivery {
  const { project, text } = (JSON.parse(body) as WebhookEvent).data;
  const next_attempt_at = state === "waiting" ? printInstant(nextAt) : null;
  return { event: id, type, project, text, happened_at: printInstant(at), state, attempts, next_attempt_at, answer };
}
