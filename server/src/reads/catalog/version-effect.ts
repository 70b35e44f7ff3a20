/** Effects of a change on app versions: which may run, and the text they show. */

import { sameValue } from "drawbridge-rules/changes/document-diff.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { type AppVersion, compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { boundaryVersions, entryBounds } from "drawbridge-rules/versions/boundary-version.ts";
import { updateTargetFor } from "drawbridge-rules/versions/update-target.ts";
import { type CompiledPolicy, decide, type VersionDecision, type VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import { type CompiledPlatform, lazy, platformAt } from "./compiled-project.ts";
import { shownConfig } from "./config-outcome.ts";
import { shownGate } from "./gate-outcome.ts";
import { gateOfPlatform } from "./gate-state.ts";
import type { Side } from "./planned-project.ts";
import { boundsWithin, changedSpans, type VersionSpan } from "./version-reach.ts";
import { noWantedLanguages } from "./wanted-languages.ts";

export interface VersionEffect {
  readonly platform: string;
  readonly version: string;
  /** Instant of a step ahead from which the effect holds, epoch ms; absent: now. */
  readonly at?: number;
  /** Null: the platform does not exist. */
  readonly before: VersionDecision | null;
  readonly after: VersionDecision | null;
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

/** The text for a version, on behalf of all versions of its platform with the same decision and the same version to update to. */
export interface TextEffect {
  readonly platform: string;
  readonly version: string;
  /** As in `VersionEffect`. */
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

const maxShown = 200;
/** Maximum versions checked for a platform: above the number that two lists of 500 plain numbers need. */
const maxLookedAt = 5_000;

export function* versionEffects(before: Side, after: Side, now: number): Steps<Found> {
  const found: Found = { versions: [], texts: [], more: false };
  for (const name of changedPlatforms(before, after)) yield* addPlatform(found, name, before, after, now);
  return found;
}

/** Shown answers depend on the header and on maintenance too; version decisions depend only on the platform. */
function changedPlatforms(before: Side, after: Side): readonly string[] {
  const isShown = (["project", "window", "override", "instance"] as const).some(
    (kind) => after.state[kind].differingFrom(before.state[kind] as never).length > 0,
  );
  const names = isShown
    ? [...platformNames(before), ...platformNames(after)]
    : after.state.platform.differingFrom(before.state.platform);
  return [...new Set(names)].sort();
}

function platformNames({ project }: Side): readonly string[] {
  return project.header ? project.platformNames : [];
}

function platformOf({ project }: Side, name: string, at: number): CompiledPlatform | null {
  const compiled = project.header ? project.platform(name) : null;
  return compiled && platformAt(compiled, at);
}

/** Effects now, and those that a step ahead brings: they are listed with its instant where they differ from the ones now. */
function* addPlatform(found: Found, platform: string, before: Side, after: Side, now: number): Steps<void> {
  yield* addPlatformAt(found, platform, before, after, now);
  const steps = [before, after].map(({ project }) => (project.header && project.platform(platform)?.step?.at) ?? now);
  for (const at of [...new Set(steps)].filter((instant) => instant > now).sort((a, b) => a - b))
    yield* addPlatformAt(found, platform, before, after, now, at);
}

/** @param step a later instant; absent: now */
function* addPlatformAt(found: Found, platform: string, before: Side, after: Side, now: number, step?: number): Steps<void> {
  const [wasNow, isNow] = [platformOf(before, platform, now), platformOf(after, platform, now)];
  const was = step === undefined ? wasNow : platformOf(before, platform, step);
  const is = step === undefined ? isNow : platformOf(after, platform, step);
  const when = step === undefined ? {} : { at: step };
  const isWhole = !was || !is || changesTarget(before, after, was, is);
  const { versions, more } = isWhole ? knownVersions([was, is]) : reachedVersions(was, is);
  const told = new Set<string>();
  const [showBefore, showAfter] = [textsAt(before, was, now), textsAt(after, is, now)];
  let shown = 0;
  let shownTexts = 0;
  for (const version of versions) {
    yield;
    const decided = { before: was && decide(was.policy, version), after: is && decide(is.policy, version) };
    const isChanged = !sameValue(decided.before, decided.after);
    if (step !== undefined) {
      const decidedNow = { before: wasNow && decide(wasNow.policy, version), after: isNow && decide(isNow.policy, version) };
      if (sameValue(decided, decidedNow)) continue;
    }
    if (isChanged && ++shown <= maxShown) found.versions.push({ platform, version: version.text, ...when, ...decided });
    const alike = JSON.stringify([decided, targetOf(before, was, version), targetOf(after, is, version)]);
    if (told.has(alike)) continue;
    told.add(alike);
    const texts = { before: showBefore(version), after: showAfter(version) };
    const isDifferent = !sameValue(texts.before, texts.after);
    if (isDifferent && ++shownTexts <= maxShown) found.texts.push({ platform, version: version.text, ...when, ...texts });
  }
  found.more ||= more || shown > maxShown || shownTexts > maxShown;
}

/** Returns whether a text may change although no decision does, since it names the version to update to. */
function changesTarget(before: Side, after: Side, was: CompiledPlatform, is: CompiledPlatform): boolean {
  if (!namesTarget(before, was) && !namesTarget(after, is)) return false;
  const [past, present] = [before, after].map(({ project: { header } }) => [
    header?.project.messages.upgrade,
    header?.project.titles.upgrade,
  ]);
  const [known, next] = [was, is].map((platform) => platform.updateTargets().map(({ text }) => text));
  return was.messages.upgrade !== is.messages.upgrade || !sameValue(past, present) || !sameValue(known, next);
}

/** Returns whether a text of forced versions names the version to update to. */
function namesTarget({ project: { header } }: Side, platform: CompiledPlatform): boolean {
  const shown = [platform.messages.upgrade ?? header?.upgrade, header?.titles.upgrade()];
  return shown.some((text) => text?.placeholders.has("update_to"));
}

function targetOf(side: Side, platform: CompiledPlatform | null, version: AppVersion): string | null {
  if (!platform || !namesTarget(side, platform) || !decide(platform.policy, version).forced) return null;
  return updateTargetFor(platform.updateTargets(), version)?.text ?? null;
}

/** Entries checked of each list in a policy: the first ones show what the list decides. */
const fewEntries = 2;

/** Versions whose decision may change, and some for each other decision, shortest first. */
function reachedVersions(was: CompiledPlatform, is: CompiledPlatform): Versions {
  if (was.policy !== is.policy) return decidedAnew([was, is], changedSpans(was.source, is.source));
  const known = unchanged.get(was.policy) ?? decidedAnew([was], []);
  unchanged.set(was.policy, known);
  return known;
}

/** Cached for policies that a change leaves alone: compiled policies never change. */
const unchanged = new WeakMap<CompiledPolicy, Versions>();

function decidedAnew(sides: readonly CompiledPlatform[], spans: readonly VersionSpan[]): Versions {
  const reached = boundsWithin(sides.flatMap(boundsIn), spans);
  const few = sides.flatMap(fewBounds);
  const { versions, more } = versionsAt([...reached, ...spans.flatMap(endsOf), ...few]);
  const found = new Set(versions.map((version) => sides.map(({ policy }) => decide(policy, version).rule).join()));
  const [first = [], ...others] = sides.map(rulesIn);
  const kept = first.filter((rule) => others.every((rules) => rules.includes(rule)));
  const isWhole = kept.every((rule) => found.has(sides.map(() => rule).join()));
  return isWhole ? { versions, more } : knownVersions(sides);
}

function endsOf({ from, to }: VersionSpan): AppVersion[] {
  return [from, to].filter((version) => version !== null);
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

/** Rules that may decide some version. If the few versions checked miss a rule, all versions must be checked. */
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

/**
 * All versions that the policies name, and one valid version from each span that they decide alike; shortest first. Among equal
 * versions, the one that a policy names.
 */
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
  return { versions: withoutEqual(versions).sort(shortestFirst), more };
}

function boundsIn({ policy }: Pick<CompiledPlatform, "policy">): AppVersion[] {
  const { minimum, recommended, blocked, exempt } = policy;
  return [
    ...[minimum, recommended].filter((version) => version !== null),
    ...[...blocked, ...exempt].flatMap((entry) => entryBounds(entry)),
  ];
}

function withoutEqual(versions: readonly AppVersion[]): AppVersion[] {
  const sorted = versions.toSorted(compareVersions);
  return sorted.filter((version, index) => {
    const last = sorted[index - 1];
    return last === undefined || compareVersions(last, version) !== 0;
  });
}

function shortestFirst(a: AppVersion, b: AppVersion): number {
  return a.text.length - b.text.length || compareVersions(a, b);
}

/** Texts that users of each version see, on a platform at an instant; null: there is no such platform. */
function textsAt({ project }: Side, platform: CompiledPlatform | null, now: number): (version: AppVersion) => ShownText | null {
  const { header } = project;
  if (!header || !platform) return () => null;
  const maintenance = lazy(() => gateOfPlatform(project, header, platform.name, now));
  return (version) => {
    const decision = decide(platform.policy, version);
    const question = { platform, version, decision, wanted: noWantedLanguages, instance: null };
    const gate = maintenance();
    const { message, ...links } = shownConfig(project, header, question, gate?.level === "active" ? gate : null);
    return { ...shownGate(project, header, question, gate), config_message: message, ...links };
  };
}
