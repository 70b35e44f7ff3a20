import { Alert, Button, Drawer, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FoundList } from "../elements/found-list.tsx";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { statusQuery, useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { EdgeTokens } from "../tokens/edge-tokens.tsx";
import { tokenTexts } from "../tokens/token-texts.ts";
import { edgeListQuery } from "./edge-list.ts";
import { edgeKey, edgeState, edgeStates, inOrder, matchesSearch, type SeenEdges } from "./edge-state.ts";
import { EdgeDetails, EdgeTable } from "./edge-table.tsx";
import { edgeTexts as texts } from "./edge-texts.ts";
import { type EdgesSearch, edgesRoute } from "./edges-route.ts";
import { StartEdge } from "./start-edge.tsx";

export function EdgesScreen() {
  const { create } = tokenTexts.edge;
  const { screens, session, roles } = sharedTexts;
  const { administrator } = useSession();
  const go = useGo();
  useShortcut("c", create, () => administrator && go({ createToken: true }));
  return (
    <Screen title={screens.edges} meaning={texts.meaning} actions={administrator && <CreateButton go={go} />}>
      {administrator ? (
        <>
          <Edges go={go} />
          <EdgeTokens onClose={() => go({})} />
        </>
      ) : (
        <Alert color="gray">{session.mayNot(roles.administrator)}</Alert>
      )}
    </Screen>
  );
}

interface GoProps {
  readonly go: (search: EdgesSearch) => void;
}

function CreateButton({ go }: GoProps) {
  const { create } = tokenTexts.edge;
  return (
    <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ createToken: true })}>
      {create}
    </Button>
  );
}

function Edges({ go }: GoProps) {
  const edges = useQuery(edgeListQuery);
  const search = edgesRoute.useSearch();
  return (
    <QueryState query={edges}>
      {(seen) => (
        <>
          {seen.edges.length === 0 ? <NoEdges go={go} /> : <FoundEdges seen={seen} search={search} go={go} />}
          <Several />
          {search.edge !== undefined && <OpenEdge seen={seen} wanted={search.edge} onClose={() => go({})} />}
        </>
      )}
    </QueryState>
  );
}

/** Steps to set up the first edge. */
function NoEdges({ go }: GoProps) {
  return (
    <EmptyState title={texts.emptyTitle}>
      <Stack gap="sm">
        <Text size="sm">{texts.empty}</Text>
        <List type="ordered" size="sm" spacing="xs" styles={{ itemWrapper: { display: "block" } }}>
          <List.Item>
            <Text size="sm" mb={4}>
              {texts.stepToken}
            </Text>
            <CreateButton go={go} />
          </List.Item>
          <List.Item>
            <Text size="sm" mb={4}>
              {texts.stepStart}
            </Text>
            <StartEdge />
          </List.Item>
        </List>
        <Text size="sm">{texts.emptyDone}</Text>
      </Stack>
    </EmptyState>
  );
}

/** Other nodes may have edges that this process does not know. */
function Several() {
  if (useQuery(statusQuery).data?.store !== "postgresql") return null;
  return (
    <Text size="sm" c="dimmed">
      {texts.several}
    </Text>
  );
}

interface OpenEdgeProps {
  readonly seen: SeenEdges;
  readonly wanted: string;
  readonly onClose: () => void;
}

function OpenEdge({ seen: { edges, ended }, wanted, onClose }: OpenEdgeProps) {
  const edge = edges.find((each) => edgeKey(each) === wanted);
  return (
    <Drawer opened onClose={onClose} title={texts.title(edge ? edge.host || edge.id : wanted)}>
      {edge ? <EdgeDetails edge={edge} ended={ended} /> : <Alert color="gray">{texts.gone}</Alert>}
    </Drawer>
  );
}

/** Link to the same screen with other parameters; the search text stays. */
function useGo(): (search: EdgesSearch) => void {
  const navigate = edgesRoute.useNavigate();
  return (search) =>
    void navigate({
      search: ({ query, state }) => ({ query, state, ...search }),
      replace: "query" in search || "state" in search,
    });
}

interface FoundEdgesProps {
  readonly seen: SeenEdges;
  readonly search: EdgesSearch;
  readonly go: (search: EdgesSearch) => void;
}

function FoundEdges({ seen: { edges, ended }, search, go }: FoundEdgesProps) {
  return (
    <FoundList
      items={edges}
      texts={texts}
      states={edgeStates.map((value) => [value, texts.states[value]] as const)}
      search={search}
      stateOf={(edge) => edgeState(edge, ended)}
      isFound={matchesSearch}
      more={(found) => texts.following(found.filter(({ connected_since }) => connected_since !== null).length)}
      go={go}
      table={(found) => <EdgeTable edges={inOrder(found, ended)} ended={ended} />}
    />
  );
}
