import { List, Paper, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { edgeAttention } from "../edges/edge-attention.ts";
import { edgeListQuery } from "../edges/edge-list.ts";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { lossAttention } from "../history/loss-attention.ts";
import { lossQuery } from "../history/loss-query.ts";
import { useSession } from "../session/session.ts";
import { AttentionLine, listRole } from "./attention-line.tsx";
import { type AttentionItem, urgencies } from "./attention-source.ts";
import { overviewTexts as texts } from "./overview-texts.ts";

/** Attention items that belong to no project, for administrators; renders nothing if there are none. */
export function ServerAttention() {
  const { administrator } = useSession();
  return administrator ? <Needs /> : null;
}

function Needs() {
  const heading = useId();
  const needs = useServerNeeds();
  if (needs.length === 0) return null;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={heading}>
      <Title order={2} size="h5" mb={4} id={heading}>
        {texts.serverNeeds}
      </Title>
      <List size="sm" listStyleType="none" spacing={4} role={listRole}>
        <ShowMore items={needs} first={6} keyOf={({ key }) => key}>
          {(item) => (
            <List.Item>
              <AttentionLine project="" item={item} />
            </List.Item>
          )}
        </ShowMore>
      </List>
    </Paper>
  );
}

/** The most urgent first. */
function useServerNeeds(): readonly AttentionItem[] {
  const me = useSession();
  const now = useNow();
  const edges = useQuery(edgeListQuery).data;
  const sources = useQuery(lossQuery).data;
  const context = { me, now };
  const needs = [...(sources ? lossAttention(sources, context) : []), ...(edges ? edgeAttention(edges, context) : [])];
  return needs.toSorted((a, b) => urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency));
}
