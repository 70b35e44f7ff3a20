/**
 * Name of the file beside a store with a node's copy of it (`log/replica/node-snapshot.ts`). Deleted when another store takes its place.
 */
export const nodeCopyName = "node-copy";
