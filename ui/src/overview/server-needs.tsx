import { Alert, List } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { edgeListQuery } from "../edges/edge-list.ts";
import { edgeAttention } from "../edges/edge-state.ts";
import { AnchorLink } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { admin } from "../server-connection.ts";
import { webhookAttention } from "../webhooks/webhook-list.ts";
import { lossAttention } from "./loss-attention.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import type { ServerNeed } from "./server-need.ts";

/** Milliseconds: the server needs a moment to report a loss. */
const every = 60_000;

/** Not a server query, which each commit would repeat: losses and failing webhooks are rare. */
const needsQuery = queryOptions({
  queryKey: ["needs"],
  queryFn: () => admin.getStatus(),
  staleTime: every,
  refetchInterval: every,
});

export function ServerNeeds() {
  const now = useNow();
  const edges = useQuery(edgeListQuery).data;
  const status = useQuery(needsQuery).data;
  const needs = [
    ...(status ? lossAttention(status.sources, now) : []),
    ...(edges ? edgeAttention(edges, now) : []),
    ...(status ? webhookAttention(status.webhooks, now) : []),
  ];
  return <Needs needs={needs} />;
}

/** A failing webhook does not announce the project's maintenance. */
export function WebhookNeeds() {
  const webhooks = useQuery(needsQuery).data?.webhooks ?? [];
  return <Needs needs={webhookAttention(webhooks, useNow())} />;
}

const maxShown = 6;

function Needs({ needs }: { readonly needs: readonly ServerNeed[] }) {
  if (needs.length === 0) return null;
  const shown = needs.toSorted((a, b) => Number(b.urgency === "now") - Number(a.urgency === "now")).slice(0, maxShown);
  return (
    <Alert component="section" role="region" color="caution" title={texts.serverNeeds} aria-label={texts.serverNeeds}>
      <List size="sm" listStyleType="none">
        {shown.map(({ key, text, to, search }) => (
          <List.Item key={key}>
            <AnchorLink to={to as "/edges"} search={(search ?? {}) as object}>
              {text}
            </AnchorLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
