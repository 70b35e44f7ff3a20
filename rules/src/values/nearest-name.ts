/** The first on a tie; "" beyond `most`. Compares 100 characters of `unknown`. */
export function nearestName(unknown: string, known: readonly string[], most = Math.min(3, unknown.length / 3)): string {
  let best = "";
  let least = most;
  for (const name of known) {
    const changes = distance(unknown.slice(0, 100), name);
    if (changes < least || (changes === least && best === "")) [best, least] = [name, changes];
  }
  return best;
}

/** Optimal string alignment. */
function distance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (above[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    above = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
