/** The recommended version, otherwise the lowest above the app's that may run. */

import { firstIndex } from "../values/first-index.ts";
import type { Steps } from "../values/steps.ts";
import { type AppVersion, canonicalText, compareNumbers, compareVersions, sortedOnce } from "./app-version.ts";
import { boundaryVersions, entryBounds, matchesEntry, type VersionEntry } from "./version-entry.ts";
import { type CompiledPolicy, compilePolicy, decide, type VersionPolicy } from "./version-policy.ts";

export interface UpdateGap {
  /** An example; null means too many pre-releases and builds to find out whether one exists. */
  readonly version: string | null;
}

/** Above the 16 004 boundaries that two lists of 500 plain numbers can need. */
const MAX_BOUNDARIES = 20_000;
const BOUNDARIES_IN_A_STEP = 50;

/** Lowest first. The first spelling of equal versions is kept. */
export function runningVersions(policy: CompiledPolicy): readonly AppVersion[] {
  const { minimum, recommended, blocked, releases } = policy;
  const named = [minimum, recommended, ...blocked.map(exclusiveEnd), ...releases].filter((version) => version !== null);
  return sortedOnce(named.filter((version) => !decide(policy, version).forced));
}

/** Lowest first, from the recommended one on if that may run. */
export function updateTargets(policy: CompiledPolicy, running = runningVersions(policy)): readonly AppVersion[] {
  const { recommended } = policy;
  const least = recommended && running.findIndex((version) => compareVersions(version, recommended) === 0);
  return running.slice(Math.max(least ?? 0, 0));
}

export function installableTargets(
  policy: CompiledPolicy,
  running: readonly AppVersion[],
  os: readonly number[],
): readonly AppVersion[] {
  const isInstallable = (version: AppVersion) => compareNumbers(policy.requiredOs.get(canonicalText(version)) ?? [], os) <= 0;
  return updateTargets(policy, running.filter(isInstallable));
}

export function updateTargetFor(targets: readonly AppVersion[], version: AppVersion): AppVersion | null {
  const isBelow = (index: number) => compareVersions(targets[index] as AppVersion, version) <= 0;
  return targets[firstIndex(targets.length, isBelow)] ?? null;
}

/** Policies never change, and a plan leaves nearly all of them alone. */
const gaps = new WeakMap<VersionPolicy, UpdateGap | null>();

/** Null means every forced version has a version to update to. Exact for every version that can be sent. */
export function* updateGap(policy: VersionPolicy): Steps<UpdateGap | null> {
  const known = gaps.get(policy);
  if (known !== undefined) return known;
  const compiled = compilePolicy(policy);
  // A version has a target exactly if it is below the highest one: only forced versions from there on are searched.
  const gap = yield* forcedFrom(compiled, updateTargets(compiled).at(-1) ?? null);
  gaps.set(policy, gap);
  return gap;
}

function* forcedFrom(policy: CompiledPolicy, least: AppVersion | null): Steps<UpdateGap | null> {
  let checked = 0;
  for (const version of versionsFrom(policy, least)) {
    if (version === null) return { version: null };
    if (decide(policy, version).forced) return { version: version.text };
    if (++checked % BOUNDARIES_IN_A_STEP === 0) yield;
  }
  return null;
}

export type NamedBound = "minimum" | "recommended";

const entriesFrom: Record<NamedBound, WeakMap<VersionPolicy, readonly string[]>> = {
  minimum: new WeakMap(),
  recommended: new WeakMap(),
};

/** Entries at or above a bound that texts name send users backwards. Checks 20 000 boundaries. */
export function* blockedFrom(policy: VersionPolicy, bound: NamedBound): Steps<readonly string[]> {
  const known = entriesFrom[bound].get(policy);
  if (known) return known;
  const compiled = compilePolicy(policy);
  const least = compiled[bound];
  const found = least === null ? [] : yield* blockedAtOrAbove(compiled, least);
  entriesFrom[bound].set(policy, found);
  return found;
}

function* blockedAtOrAbove(policy: CompiledPolicy, least: AppVersion): Steps<readonly string[]> {
  const pending = new Set<VersionEntry>(policy.blocked);
  let checked = 0;
  for (const version of versionsFrom(policy, least)) {
    if (version === null || pending.size === 0) break;
    if (decide(policy, version).rule === "blocked")
      for (const entry of pending) if (matchesEntry(entry, version)) pending.delete(entry);
    if (++checked % BOUNDARIES_IN_A_STEP === 0) yield;
  }
  return policy.blocked.filter((entry) => !pending.has(entry)).map(({ text }) => text);
}

/** Versions at or above `least`, one of every span, named ones first; null at the end: too many. */
function* versionsFrom(policy: CompiledPolicy, least: AppVersion | null): Generator<AppVersion | null> {
  const { minimum, recommended, blocked, exempt } = policy;
  const named = [minimum, recommended, least].filter((version) => version !== null);
  // Bounds with lower numbers decide all of these alike.
  const bounds = [...named, ...[...blocked, ...exempt].flatMap(entryBounds)].filter(
    ({ numbers }) => least === null || compareNumbers(numbers, least.numbers) >= 0,
  );
  const isReached = (version: AppVersion) => least === null || compareVersions(version, least) >= 0;
  yield* bounds.filter(isReached);
  let left = MAX_BOUNDARIES;
  for (const version of boundaryVersions(bounds)) {
    if (left-- === 0) yield null;
    if (left < 0) return;
    if (isReached(version)) yield version;
  }
}

function exclusiveEnd(entry: VersionEntry): AppVersion | null {
  if (entry.form !== "range") return null;
  const ends = entry.comparators.filter(({ operator }) => !operator.startsWith(">"));
  const [first, ...others] = ends;
  if (first === undefined) return null;
  const end = others.reduce((low, one) => {
    const order = compareVersions(one.bound, low.bound);
    return order < 0 || (order === 0 && one.operator === "<") ? one : low;
  }, first);
  return end.operator === "<" ? end.bound : null;
}
