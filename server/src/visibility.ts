/**
 * Where a committed change is seen once it was answered: by every process of this server, or by this one and not yet by another of
 * them. Of other nodes and of edges it says nothing.
 */
export type Visibility = "everywhere" | "local";
