import { sameValue } from "drawbridge-rules/changes/document-diff.ts";
import { type PlatformTraffic, totalRequests } from "drawbridge-rules/impact/traffic.ts";
import { isInRange, rangesByKey, type VersionRange } from "drawbridge-rules/impact/version-range.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { type AppVersion, compareVersions, parseVersion, sortedOnce } from "drawbridge-rules/versions/app-version.ts";
import { updateTargetFor } from "drawbridge-rules/versions/update-target.ts";
import { boundaryVersions, entryBounds } from "drawbridge-rules/versions/version-entry.ts";
import { type CompiledPolicy, decide, type VersionDecision, type VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import { type CompiledPlatform, lazy, platformAt } from "./compiled-project.ts";
import { shownConfig } from "./config-outcome.ts";
import { shownGate } from "./gate-outcome.ts";
import { gateOfPlatform } from "./gate-state.ts";
import type { Side } from "./planned-project.ts";
import { boundsWithin, changedSpans, type VersionSpan } from "./version-reach.ts";
import { noWantedLanguages } from "./wanted-languages.ts";

/** Versions whose decision changes in one way. */
export interface VersionEffect extends VersionRange {
  readonly platform: string;
  /** Instant of a step ahead from which the effect holds, epoch ms; absent means now. */
  readonly at?: number;
  readonly before: VersionDecision | null;
  readonly after: VersionDecision | null;
  /** Requests of the last 24 hours; null means none were counted. */
  readonly requests: number | null;
}

/** In the project's first language. */
interface ShownText {
  /** As `/gate` shows them. */
  readonly title: string;
  readonly message: string;
  /** As `/config` shows it. */
  readonly config_message: string;
  readonly android_source: string;
  readonly apple_source: string;
}

/** Texts of the versions with one decision and one version to update to. */
export interface TextEffect extends VersionRange {
  readonly platform: string;
  /** The version that they are for; null means none known, or all. */
  readonly version: string | null;
  readonly at?: number;
  readonly before: ShownText | null;
  readonly after: ShownText | null;
}

interface Versions {
  readonly versions: readonly AppVersion[];
  readonly more: boolean;
}

interface Found {
  readonly versions: VersionEffect[];
  readonly texts: TextEffect[];
  more: boolean;
}

/** Ranges of a platform, and its texts. */
const maxShown = 50;
/** Versions of a platform: more than two lists of 500 plain numbers need. */
const maxLookedAt = 5_000;

export type Traffic = ReadonlyMap<string, PlatformTraffic>;

/** A new or deleted project has none: no app asks for it, or its keys are refused. */
export function* versionEffects(before: Side, after: Side, traffic: Traffic, now: number): Steps<Found> {
  const found: Found = { versions: [], texts: [], more: false };
  if (!before.project.header || !after.project.header) return found;
  for (const name of changedPlatforms(before, after)) yield* addPlatform(found, { name, before, after, traffic, now });
  return found;
}

/** Shown answers depend on the header and maintenance too; version decisions only on the platform. */
function changedPlatforms(before: Side, after: Side): readonly string[] {
  const isShown = (["project", "window", "override", "instance"] as const).some(
    (kind) => after.state[kind].differingFrom(before.state[kind] as never).length > 0,
  );
  const names = isShown
    ? [...platformNames(before), ...platformNames(after)]
    : after.state.platform.differingFrom(before.state.platform);
  return [...new Set(names)].sort();
}

export function platformNames({ project }: Side): readonly string[] {
  return project.header ? project.platformNames : [];
}

function platformOf({ project }: Side, name: string, at: number): CompiledPlatform | null {
  const compiled = project.header ? project.platform(name) : null;
  return compiled && platformAt(compiled, at);
}

interface Change {
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  readonly traffic: Traffic;
  readonly now: number;
}

/** A step ahead is listed with its instant where its effects differ from those now. */
function* addPlatform(found: Found, change: Change): Steps<void> {
  const { name, before, after, now } = change;
  yield* addPlatformAt(found, change);
  const steps = [before, after].map(({ project }) => (project.header && project.platform(name)?.step?.at) ?? now);
  for (const at of [...new Set(steps)].filter((instant) => instant > now).sort((a, b) => a - b))
    yield* addPlatformAt(found, change, at);
}

/** @param step a later instant; absent means now */
function* addPlatformAt(found: Found, { name, before, after, traffic, now }: Change, step?: number): Steps<void> {
  const [wasNow, isNow] = [platformOf(before, name, now), platformOf(after, name, now)];
  const [was, is] = step === undefined ? [wasNow, isNow] : [platformOf(before, name, step), platformOf(after, name, step)];
  const sides = step === undefined ? [was, is] : [was, is, wasNow, isNow];
  const isWhole = step !== undefined || !was || !is || changesTarget(before, after, was, is);
  const { versions, more } = isWhole ? knownVersions(sides) : reachedVersions(was, is);
  yield;
  const decided = ([one, other]: readonly (CompiledPlatform | null | undefined)[], version: AppVersion) => ({
    before: one ? decide(one.policy, version) : null,
    after: other ? decide(other.policy, version) : null,
  });
  // At a step, only what it changes beside the present answers.
  const decisionKey = (version: AppVersion) =>
    JSON.stringify([decided(sides, version), step === undefined ? null : decided([wasNow, isNow], version)]);
  const isDecided = was?.policy !== is?.policy || step !== undefined;
  const textKey = (version: AppVersion) =>
    JSON.stringify([decisionKey(version), targetOf(before, was, version), targetOf(after, is, version)]);
  const show = [textsAt(before, was, now), textsAt(after, is, now)] as const;
  const groups = yield* textGroups(versions, textKey, show);
  const isShown = [...groups.values()].includes(true);
  found.more ||= more;
  if (!isDecided && !isShown) return;

  const bounds = sortedOnce(sides.flatMap((side) => (side ? boundsIn(side) : [])));
  const seen = yield* seenVersions(traffic.get(name));
  const shared = { platform: name, ...(step === undefined ? {} : { at: step }) };
  const effects: VersionEffect[] = [];
  for (const [key, ranges] of isDecided ? rangesByKey(versions, bounds, decisionKey) : []) {
    yield;
    const [then, present] = JSON.parse(key) as Pick<VersionEffect, "before" | "after">[];
    if (!then || sameValue(then.before, then.after) || (present && sameValue(then, present))) continue;
    for (const range of ranges) {
      effects.push({ ...shared, ...range, ...then, requests: requestsIn(range, seen) });
      yield;
    }
  }
  effects.sort((a, b) => (b.requests ?? 0) - (a.requests ?? 0));
  found.versions.push(...effects.slice(0, maxShown));
  found.more ||= effects.length > maxShown;
  if (!isShown) return;

  const known = [...(seen ?? []).map(({ version }) => version), ...releasesIn(sides), ...bounds];
  const texts: TextEffect[] = [];
  for (const [key, ranges] of rangesByKey(versions, bounds, textKey)) {
    yield;
    const [then, present] = JSON.parse(JSON.parse(key)[0]);
    if (!groups.get(key) || (present && sameValue(then, present))) continue;
    // Where builds compare across pre-releases, ranges are approximate, and may have versions of another group.
    const isOwn = (version: AppVersion) => ranges.some((range) => isInRange(version, range)) && textKey(version) === key;
    const example = known.find(isOwn);
    const range = ranges.find((one) => !example || isInRange(example, one));
    const unknown = versions.find((version) => textKey(version) === key);
    // No user has such a version: a text keeps the placeholder of its own.
    const shownFor = example ?? (unknown && { ...unknown, text: "{current_version}" });
    if (!range || !shownFor) continue;
    const shown = { before: show[0](shownFor), after: show[1](shownFor) };
    texts.push({ ...shared, ...range, version: example?.text ?? null, ...shown });
  }
  const joined = joinedTexts(texts, groups.size);
  found.texts.push(...joined.slice(0, maxShown));
  found.more ||= joined.length > maxShown;
}

type Shown = (version: AppVersion) => ShownText | null;

/** Groups of versions with the same texts; true means changed ones. */
function* textGroups(
  versions: readonly AppVersion[],
  keyOf: (version: AppVersion) => string,
  [before, after]: readonly [Shown, Shown],
): Steps<ReadonlyMap<string, boolean>> {
  const groups = new Map<string, boolean>();
  for (const version of versions) {
    yield;
    const key = keyOf(version);
    if (!groups.has(key)) groups.set(key, !sameValue(before(version), after(version)));
  }
  return groups;
}

const everyVersion = { from: null, to: null, inclusive: false, except: [], version: null };

/** One entry where all versions get the same texts. @param groups number of version groups */
function joinedTexts(texts: readonly TextEffect[], groups: number): readonly TextEffect[] {
  const [first, ...others] = texts;
  if (!first || texts.length < groups) return texts;
  const isSame = others.every(({ before, after }) => sameValue([before, after], [first.before, first.after]));
  return isSame ? [{ ...first, ...everyVersion }] : texts;
}

/** Most requests first; null means none were counted. */
function* seenVersions(traffic: PlatformTraffic | undefined): Steps<readonly SeenVersion[] | null> {
  if (!traffic || totalRequests(traffic).day === 0) return null;
  const seen: SeenVersion[] = [];
  for (const { version: text, day } of traffic.versions) {
    yield;
    const version = day > 0 ? parseVersion(text) : null;
    if (version) seen.push({ version, day });
  }
  return seen.sort((a, b) => b.day - a.day || compareVersions(a.version, b.version));
}

interface SeenVersion {
  readonly version: AppVersion;
  readonly day: number;
}

function requestsIn(range: VersionRange, seen: readonly SeenVersion[] | null): number | null {
  const own = seen?.filter(({ version }) => isInRange(version, range));
  return own ? own.reduce((sum, { day }) => sum + day, 0) : null;
}

function releasesIn(sides: readonly (CompiledPlatform | null)[]): AppVersion[] {
  return sides.flatMap((side) => side?.policy.releases ?? []);
}

/** A text may change without a decision, as it names the version to update to. */
function changesTarget(before: Side, after: Side, was: CompiledPlatform, is: CompiledPlatform): boolean {
  if (!namesTarget(before, was) && !namesTarget(after, is)) return false;
  const [past, present] = [before, after].map(({ project: { header } }) => [
    header?.project.messages.upgrade,
    header?.project.titles.upgrade,
  ]);
  const [known, next] = [was, is].map((platform) => platform.updateTargets().map(({ text }) => text));
  return was.messages.upgrade !== is.messages.upgrade || !sameValue(past, present) || !sameValue(known, next);
}

function namesTarget({ project: { header } }: Side, platform: CompiledPlatform): boolean {
  const shown = [platform.messages.upgrade ?? header?.upgrade, header?.titles.upgrade()];
  return shown.some((text) => text?.placeholders.has("update_to"));
}

function targetOf(side: Side, platform: CompiledPlatform | null, version: AppVersion): string | null {
  if (!platform || !namesTarget(side, platform) || !decide(platform.policy, version).forced) return null;
  return updateTargetFor(platform.updateTargets(), version)?.text ?? null;
}

/** Entries checked of each list: the first ones show what it decides. */
const fewEntries = 2;

/** Versions whose decision may change, and some of the others, shortest first. */
function reachedVersions(was: CompiledPlatform, is: CompiledPlatform): Versions {
  if (was.policy !== is.policy) return decidedAnew([was, is], changedSpans(was.source, is.source));
  const known = unchanged.get(was.policy) ?? decidedAnew([was], []);
  unchanged.set(was.policy, known);
  return known;
}

/** For policies that a change leaves alone: compiled policies never change. */
const unchanged = new WeakMap<CompiledPolicy, Versions>();

function decidedAnew(sides: readonly CompiledPlatform[], spans: readonly VersionSpan[]): Versions {
  const reached = boundsWithin(sides.flatMap(boundsIn), spans);
  const few = sides.flatMap(fewBounds);
  const { versions, more } = versionsAt([
    ...reached,
    ...spans.flatMap(({ from, to }) => [from, to].filter((version) => version !== null)),
    ...few,
  ]);
  const found = new Set(versions.map((version) => sides.map(({ policy }) => decide(policy, version).rule).join()));
  const [first = [], ...others] = sides.map(rulesIn);
  const kept = first.filter((rule) => others.every((rules) => rules.includes(rule)));
  const isWhole = kept.every((rule) => found.has(sides.map(() => rule).join()));
  return isWhole ? { versions, more } : knownVersions(sides);
}

function fewBounds({ policy }: CompiledPlatform): AppVersion[] {
  const { minimum, recommended, blocked, exempt } = policy;
  const few = [...blocked.slice(0, fewEntries), ...exempt.slice(0, fewEntries)].flatMap((entry) => entryBounds(entry));
  const highest = boundsIn({ policy }).reduce<AppVersion | null>(
    (high, bound) => (high === null || compareVersions(bound, high) > 0 ? bound : high),
    null,
  );
  return [minimum, recommended, highest].filter((version) => version !== null).concat(few);
}

/** All versions must be checked if the few ones miss a rule that may decide some version. */
function rulesIn({ policy }: CompiledPlatform): VersionRule[] {
  const { minimum, recommended, blocked, exempt, hasRules } = policy;
  if (!hasRules) return ["no_policy"];
  const isBetween = recommended !== null && (minimum === null || compareVersions(recommended, minimum) > 0);
  return [
    "current",
    ...(minimum === null ? [] : (["below_minimum"] as const)),
    ...(isBetween ? (["below_recommended"] as const) : []),
    ...(blocked.length === 0 ? [] : (["blocked"] as const)),
    ...(exempt.length === 0 ? [] : (["exempt"] as const)),
  ];
}

/** Named versions, and one from each span decided alike; shortest first, then named ones. */
export function knownVersions(platforms: readonly (CompiledPlatform | null)[]): Versions {
  return versionsAt(platforms.flatMap((platform) => (platform ? boundsIn(platform) : [])));
}

function versionsAt(bounds: readonly AppVersion[]): Versions {
  const versions: AppVersion[] = [];
  let more = false;
  for (const version of [...bounds, ...boundaryVersions(bounds).take(maxLookedAt + 1)]) {
    if (versions.length === maxLookedAt) more = true;
    else if (parseVersion(version.text) !== null) versions.push(version);
  }
  return { versions: sortedOnce(versions).sort((a, b) => a.text.length - b.text.length || compareVersions(a, b)), more };
}

function boundsIn({ policy }: Pick<CompiledPlatform, "policy">): AppVersion[] {
  const { minimum, recommended, blocked, exempt } = policy;
  return [
    ...[minimum, recommended].filter((version) => version !== null),
    ...[...blocked, ...exempt].flatMap((entry) => entryBounds(entry)),
  ];
}

function textsAt({ project }: Side, platform: CompiledPlatform | null, now: number): (version: AppVersion) => ShownText | null {
  const { header } = project;
  if (!header || !platform) return () => null;
  const maintenance = lazy(() => gateOfPlatform(project, header, platform.name, now));
  return (version) => {
    const decision = decide(platform.policy, version);
    const question = { platform, version, decision, wanted: noWantedLanguages, instance: null, os: null };
    const gate = maintenance();
    const { message, ...links } = shownConfig(project, header, question, gate?.level === "active" ? gate : null);
    return { ...shownGate(project, header, question, gate), config_message: message, ...links };
  };
}
