import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useDeferredValue } from "react";
import { Icon } from "../elements/icon.tsx";
import { useLanguage, useTexts } from "../texts/language.tsx";
import type { SeenEdges } from "./edge-list.ts";
import { type EdgeState, edgeState, edgeStates, inOrder, isFound } from "./edge-state.ts";
import { EdgeTable } from "./edge-table.tsx";
import { edgeTexts } from "./edge-texts.ts";
import type { EdgesSearch } from "./edges-route.ts";

export interface FoundEdgesProps {
  readonly seen: SeenEdges;
  readonly query: string;
  readonly state: EdgeState | undefined;
  readonly go: (search: EdgesSearch) => void;
}

export function FoundEdges(props: FoundEdgesProps) {
  const { seen, query, state } = props;
  const { edges, ended } = seen;
  const texts = useTexts(edgeTexts);
  const { locale } = useLanguage();
  const wanted = useDeferredValue(query);
  const found = edges.filter((edge) => (state === undefined || edgeState(edge, ended) === state) && isFound(edge, wanted));
  const following = found.filter(({ connected_since }) => connected_since !== null).length;
  return (
    <>
      <Filters {...props} />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound : `${texts.found(found.length, locale)} · ${texts.following(following, locale)}`}
      </Text>
      {found.length > 0 && <EdgeTable edges={inOrder(found, ended)} ended={ended} />}
    </>
  );
}

function Filters({ query, state, go }: FoundEdgesProps) {
  const texts = useTexts(edgeTexts);
  return (
    <Group gap="sm">
      <TextInput
        type="search"
        w="20rem"
        maw="100%"
        aria-label={texts.find}
        placeholder={texts.find}
        leftSection={<Icon name="search" size={1} />}
        value={query}
        onChange={({ currentTarget: { value } }) => go({ query: value === "" ? undefined : value })}
      />
      <NativeSelect
        aria-label={texts.state}
        value={state ?? ""}
        onChange={({ currentTarget: { value } }) => go({ state: value === "" ? undefined : (value as EdgeState) })}
        data={[{ value: "", label: texts.anyState }, ...edgeStates.map((value) => ({ value, label: texts.states[value] }))]}
      />
    </Group>
  );
}
