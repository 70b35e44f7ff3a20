/**
 * Where a committed change is visible when it is answered: in every process of this server, or not yet in all of them. It says
 * nothing about other nodes and edges.
 */
export type Visibility = "everywhere" | "local";
