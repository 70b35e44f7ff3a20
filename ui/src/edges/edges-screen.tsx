import { Alert, Button, Code, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Advanced, Facts, Hint, InstantText, StateBadge, TwoLines, WhenText } from "../elements/cells.tsx";
import { useCollectionAddress } from "../elements/collection-list.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { AnchorLink, EmptyState } from "../elements/screen.tsx";
import { edgesRoute } from "../routes.ts";
import { statusQuery, useSession } from "../session/session.ts";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { EdgeTokens } from "../tokens/edge-tokens.tsx";
import { tokenTexts } from "../tokens/token-texts.ts";
import { tokenAddress } from "../tokens/tokens.tsx";
import { edgeListQuery } from "./edge-list.ts";
import { type EdgeState, edgeKey, type ShownEdge, shownEdges } from "./edge-state.ts";
import { edgeTexts as texts } from "./edge-texts.ts";
import { StartEdge } from "./start-edge.tsx";

const { columns: titles } = texts;

const columns: readonly Column<ShownEdge>[] = [
  {
    key: "state",
    title: titles.state,
    render: (edge) => (
      <TwoLines more={edge.problem ?? ""}>
        <EdgeStateBadge edge={edge} />
      </TwoLines>
    ),
  },
  { key: "contact", title: texts.heardAt, render: ({ seen_at: at }) => <WhenText at={at} never="" /> },
  { key: "token", title: texts.token, render: ({ token, token_name: name }) => name || token },
  {
    key: "program",
    title: titles.program,
    render: ({ version, tzdata }) => (
      <TwoLines more={texts.tzdata(tzdata)} miw="7rem">
        {version}
      </TwoLines>
    ),
  },
  { key: "address", title: titles.address, render: ({ address }) => <TwoLines miw="7.5rem">{address}</TwoLines> },
];

export function EdgesScreen() {
  const { administrator } = useSession();
  const status = useQuery(statusQuery);
  return (
    <CollectionScreen
      project={null}
      title={sharedTexts.screens.edges}
      texts={texts}
      items={useQuery({ ...edgeListQuery, select: shownEdges, enabled: administrator })}
      idOf={edgeKey}
      nameOf={({ host, id }) => host || id}
      columns={columns}
      wordsOf={({ host, token_name, address, id }) => [host, token_name, address, id]}
      states={{ labels: texts.states, of: ({ state }) => state }}
      address={{ open: "edge" }}
      details={(edge) => edge && <EdgeDetails edge={edge} />}
      empty={<NoEdges />}
    >
      {/* Other nodes may have edges that this process does not know. */}
      {status.data?.store === "postgresql" && <Hint>{texts.several}</Hint>}
      <EdgeTokens />
    </CollectionScreen>
  );
}

function NoEdges() {
  const { startCreating } = useCollectionAddress(tokenAddress);
  return (
    <EmptyState title={texts.emptyTitle}>
      <Stack gap="sm">
        <Text>{texts.empty}</Text>
        <List type="ordered" size="sm" spacing="xs" styles={{ itemWrapper: { display: "block" } }}>
          <List.Item>
            <Text mb={4}>{texts.stepToken}</Text>
            <Button variant="filled" onClick={startCreating}>
              {tokenTexts.edge.create}
            </Button>
          </List.Item>
          <List.Item>
            <Text mb={4}>{texts.stepStart}</Text>
            <StartEdge />
          </List.Item>
        </List>
        <Text>{texts.emptyDone}</Text>
      </Stack>
    </EmptyState>
  );
}

const colors = {
  following: "gray",
  behind: "caution",
  nothing: "caution",
  problem: "caution",
  away: "caution",
  ended: "gray",
} as const satisfies Record<EdgeState, string>;

function EdgeStateBadge({ edge: { state, epoch, behind } }: { readonly edge: ShownEdge }) {
  const text = {
    ...texts.states,
    ...(behind ? { behind: texts.behindBy(behind) } : {}),
    ...(epoch ? { nothing: texts.otherEpoch } : {}),
  };
  return <StateBadge color={colors[state]}>{text[state]}</StateBadge>;
}

function EdgeDetails({ edge }: { readonly edge: ShownEdge }) {
  const { state, problem, token, token_name: name } = edge;
  return (
    <Stack gap="md">
      <Stack gap="xs" align="flex-start">
        <EdgeStateBadge edge={edge} />
        <Text>{texts.statesMeaning[state]}</Text>
        {problem !== null && (
          <Alert color="caution" w="100%" style={{ overflowWrap: "anywhere" }}>
            {problem}
          </Alert>
        )}
      </Stack>
      <Facts
        facts={{
          [texts.token]: (
            <AnchorLink
              underline="always"
              from={edgesRoute.fullPath}
              search={(search) => ({ ...search, edge: undefined, token })}
            >
              {name || token}
            </AnchorLink>
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
