import { Alert, Anchor, Code, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useFormats } from "../texts/formats.ts";
import { edgeState } from "./edge-state.ts";
import { EdgeStateBadge } from "./edge-state-badge.tsx";
import { Revision } from "./edge-table.tsx";
import { edgeTexts as texts } from "./edge-texts.ts";
import { edgesRoute } from "./edges-route.ts";

interface EdgeDetailsProps {
  readonly edge: Edge;
  /** Ids of tokens that were revoked. */
  readonly ended: readonly string[];
}

export function EdgeDetails({ edge, ended }: EdgeDetailsProps) {
  const { number } = useFormats();
  const state = edgeState(edge, ended);
  return (
    <Stack gap="md">
      <Stack gap="xs" align="flex-start">
        <EdgeStateBadge state={state} />
        <Text size="sm">{texts.statesMeaning[state]}</Text>
        {edge.problem !== null && (
          <Alert color="red" w="100%" style={{ overflowWrap: "anywhere" }}>
            {edge.problem}
          </Alert>
        )}
      </Stack>
      <Stack gap={4}>
        <Fact name={texts.token}>
          <TokenLink edge={edge} />
        </Fact>
        {edge.connected_since !== null && (
          <Fact name={texts.columns.since}>
            <InstantText at={edge.connected_since} />
          </Fact>
        )}
        <Fact name={texts.heardAt}>
          <InstantText at={edge.seen_at} />
        </Fact>
        <Fact name={texts.columns.revision}>
          <Revision edge={edge} />
        </Fact>
        <Fact name={texts.epoch}>{edge.epoch === null ? texts.noRevision : <Code>{edge.epoch}</Code>}</Fact>
        <Fact name={texts.columns.program}>{`${edge.version}, ${texts.tzdata(edge.tzdata)}`}</Fact>
        <Fact name={texts.columns.address}>{edge.address}</Fact>
        <Fact name={texts.followers}>{number(edge.followers)}</Fact>
        <Fact name={texts.id}>
          <Code>{edge.id}</Code>
        </Fact>
      </Stack>
    </Stack>
  );
}

function TokenLink({ edge: { token, token_name: name } }: Pick<EdgeDetailsProps, "edge">) {
  return (
    <Anchor
      fz="sm"
      underline="always"
      renderRoot={(props) => (
        <Link {...props} from={edgesRoute.fullPath} search={({ query, state }) => ({ query, state, token })}>
          {name || token}
        </Link>
      )}
    />
  );
}
