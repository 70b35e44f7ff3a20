/** Pages go by position in the order of the list: none skips or repeats items. */

import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import { defaultPageSize, type PageQuery } from "drawbridge-rules/wire/values.ts";
import { mapYielding } from "../../base/yielding-work.ts";

/** Unique per entry: `[id]`, `[created, id]`. Never a secret: the cursor contains it. */
type Place = readonly (string | number)[];

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export function paginate<T>(all: Iterable<T>, { limit, after }: PageQuery, placeOf: (item: T) => Place): Page<T> {
  const start = after === undefined ? null : readCursor(after);
  const most = limit ?? defaultPageSize;
  const left = [...all]
    .map((item) => ({ item, place: placeOf(item) }))
    .filter(({ place }) => start === null || comparePlaces(place, start) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place));
  const last = left.length > most ? left[most - 1] : undefined;
  return { items: left.slice(0, most).map(({ item }) => item), next: last ? printCursor(last.place) : null };
}

/** Costs only the entries of the page, and those that `isWanted` looks at. */
export async function paginateMap<T>(
  map: ResourceMap<T>,
  { limit, after }: PageQuery,
  isWanted?: (id: string, value: T) => boolean,
): Promise<Page<readonly [id: string, value: T]>> {
  const start = after === undefined ? null : readCursor(after)[0];
  const most = limit ?? defaultPageSize;
  // A cursor of a list with another order starts from the beginning.
  const entries = map.after(typeof start === "string" ? start : null);
  const found = isWanted
    ? (await mapYielding(wantedOf(entries, isWanted, most + 1), (entry) => entry)).filter((entry) => entry !== null)
    : [...entries.take(most + 1)];
  const last = found.length > most ? found[most - 1] : undefined;
  return { items: found.slice(0, most), next: last ? printCursor([last[0]]) : null };
}

/** Null for each entry that is not wanted, until `most` wanted ones were found. */
function* wantedOf<T>(
  entries: Iterable<readonly [string, T]>,
  isWanted: (id: string, value: T) => boolean,
  most: number,
): Generator<readonly [string, T] | null> {
  let left = most;
  for (const entry of entries) {
    const isIn = isWanted(...entry);
    yield isIn ? entry : null;
    if (isIn && --left === 0) return;
  }
}

export function hasName(query: string | undefined, ...names: readonly string[]): boolean {
  if (query === undefined) return true;
  const wanted = folded(query);
  return names.some((name) => folded(name).includes(wanted));
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** Its form is `cursorForm`: each part is a number, or the base64url of a text. */
export function printCursor(place: Place): string {
  return place.map((part) => (typeof part === "number" ? `n${part}` : `t${Buffer.from(part).toString("base64url")}`)).join("~");
}

/** @param text of the form `cursorForm`, possibly of a list with another order */
export function readCursor(text: string): Place {
  return text
    .split("~")
    .map((part) => (part.startsWith("n") ? Number(part.slice(1)) : Buffer.from(part.slice(1), "base64url").toString()));
}

/** Where a cursor of another list has another kind of part, numbers come first. */
function comparePlaces(a: Place, b: Place): number {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareParts(a: string | number, b: string | number): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  return typeof b === "number" ? 1 : compareTexts(a, b);
}
