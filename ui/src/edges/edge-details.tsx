import { Alert, Anchor, Code, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Quiet, StateBadge, TwoLines } from "../elements/cells.tsx";
import { Facts } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { formatNumber } from "../texts/formats.ts";
import type { EdgeState, ShownEdge } from "./edge-state.ts";
import { edgeTexts as texts } from "./edge-texts.ts";
import { edgesRoute } from "./edges-route.ts";

const colors = {
  following: "gray",
  behind: "caution",
  nothing: "caution",
  problem: "caution",
  away: "caution",
  ended: "gray",
} as const satisfies Record<EdgeState, string>;

export function EdgeStateBadge({ state }: { readonly state: EdgeState }) {
  return <StateBadge color={colors[state]}>{texts.states[state]}</StateBadge>;
}

interface EdgeProps {
  readonly edge: ShownEdge;
}

/** Revision that the edge answers from, and its distance from the server's. */
export function EdgeRevision({ edge: { revision, behind } }: EdgeProps) {
  if (revision === null) return <Quiet>{texts.noRevision}</Quiet>;
  const more = behind === null ? texts.otherEpoch : behind > 0 ? texts.behindBy(behind) : "";
  return <TwoLines more={more}>{formatNumber(revision)}</TwoLines>;
}

export function EdgeDetails({ edge }: EdgeProps) {
  const { state, problem, token, token_name: name } = edge;
  return (
    <Stack gap="md">
      <Stack gap="xs" align="flex-start">
        <EdgeStateBadge state={state} />
        <Text size="sm">{texts.statesMeaning[state]}</Text>
        {problem !== null && (
          <Alert color="caution" w="100%" style={{ overflowWrap: "anywhere" }}>
            {problem}
          </Alert>
        )}
      </Stack>
      <Facts
        facts={{
          [texts.token]: (
            <Anchor
              fz="sm"
              underline="always"
              renderRoot={(props) => (
                <Link {...props} from={edgesRoute.fullPath} search={(search) => ({ ...search, edge: undefined, token })}>
                  {name || token}
                </Link>
              )}
            />
          ),
          [texts.columns.since]: edge.connected_since !== null && <InstantText at={edge.connected_since} />,
          [texts.heardAt]: <InstantText at={edge.seen_at} />,
          [texts.columns.revision]: <EdgeRevision edge={edge} />,
          [texts.epoch]: edge.epoch === null ? texts.noRevision : <Code>{edge.epoch}</Code>,
          [texts.columns.program]: `${edge.version}, ${texts.tzdata(edge.tzdata)}`,
          [texts.columns.address]: edge.address,
          [texts.followers]: formatNumber(edge.followers),
          [texts.id]: <Code>{edge.id}</Code>,
        }}
      />
    </Stack>
  );
}
