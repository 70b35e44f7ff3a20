import { Alert, Anchor, Code, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Advanced } from "../elements/advanced.tsx";
import { StateBadge } from "../elements/cells.tsx";
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

/** State of an edge, with how far it is behind. */
export function EdgeStateBadge({ edge: { state, epoch, behind } }: EdgeProps) {
  const text = {
    ...texts.states,
    ...(behind ? { behind: texts.behindBy(behind) } : {}),
    ...(epoch ? { nothing: texts.otherEpoch } : {}),
  };
  return <StateBadge color={colors[state]}>{text[state]}</StateBadge>;
}

interface EdgeProps {
  readonly edge: ShownEdge;
}

export function EdgeDetails({ edge }: EdgeProps) {
  const { state, problem, token, token_name: name } = edge;
  return (
    <Stack gap="md">
      <Stack gap="xs" align="flex-start">
        <EdgeStateBadge edge={edge} />
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
          [texts.columns.program]: `${edge.version}, ${texts.tzdata(edge.tzdata)}`,
          [texts.columns.address]: edge.address,
          [texts.followers]: formatNumber(edge.followers),
        }}
      />
      <Advanced>
        <Facts
          facts={{
            [texts.columns.revision]: edge.revision === null ? texts.noRevision : formatNumber(edge.revision),
            [texts.epoch]: edge.epoch === null ? texts.noRevision : <Code>{edge.epoch}</Code>,
            [texts.id]: <Code>{edge.id}</Code>,
          }}
        />
      </Advanced>
    </Stack>
  );
}
