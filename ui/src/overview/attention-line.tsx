import { Anchor, Button, Group, List, Paper, Text, Title, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { edgeListQuery } from "../edges/edge-list.ts";
import { edgeAttention } from "../edges/edge-state.ts";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { lossAttention } from "../history/loss-attention.ts";
import { lossQuery } from "../history/loss-query.ts";
import { useSession } from "../session/session.ts";
import { type AttentionItem, urgencies } from "./attention-source.ts";
import { overviewTexts as texts } from "./overview-texts.ts";

interface NeedProps {
  /** "": of the whole server. */
  readonly project: string;
  readonly item: AttentionItem;
}

/** The whole sentence leads to where it is mended. Below it, what can be decided. */
export function AttentionLine({ project, item: { urgency, text, to, search, decisions = [] } }: NeedProps) {
  const isNow = urgency === "now";
  return (
    <>
      {isNow && (
        <Text span c="var(--mantine-color-error)">
          <Icon name="warning" size={0.95} />
          <VisuallyHidden>{texts.urgent}</VisuallyHidden>{" "}
        </Text>
      )}
      <Anchor
        fz="sm"
        c={isNow ? "var(--mantine-color-error)" : urgency === "hint" ? "dimmed" : "var(--mantine-color-anchor)"}
        td="underline"
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => (
          // Each source knows the addresses of its own screen.
          <Link
            {...props}
            to={to as "/projects/$project/connect/keys"}
            params={{ project }}
            search={(search ?? {}) as { edit?: string }}
          >
            {text}
          </Link>
        )}
      />
      {decisions.length > 0 && (
        <Group gap={6} mt={4}>
          {decisions.map(({ label, spoken, search: decided }) => (
            <Button
              key={label}
              variant="default"
              size="compact-xs"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={to as "/projects/$project/versions"}
                  params={{ project }}
                  search={decided as { edit?: string }}
                  aria-label={spoken}
                />
              )}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

/** Without bullets, a list is none to some screen readers unless it is said. */
export const listRole = "list";

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
