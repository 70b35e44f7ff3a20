import { Group, NativeSelect } from "@mantine/core";
import { SearchField } from "./search-field.tsx";

export interface ListFilterTexts {
  readonly find: string;
  readonly state: string;
  readonly anyState: string;
}

export interface ListFiltersProps<State extends string> {
  readonly texts: ListFilterTexts;
  /** Options in order, with their labels. */
  readonly states: readonly (readonly [State, string])[];
  readonly query: string;
  readonly state: State | undefined;
  /** Called with the changed filter, for the address. Undefined: any. */
  readonly go: (search: { readonly query?: string | undefined } | { readonly state?: State | undefined }) => void;
}

/** Search box and state filter shown above a list. */
export function ListFilters<State extends string>({ texts, states, query, state, go }: ListFiltersProps<State>) {
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
