/** Address of a collection: the search, the state that is filtered by, the open item, and whether a new one is created. */
import { useNavigate, useSearch } from "@tanstack/react-router";

type Search = Readonly<Record<string, unknown>>;

/** Names of search parameters, where a screen has several collections or other words. */
export interface AddressNames {
  readonly open?: string;
  readonly create?: string;
  /** Value for a new item; default: true. */
  readonly kind?: string;
}

interface CollectionAddress {
  readonly query: string;
  readonly state: string | undefined;
  /** Id of the open item. */
  readonly open: string | undefined;
  /** Kind of the new item; undefined: none is created. */
  readonly create: string | true | undefined;
  /** Search parameters of an item's address, for a link. */
  readonly toItem: (id: string) => (search: Search) => Search;
  readonly startCreating: (kind?: string) => void;
  readonly close: () => void;
  /** Adds no entry to the browser history. */
  readonly filter: (filter: { readonly query?: string | undefined } | { readonly state?: string | undefined }) => void;
}

export function useCollectionAddress({ open = "edit", create = "create", ...names }: AddressNames = {}): CollectionAddress {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: Search, replace = false) =>
    void navigate({ to: ".", search: ((current: Search) => ({ ...filtersOf(current), ...next })) as never, replace });
  return {
    query: (search.query as string | undefined) ?? "",
    state: search.state as string | undefined,
    open: search[open] as string | undefined,
    create: search[create] as string | true | undefined,
    toItem: (id) => (current) => ({ ...filtersOf(current), [open]: id }),
    startCreating: (kind = names.kind) => go({ [create]: kind ?? true }),
    close: () => go({}),
    filter: (filter) => go(filter, true),
  };
}

/** Parameters that stay when an item is opened or closed. */
function filtersOf({ section, query, state }: Search): Search {
  return { section, query, state };
}
