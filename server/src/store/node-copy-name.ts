/** Name of the file beside a store with a node's copy of it (`snapshot/node-copy.ts`). It goes when another store takes its place. */
export const nodeCopyName = "node-copy";
