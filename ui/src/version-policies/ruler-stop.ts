/** The versions that stand on a ruler: those that policies name, those that apps have, and some around them to move a mark to. */
import { type AppVersion, compareVersions, maxVersionNumber, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { entryBounds } from "drawbridge-rules/versions/boundary-version.ts";
import { parseVersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";

export interface RulerStop {
  readonly version: AppVersion;
  /** Named by a policy; else it is there to be chosen. */
  readonly isNamed: boolean;
}

/** With fewer, those around are shown too. */
const fewEnough = 22;
/** Stops that versions in use leave to the next releases. */
const roomForNext = 4;

/**
 * Sorted, without duplicates.
 * @param policies what they name first is what equal versions are called
 * @param seen versions that apps have, the most frequent first
 */
export function rulerStops(policies: readonly VersionPolicy[], seen: readonly AppVersion[] = []): readonly RulerStop[] {
  const named = sortedOnce(policies.flatMap(namedBy));
  const plain = sortedOnce([...named, ...named.map(({ numbers }) => versionOf(numbers))]);
  const stops = [...plain];
  const add = (versions: readonly AppVersion[], most: number) => {
    for (const version of versions) {
      if (stops.length >= most) break;
      if (!stops.some((stop) => compareVersions(stop, version) === 0)) stops.push(version);
    }
  };
  add(seen, fewEnough - roomForNext);
  add(around(sortedOnce([...named, ...stops.slice(plain.length)])), fewEnough);
  const own = new Set(named);
  return sortedOnce(stops).map((version) => ({ version, isNamed: own.has(version) }));
}

/** Returns whether the policy names any version. */
export function namesAnyVersion(policy: VersionPolicy): boolean {
  return namedBy(policy).length > 0;
}

/** The stops with the spelling of the first policy that names them, the same array where they have it; null: one is missing. */
export function respelled(stops: readonly RulerStop[], policies: readonly VersionPolicy[]): readonly RulerStop[] | null {
  const wanted = sortedOnce([...policies.flatMap(namedBy), ...stops.map(({ version }) => version)]);
  if (wanted.length > stops.length) return null;
  if (wanted.every(({ text }, index) => text === stops[index]?.version.text)) return stops;
  return stops.map((stop, index) => ({ ...stop, version: wanted[index] ?? stop.version }));
}

function namedBy({ minimum, recommended, blocked, exempt, step }: VersionPolicy): AppVersion[] {
  const bounds = [minimum, recommended, step?.minimum ?? null, step?.recommended ?? null];
  const marks = bounds.flatMap((text) => (text === null ? [] : (parseVersion(text) ?? [])));
  const entries = [...blocked, ...exempt].flatMap((text) => parseVersionEntry(text) ?? []);
  return [...marks, ...entries.flatMap((entry) => entryBounds(entry))];
}

/** Above the newest, what may be released next; of each, the ones beside it. */
function around(named: readonly AppVersion[]): AppVersion[] {
  const newest = named.at(-1);
  if (!newest) return [];
  const nearest = named.toReversed().flatMap(({ numbers }) => [raised(numbers, numbers.length - 1), lowered(numbers)]);
  return [
    ...newest.numbers.map((_, part) => raised(newest.numbers, part)),
    raised(newest.numbers, Math.min(1, newest.numbers.length - 1)),
    ...nearest,
  ].flatMap((numbers) => (numbers ? [versionOf(numbers)] : []));
}

/** 2.4.1 → 2.5.0 at the second part. Null: there is no higher number. */
function raised(numbers: readonly number[], part: number): readonly number[] | null {
  const value = numbers[part] ?? 0;
  return value >= maxVersionNumber ? null : numbers.map((own, index) => (index < part ? own : index === part ? value + 1 : 0));
}

/** One less in the last part that is not 0. Null: all are. */
function lowered(numbers: readonly number[]): readonly number[] | null {
  const part = numbers.findLastIndex((value) => value > 0);
  return part < 0 ? null : numbers.map((own, index) => (index === part ? own - 1 : own));
}

function versionOf(numbers: readonly number[]): AppVersion {
  return { text: numbers.join("."), numbers, pre: null, build: null };
}

/** Sorted; of equal versions, the first is kept. */
export function sortedOnce(versions: readonly AppVersion[]): AppVersion[] {
  const sorted = versions.toSorted(compareVersions);
  return sorted.filter((version, index) => {
    const last = sorted[index - 1];
    return last === undefined || compareVersions(last, version) !== 0;
  });
}
