import type { Compaction } from "drawbridge-rules/wire/compaction.ts";

/**
 * Deletes superseded values, in as many requests as necessary: each has a few seconds.
 * @param compact sends one request
 */
export async function compactAll(compact: () => Promise<Compaction>): Promise<Compaction> {
  let sum = await compact();
  while (sum.more) {
    const next = await compact();
    const freed = sum.freed === null && next.freed === null ? null : (sum.freed ?? 0) + (next.freed ?? 0);
    sum = { ...next, changes: sum.changes + next.changes, bytes: sum.bytes + next.bytes, freed };
  }
  return sum;
}
