/** An entry of a policy as a span with two ends that can be moved, and back as text. */
import { type AppVersion, compareVersions } from "drawbridge-rules/versions/app-version.ts";
import { entryBounds } from "drawbridge-rules/versions/boundary-version.ts";
import type { VersionEntry } from "drawbridge-rules/versions/version-entry.ts";

interface SpanEnd {
  readonly version: AppVersion;
  /** True if the version itself is meant too. */
  readonly isIncluded: boolean;
}

/** Null: there is no end on that side. */
export interface EntrySpan {
  readonly from: SpanEnd | null;
  readonly to: SpanEnd | null;
}

/** Span of an entry; of several comparators on one side, the narrowest counts. */
export function entrySpan(entry: VersionEntry): EntrySpan {
  if (entry.form === "exact") return onlyVersion(entry.version);
  if (entry.form === "family") {
    const [from, to] = entryBounds(entry);
    return { from: from ? included(from) : null, to: to ? { version: to, isIncluded: false } : null };
  }
  let from: SpanEnd | null = null;
  let to: SpanEnd | null = null;
  for (const { operator, bound } of entry.comparators) {
    const end = { version: bound, isIncluded: operator.endsWith("=") };
    if (!operator.startsWith("<")) from = narrower(from, end, 1);
    if (!operator.startsWith(">")) to = narrower(to, end, -1);
  }
  return { from, to };
}

export function onlyVersion(version: AppVersion): EntrySpan {
  return { from: included(version), to: included(version) };
}

export function printSpan({ from, to }: EntrySpan): string {
  if (from?.isIncluded && to?.isIncluded && compareVersions(from.version, to.version) === 0) return from.version.text;
  const parts = [
    ...(from ? [`${from.isIncluded ? ">=" : ">"}${from.version.text}`] : []),
    ...(to ? [`${to.isIncluded ? "<=" : "<"}${to.version.text}`] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : ">=0";
}

/** Moves one end of the span; null removes it. An exclusive end stays exclusive. */
export function withEnd(span: EntrySpan, side: "from" | "to", version: AppVersion | null): EntrySpan {
  return { ...span, [side]: version === null ? null : { version, isIncluded: span[side]?.isIncluded ?? true } };
}

/** Returns whether there may be a version between the ends. */
export function isPossible({ from, to }: EntrySpan): boolean {
  if (!from || !to) return true;
  const order = compareVersions(from.version, to.version);
  return order < 0 || (order === 0 && from.isIncluded && to.isIncluded);
}

function included(version: AppVersion): SpanEnd {
  return { version, isIncluded: true };
}

function narrower(known: SpanEnd | null, end: SpanEnd, sign: 1 | -1): SpanEnd {
  if (!known) return end;
  const order = compareVersions(end.version, known.version) * sign;
  return order > 0 || (order === 0 && !end.isIncluded) ? end : known;
}
