import { Badge } from "@mantine/core";
import type { EdgeState } from "./edge-state.ts";
import { edgeTexts as texts } from "./edge-texts.ts";

const colors = {
  following: "green",
  behind: "orange",
  nothing: "orange",
  problem: "red",
  away: "orange",
  ended: "gray",
} as const satisfies Record<EdgeState, string>;

/** Badge with the state of an edge. */
export function EdgeStateBadge({ state }: { readonly state: EdgeState }) {
  return (
    <Badge component="span" variant="light" color={colors[state]} tt="none" miw="max-content">
      {texts.states[state]}
    </Badge>
  );
}
