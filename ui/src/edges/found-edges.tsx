import { FoundList } from "../elements/found-list.tsx";
import { locale } from "../texts/locale.ts";
import { edgeState, edgeStates, inOrder, matchesSearch, type SeenEdges } from "./edge-state.ts";
import { EdgeTable } from "./edge-table.tsx";
import { edgeTexts as texts } from "./edge-texts.ts";
import type { EdgesSearch } from "./edges-route.ts";

interface FoundEdgesProps {
  readonly seen: SeenEdges;
  readonly search: EdgesSearch;
  readonly go: (search: EdgesSearch) => void;
}

export function FoundEdges({ seen: { edges, ended }, search, go }: FoundEdgesProps) {
  return (
    <FoundList
      items={edges}
      texts={texts}
      states={edgeStates.map((value) => [value, texts.states[value]] as const)}
      search={search}
      stateOf={(edge) => edgeState(edge, ended)}
      isFound={matchesSearch}
      more={(found) => texts.following(found.filter(({ connected_since }) => connected_since !== null).length, locale)}
      go={go}
      table={(found) => <EdgeTable edges={inOrder(found, ended)} ended={ended} />}
    />
  );
}
