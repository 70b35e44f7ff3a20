import type { Steps } from "../values/steps.ts";
import {
  type AppVersion,
  canonicalText,
  compareNumbers,
  compareVersions,
  parseOs,
  parseVersion,
} from "../versions/app-version.ts";
import { runningVersions, updateTargetFor, updateTargets } from "../versions/update-target.ts";
import {
  type CompiledPolicy,
  compilePolicy,
  decide,
  type VersionDecision,
  type VersionPolicy,
} from "../versions/version-policy.ts";
import type { Warning } from "../wire/warning.ts";
import { minRequestsForGuards, type PlatformTraffic, type SpanRequests, totalRequests, type VersionRequests } from "./traffic.ts";

export type PolicyEffect = "forced" | "freed" | "recommended";

export interface ImpactCounts {
  readonly requests: number;
  readonly forced: number;
  readonly freed: number;
  readonly recommended: number;
  /** No decision is known for versions that are not counted separately. */
  readonly other: number;
  /** These do not include `other`. */
  readonly allowedBefore: number;
  readonly allowedAfter: number;
}

export interface AffectedVersion extends VersionRequests {
  readonly effect: PolicyEffect;
}

export interface UpdateTarget extends SpanRequests {
  readonly version: string;
}

/** Requests of the last 24 hours that must update, and whose operating system is known. */
interface ForcedSystems {
  readonly requests: number;
  readonly tooOld: number;
}

export interface PolicyImpact {
  readonly day: ImpactCounts;
  readonly week: ImpactCounts;
  readonly systems: ForcedSystems;
  readonly versions: readonly AffectedVersion[];
  readonly moreVersions: number;
  readonly targets: readonly UpdateTarget[];
}

export interface PlatformImpact extends PolicyImpact {
  readonly platform: string;
  /** Epoch ms of the step that has the impact; null means the change itself has it. */
  readonly at: number | null;
  /** `locks_out` judges it, if there are enough requests. */
  readonly isJudged: boolean;
  /** Not part of what is reviewed: requests must not make a review stale. */
  readonly warnings: readonly Warning[];
}

export const maxAffectedVersions = 20;
const maxTargets = 10;

type Counters = { -readonly [K in keyof ImpactCounts]: number };

/** A version is a step: a microsecond, or a tenth of a millisecond with two lists of 500 ranges. */
export function* policyImpact(before: VersionPolicy, after: VersionPolicy, traffic: PlatformTraffic): Steps<PolicyImpact> {
  const policy = compilePolicy(after);
  yield;
  const previous = compilePolicy(before);
  yield;
  const total = totalRequests(traffic);
  const day = emptyCounts(total.day, traffic.other.day);
  const week = emptyCounts(total.week, traffic.other.week);
  const systems = { requests: 0, tooOld: 0 };
  let running: readonly AppVersion[] | null = null;
  const affected: AffectedVersion[] = [];
  for (const counted of traffic.versions) {
    yield;
    const version = parseVersion(counted.version);
    if (version === null) continue;
    const [old, next] = [decide(previous, version), decide(policy, version)];
    addAllowed(day, old, next, counted.day);
    addAllowed(week, old, next, counted.week);
    if (next.forced && counted.systems) {
      running ??= runningVersions(policy);
      const above = running.filter((each) => compareVersions(each, version) > 0);
      addSystems(
        systems,
        above.map((each) => policy.requiredOs.get(canonicalText(each)) ?? []),
        counted.systems,
      );
    }
    const effect = effectOf(old, next);
    if (effect === null) continue;
    affected.push({ ...counted, effect });
    day[effect] += counted.day;
    week[effect] += counted.week;
  }
  yield;
  affected.sort((a, b) => b.day - a.day || b.week - a.week || (a.version < b.version ? -1 : 1));
  const versions = affected.slice(0, maxAffectedVersions);
  const moreVersions = affected.length - versions.length;
  return { day, week, systems, versions, moreVersions, targets: targetsOf(policy, affected, traffic) };
}

function emptyCounts(requests: number, other: number): Counters {
  return { requests, forced: 0, freed: 0, recommended: 0, other, allowedBefore: 0, allowedAfter: 0 };
}

function addAllowed(counts: Counters, old: VersionDecision, next: VersionDecision, requests: number): void {
  if (!old.forced) counts.allowedBefore += requests;
  if (!next.forced) counts.allowedAfter += requests;
}

function addSystems(
  counts: { -readonly [K in keyof ForcedSystems]: number },
  required: readonly (readonly number[])[],
  systems: ReadonlyMap<string, number>,
): void {
  for (const [interval, requests] of systems) {
    const [from = [], below = null] = interval.split("-").map((bound) => parseOs(bound) ?? undefined);
    const isInstallable = required.some((os) => compareNumbers(os, from) <= 0);
    const isTooOld = required.length > 0 && required.every((os) => below !== null && compareNumbers(os, below) >= 0);
    // Neither: a requirement is newer than the count.
    if (isInstallable || isTooOld) counts.requests += requests;
    if (isTooOld) counts.tooOld += requests;
  }
}

/** Exclusive: a freed version below the recommended one is freed. */
function effectOf(old: VersionDecision, next: VersionDecision): PolicyEffect | null {
  if (old.forced !== next.forced) return next.forced ? "forced" : "freed";
  return next.rule === "below_recommended" && old.rule !== next.rule ? "recommended" : null;
}

function targetsOf(policy: CompiledPolicy, affected: readonly AffectedVersion[], traffic: PlatformTraffic): UpdateTarget[] {
  const targets = updateTargets(policy);
  const sent = new Map<string, { readonly version: string; requests: number }>();
  for (const { version: text, effect, day } of affected) {
    const version = effect === "freed" ? null : parseVersion(text);
    const target = version && updateTargetFor(targets, version);
    if (!target) continue;
    const name = canonicalText(target);
    const known = sent.get(name) ?? { version: target.text, requests: 0 };
    known.requests += day;
    sent.set(name, known);
  }
  const counted = new Map(traffic.versions.map((each) => [each.version, each]));
  return [...sent]
    .sort(([, a], [, b]) => b.requests - a.requests)
    .slice(0, maxTargets)
    .map(([name, { version }]) => ({ version, day: counted.get(name)?.day ?? 0, week: counted.get(name)?.week ?? 0 }));
}

/** Anyone can send a few requests of any version. */
const minPercent = 1;

/** Most requests first, without forced versions. Empty under 100 requests in 24 hours. */
export function* undeclaredVersions(policy: VersionPolicy, traffic: PlatformTraffic): Steps<readonly VersionRequests[]> {
  const { day: requests } = totalRequests(traffic);
  if (requests < minRequestsForGuards) return [];
  const compiled = compilePolicy(policy);
  yield;
  const declared = new Set(compiled.releases.map(canonicalText));
  const found: VersionRequests[] = [];
  for (const counted of traffic.versions) {
    if (counted.day * 100 < minPercent * requests || declared.has(counted.version)) continue;
    yield;
    const version = parseVersion(counted.version);
    if (version !== null && version.pre === null && !decide(compiled, version).forced) found.push(counted);
  }
  return found.sort((a, b) => b.day - a.day || (a.version < b.version ? -1 : 1));
}
