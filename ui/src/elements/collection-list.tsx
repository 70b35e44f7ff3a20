import { Group, NativeSelect, Paper, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue } from "react";
import { draftKey, readDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { Mark } from "./cells.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { AnchorLink, EmptyState } from "./screen.tsx";
import { SearchField } from "./search-field.tsx";

type Search = Readonly<Record<string, unknown>>;

/** Search parameters, for a screen with several collections. */
interface AddressNames {
  readonly open?: string;
  readonly create?: string;
}

export function useCollectionAddress({ open = "edit", create = "create" }: AddressNames = {}) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: Search, replace = false) =>
    void navigate({ to: ".", search: ((current: Search) => ({ ...filtersOf(current), ...next })) as never, replace });
  return {
    query: (search.query as string | undefined) ?? "",
    state: search.state as string | undefined,
    open: search[open] as string | undefined,
    isCreating: search[create] !== undefined,
    toItem: (id: string) => (current: Search) => ({ ...filtersOf(current), [open]: id }),
    startCreating: () => go({ [create]: true }),
    close: () => go({}),
    filter: (filter: { readonly query?: string | undefined } | { readonly state?: string | undefined }) => go(filter, true),
  };
}

function filtersOf({ tab, query, state }: Search): Search {
  return { tab, query, state };
}

export interface ListTexts {
  /** Absent means nothing is shown while it is empty. */
  readonly none?: EmptyTexts;
  readonly find?: string;
  readonly columns: { readonly name: string };
}

interface EmptyTexts {
  readonly title: string;
  readonly meaning: string;
  /** Cells of a row, the name first. */
  readonly example: readonly string[];
}

export interface ListProps<T> {
  readonly title: string;
  readonly texts: ListTexts;
  readonly idOf: (item: T) => string;
  readonly nameOf: (item: T) => string;
  readonly marks?: (item: T) => ReactNode;
  /** Columns after the name. */
  readonly columns: readonly Column<T>[];
  /** Absent means there is no search. */
  readonly wordsOf?: (item: T) => readonly string[];
  readonly states?: { readonly labels: Readonly<Record<string, string>>; readonly of: (item: T) => string };
  /** Prefix of the items' drafts: `acme-shop/instances`. */
  readonly drafts?: string;
  readonly address?: AddressNames;
  /** False means names are no links, and addresses open nothing. */
  readonly isOpenable?: boolean;
}

/** Screen readers always announce the number of items; others see it where they cannot count them. */
const countable = 20;

export function CollectionList<T>({ items, ...props }: ListProps<T> & { readonly items: readonly T[] }) {
  const { title, texts, columns, idOf, wordsOf, states, address } = props;
  const { collection } = sharedTexts;
  const { query, state } = useCollectionAddress(address);
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const isFound = (item: T) =>
    (state === undefined || !states || states.of(item) === state) &&
    (!wordsOf || wordsOf(item).some((text) => text.toLowerCase().includes(wanted)));
  const found = wordsOf || states ? items.filter(isFound) : items;
  const name: Column<T> = { key: "name", title: texts.columns.name, render: (item) => <ItemName {...props} item={item} /> };
  const count = found.length === 0 ? collection.noneFound : collection.found(found.length);
  return (
    <>
      <Text c="dimmed" role="status" className={0 < found.length && found.length < countable ? "visually-hidden" : ""}>
        {count}
      </Text>
      {found.length > 0 && <DataTable label={title} columns={[name, ...columns]} rows={found} rowKey={idOf} />}
    </>
  );
}

export function CollectionFilters<T>({ wordsOf, states, texts, address }: ListProps<T>) {
  const { query, state = "", filter } = useCollectionAddress(address);
  if (!wordsOf) return null;
  const labels = Object.entries(states?.labels ?? {}).map(([value, label]) => ({ value, label }));
  return (
    <>
      <SearchField label={texts.find ?? ""} query={query} onQuery={(text) => filter({ query: text })} width={16} />
      {states && (
        <NativeSelect
          aria-label={sharedTexts.collection.state}
          w="8.5rem"
          value={state}
          onChange={({ currentTarget: { value } }) => filter({ state: value === "" ? undefined : value })}
          data={[{ value: "", label: sharedTexts.collection.anyState }, ...labels]}
        />
      )}
    </>
  );
}

function ItemName<T>(props: ListProps<T> & { readonly item: T }) {
  const { item, idOf, nameOf, marks, drafts, address, isOpenable = true } = props;
  const id = idOf(item);
  const { actor } = useSession();
  const { toItem } = useCollectionAddress(address);
  const isDraft = drafts !== undefined && readDraft(draftKey(actor, `${drafts}/${id}`)) !== null;
  const name = nameOf(item) || id;
  return (
    <>
      {isOpenable ? (
        <AnchorLink fw={600} to="." search={toItem(id) as never}>
          {name}
        </AnchorLink>
      ) : (
        <Text span fw={600}>
          {name}
        </Text>
      )}
      {marks?.(item)}
      {isDraft && <Mark color="accent">{sharedTexts.drafts.kept}</Mark>}
    </>
  );
}

export function EmptyCollection({ texts, action }: { readonly texts: EmptyTexts; readonly action: ReactNode }) {
  const { title, meaning, example } = texts;
  const [name, ...others] = example;
  return (
    <EmptyState title={title} action={action}>
      {meaning}
      <Text size="xs" c="dimmed" mt="md" mb={4}>
        {sharedTexts.collection.example}
      </Text>
      <Paper withBorder px="sm" py="xs" style={{ borderStyle: "dashed" }}>
        <Group gap="xs" justify="space-between">
          <Text span fw={600}>
            {name}
          </Text>
          {others.map((text) => (
            <Text span key={text} c="dimmed">
              {text}
            </Text>
          ))}
        </Group>
      </Paper>
    </EmptyState>
  );
}
