/** Deliveries are no commits, so both lists are polled. */
import { queryOptions } from "@tanstack/react-query";
import type { Status } from "drawbridge-rules/wire/status.ts";
import type { Webhook } from "drawbridge-rules/wire/webhook.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import type { ServerNeed } from "../overview/server-need.ts";
import { admin, serverQuery, serverQueryKey } from "../server-connection.ts";
import { formatSince } from "../texts/formats.ts";

export const webhookListQuery = serverQuery("webhooks", () => admin.listAll("listWebhooks"), { refetchInterval: 5_000 });

export function deliveryListQuery(webhook: string) {
  return queryOptions({
    queryKey: serverQueryKey("webhooks", webhook),
    queryFn: async () => (await admin.listDeliveries({ webhook })).deliveries,
    refetchInterval: 5_000,
  });
}

export const webhookStates = ["active", "failing", "disabled"] as const;

export function webhookState({ disabled, failing_since }: Webhook): (typeof webhookStates)[number] {
  if (disabled !== null) return "disabled";
  return failing_since === null ? "active" : "failing";
}

/** @param now epoch ms */
export function webhookAttention(webhooks: Status["webhooks"], now: number): readonly ServerNeed[] {
  return webhooks.map(({ id, name, since, problem }) => ({
    key: `webhook ${id}`,
    urgency: "soon",
    text: overviewTexts.webhook(name, formatSince(since, now), problem),
    to: "/webhooks",
    search: { edit: id },
  }));
}
