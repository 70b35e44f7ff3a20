/** Which versions a changed policy can decide otherwise: a minimum that moves by one leaves 500 blocked versions what they are. */
import { type AppVersion, compareVersions, parseVersion } from "../domain/app-version.ts";
import { boundsAround, boundsOf } from "../domain/boundary-version.ts";
import { parseVersionEntry, type VersionEntry } from "../domain/version-entry.ts";
import type { VersionPolicy } from "../domain/version-policy.ts";

/** From one version up to another, both included; null: without an end. */
export interface VersionSpan {
  readonly from: AppVersion | null;
  readonly to: AppVersion | null;
}

/** Any version that is outside of all of them is decided alike by both. */
export function changedSpans(before: VersionPolicy, after: VersionPolicy): VersionSpan[] {
  return [
    ...boundSpans(before.minimum, after.minimum),
    ...boundSpans(before.recommended, after.recommended),
    ...entrySpans(before.blocked, after.blocked),
    ...entrySpans(before.exempt, after.exempt),
    // A policy without any rule says so of every version.
    ...(hasRules(before) === hasRules(after) ? [] : [{ from: null, to: null }]),
  ];
}

/** Those of the bounds that cut one of the spans. */
export function boundsWithin(bounds: readonly AppVersion[], spans: readonly VersionSpan[]): AppVersion[] {
  return bounds.filter((bound) => boundsAround(bound).some((version) => spans.some((span) => isWithin(version, span))));
}

/** By its numbers alone, so that nothing is left out that its pre-releases decide. */
function isWithin(version: AppVersion, { from, to }: VersionSpan): boolean {
  return (
    (from === null || compareVersions(version, release(from)) >= 0) && (to === null || compareVersions(version, release(to)) <= 0)
  );
}

function release(version: AppVersion): AppVersion {
  return { ...version, pre: null, build: null };
}

function boundSpans(before: string | null, after: string | null): VersionSpan[] {
  if (before === after) return [];
  const [was, is] = [before, after].map((text) => (text === null ? null : parseVersion(text)));
  if (!was || !is) return [{ from: null, to: was ?? is ?? null }];
  return [compareVersions(was, is) < 0 ? { from: was, to: is } : { from: is, to: was }];
}

function entrySpans(before: readonly string[], after: readonly string[]): VersionSpan[] {
  const differing = [...new Set(before).symmetricDifference(new Set(after))];
  return differing.flatMap((text) => {
    const entry = parseVersionEntry(text);
    return entry ? [spanOf(entry)] : [];
  });
}

function spanOf(entry: VersionEntry): VersionSpan {
  const bounds = boundsOf(entry);
  if (entry.form === "family") return { from: bounds[0] ?? null, to: bounds[1] ?? null };
  if (entry.form === "exact") return { from: entry.version, to: entry.version };
  const [least, most] = [(operator: string) => !operator.startsWith("<"), (operator: string) => !operator.startsWith(">")].map(
    (isEnd) => entry.comparators.filter(({ operator }) => isEnd(operator)).map(({ bound }) => bound),
  );
  return { from: least?.[0] ?? null, to: most?.[0] ?? null };
}

function hasRules({ minimum, recommended, blocked, exempt }: VersionPolicy): boolean {
  return minimum !== null || recommended !== null || blocked.length > 0 || exempt.length > 0;
}
