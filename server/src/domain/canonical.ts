/** One text for one value, in whatever order its keys were written: what a hash is taken of. */

/** As JSON, with the keys of every map in order of their UTF-16 units; what is undefined is left out. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`)
    .join(",")}}`;
}
