/** Suggestion for a name that does not exist. */

/** Finds the closest of `known` by edit distance; the first on a tie. Compares only the first 100 characters of `unknown`. */
export function nearestName(unknown: string, known: readonly string[]): string {
  let best = "";
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const changes = distance(unknown.slice(0, 100), name);
    if (changes < least) [best, least] = [name, changes];
  }
  return best;
}

/** Levenshtein distance: number of characters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
