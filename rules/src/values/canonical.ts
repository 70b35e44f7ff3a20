/** Short pieces: one for each item of the lists in the value or in its members. */
export function* canonicalPieces(value: object): Generator<string, undefined> {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  let sign = "{";
  for (const [key, inner] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `${sign}${JSON.stringify(key)}:`;
    sign = ",";
    if (Array.isArray(inner)) yield* itemPieces(inner);
    else yield canonicalText(inner);
  }
  yield sign === "{" ? "{}" : "}";
}

function* itemPieces(items: readonly unknown[]): Generator<string, undefined> {
  for (const [index, item] of items.entries()) yield `${index === 0 ? "[" : ","}${canonicalText(item ?? null)}`;
  yield items.length === 0 ? "[]" : "]";
}

/** Keys of every map are sorted by their UTF-16 units; undefined members are left out. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`)
    .join(",")}}`;
}
