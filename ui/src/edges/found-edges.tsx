import { Text } from "@mantine/core";
import { useDeferredValue } from "react";
import { ListFilters } from "../elements/list-filters.tsx";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { type EdgeState, edgeState, edgeStates, inOrder, isFound, type SeenEdges } from "./edge-state.ts";
import { EdgeTable } from "./edge-table.tsx";
import { edgeTexts } from "./edge-texts.ts";
import type { EdgesSearch } from "./edges-route.ts";

export interface FoundEdgesProps {
  readonly seen: SeenEdges;
  readonly query: string;
  readonly state: EdgeState | undefined;
  readonly go: (search: EdgesSearch) => void;
}

export function FoundEdges({ seen: { edges, ended }, query, state, go }: FoundEdgesProps) {
  const texts = useTexts(edgeTexts);
  const { locale } = useLanguage();
  const wanted = useDeferredValue(query);
  const found = edges.filter((edge) => (state === undefined || edgeState(edge, ended) === state) && isFound(edge, wanted));
  const following = found.filter(({ connected_since }) => connected_since !== null).length;
  return (
    <>
      <ListFilters
        texts={texts}
        states={edgeStates.map((value) => [value, texts.states[value]] as const)}
        query={query}
        state={state}
        go={go}
      />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound : `${texts.found(found.length, locale)} · ${texts.following(following, locale)}`}
      </Text>
      {found.length > 0 && <EdgeTable edges={inOrder(found, ended)} ended={ended} />}
    </>
  );
}
