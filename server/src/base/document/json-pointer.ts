/** JSON pointers as URI fragments (RFC 6901 §6): the form in which programs read the path of a problem. */

const longestPointer = 1_000;

/**
 * Formats a pointer: `#/a~1b/0`; `#` is the whole document. If it is too long, returns that of the nearest parent that fits, so
 * it is always valid.
 */
export function pointerTo(keys: readonly string[]): string {
  let pointer = "#";
  for (const key of keys) {
    const next = `${pointer}/${fragment(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
    if (next.length > longestPointer) return pointer;
    pointer = next;
  }
  return pointer;
}

/** Percent-encoded where a fragment needs it (RFC 3986 §3.5). Half a surrogate pair has no UTF-8, and is replaced. */
function fragment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The number of keys, from the first on, that lead somewhere in the document. */
export function depthReached(document: unknown, keys: readonly string[]): number {
  let value = document;
  for (const [depth, key] of keys.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return depth;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return keys.length;
}
