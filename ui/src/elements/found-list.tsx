import { Group, NativeSelect, Text } from "@mantine/core";
import { type ReactNode, useDeferredValue } from "react";
import { SearchField } from "./search-field.tsx";

export interface FoundListTexts extends ListFilterTexts {
  readonly noneFound: string;
  readonly found: (count: number) => string;
}

interface FoundListProps<T, State extends string> {
  readonly items: readonly T[];
  readonly texts: FoundListTexts;
  readonly search: { readonly query?: string | undefined; readonly state?: State | undefined };
  readonly stateOf: (item: T) => State;
  readonly isFound: (item: T, query: string) => boolean;
  /** Added to the number of items. */
  readonly more?: (found: readonly T[]) => string;
  readonly states: ListFiltersProps<State>["states"];
  readonly go: ListFiltersProps<State>["go"];
  readonly table: (found: readonly T[]) => ReactNode;
}

/** Search fields, the number of matching items, and those items. */
export function FoundList<T, State extends string>(props: FoundListProps<T, State>) {
  const { items, texts, states, search, stateOf, isFound, more, go, table } = props;
  const { query = "", state } = search;
  const wanted = useDeferredValue(query);
  const found = items.filter((item) => (state === undefined || stateOf(item) === state) && isFound(item, wanted));
  return (
    <>
      <ListFilters texts={texts} states={states} query={query} state={state} go={go} />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound : [texts.found(found.length), more?.(found)].filter(Boolean).join(" · ")}
      </Text>
      {found.length > 0 && table(found)}
    </>
  );
}

interface ListFilterTexts {
  readonly find: string;
  readonly state: string;
  readonly anyState: string;
}

interface ListFiltersProps<State extends string> {
  readonly texts: ListFilterTexts;
  /** Options in order, with their labels. */
  readonly states: readonly (readonly [State, string])[];
  readonly query: string;
  readonly state: State | undefined;
  /** Called with the changed filter, for the address. Undefined: any. */
  readonly go: (search: { readonly query?: string | undefined } | { readonly state?: State | undefined }) => void;
}

/** Search box and state filter shown above a list. */
function ListFilters<State extends string>({ texts, states, query, state, go }: ListFiltersProps<State>) {
  return (
    <Group gap="sm">
      <SearchField label={texts.find} query={query} onQuery={(wanted) => go({ query: wanted })} />
      <NativeSelect
        aria-label={texts.state}
        value={state ?? ""}
        onChange={({ currentTarget: { value } }) => go({ state: value === "" ? undefined : (value as State) })}
        data={[{ value: "", label: texts.anyState }, ...states.map(([value, label]) => ({ value, label }))]}
      />
    </Group>
  );
}
