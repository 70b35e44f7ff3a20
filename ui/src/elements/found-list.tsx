import { Text } from "@mantine/core";
import { type ReactNode, useDeferredValue } from "react";
import { ListFilters, type ListFiltersProps, type ListFilterTexts } from "./list-filters.tsx";

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
