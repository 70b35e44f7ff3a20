import { type AppVersion, compareNumbers, compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { entryBounds, parseVersionEntry, type VersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";

/** Both ends are included; null means unbounded. */
export interface VersionSpan {
  readonly from: AppVersion | null;
  readonly to: AppVersion | null;
}

/** Both policies decide every version outside these spans alike. */
export function changedSpans(before: VersionPolicy, after: VersionPolicy): VersionSpan[] {
  return [
    ...boundSpans(before.minimum, after.minimum),
    ...boundSpans(before.recommended, after.recommended),
    ...entrySpans(before.blocked, after.blocked),
    ...entrySpans(before.exempt, after.exempt),
    // The first or last rule of a policy changes the decision for every version.
    ...(hasRules(before) === hasRules(after) ? [] : [{ from: null, to: null }]),
  ];
}

/** Compares only the numbers, so that no bound for a pre-release is missed. */
export function boundsWithin(bounds: readonly AppVersion[], spans: readonly VersionSpan[]): AppVersion[] {
  const found = new Set<AppVersion>();
  for (const { from, to } of spans) {
    const below = from === null ? [] : bounds.filter(({ numbers }) => compareNumbers(numbers, from.numbers) < 0);
    // A bound also cuts directly above itself: the highest one below may reach into the span.
    const highest = below.reduce<AppVersion | null>(
      (high, one) => (high && compareNumbers(high.numbers, one.numbers) > 0 ? high : one),
      null,
    );
    for (const bound of bounds) {
      const isBelow = from !== null && compareNumbers(bound.numbers, from.numbers) < 0;
      const isAbove = to !== null && compareNumbers(bound.numbers, to.numbers) > 0;
      const cuts = isBelow ? highest !== null && compareNumbers(bound.numbers, highest.numbers) === 0 : !isAbove;
      if (cuts) found.add(bound);
    }
  }
  return [...found];
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
  const bounds = entryBounds(entry);
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
