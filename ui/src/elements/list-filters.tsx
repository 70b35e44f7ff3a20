import { Group, NativeSelect } from "@mantine/core";
import { SearchField } from "./search-field.tsx";

export interface ListFiltersProps<State extends string> {
  readonly texts: { readonly find: string; readonly state: string; readonly anyState: string };
  /** In the order in which they are offered, with what they are called. */
  readonly states: readonly (readonly [State, string])[];
  readonly query: string;
  readonly state: State | undefined;
  /** What is chosen anew: it stands in the address. Undefined: anything. */
  readonly go: (search: { readonly query?: string | undefined } | { readonly state?: State | undefined }) => void;
}

/** What narrows a list: words, and a state. */
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
