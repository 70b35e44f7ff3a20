import { Alert, Anchor, List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { edgeListQuery } from "../edges/edge-list.ts";
import { edgeAttention } from "../edges/edge-state.ts";
import { useNow } from "../elements/use-now.ts";
import { lossAttention } from "./loss-attention.ts";
import { lossQuery } from "./loss-query.ts";
import { overviewTexts as texts } from "./overview-texts.ts";

const maxShown = 6;

/** Needs of the server, for administrators; nothing if there are none. */
export function ServerNeeds() {
  const now = useNow();
  const edges = useQuery(edgeListQuery).data;
  const sources = useQuery(lossQuery).data;
  const needs = [...(sources ? lossAttention(sources, now) : []), ...(edges ? edgeAttention(edges, now) : [])];
  if (needs.length === 0) return null;
  const shown = needs.toSorted((a, b) => Number(b.urgency === "now") - Number(a.urgency === "now")).slice(0, maxShown);
  return (
    <Alert component="section" role="region" color="caution" title={texts.serverNeeds} aria-label={texts.serverNeeds}>
      <List size="sm" listStyleType="none">
        {shown.map(({ key, text, to, search }) => (
          <List.Item key={key}>
            {/* Each need knows the address of its own screen. */}
            <Anchor fz="sm" renderRoot={(props) => <Link {...props} to={to as "/edges"} search={(search ?? {}) as object} />}>
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
