/**
 * Name of the file beside a store with a node's copy of it (`log/replica/node-replica.ts`). Deleted when another store takes its place.
 */
export const nodeReplicaName = "node-copy";
