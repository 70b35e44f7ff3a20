/** Decisions come from the code that answers apps. */

import { type AppVersion, compareToBound, compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { DecisionIndex } from "drawbridge-rules/versions/decision-index.ts";
import { policyAfterStep, policyBeforeStep } from "drawbridge-rules/versions/policy-step.ts";
import { type CompiledPolicy, compilePolicy, type VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";

export interface VersionRequests {
  readonly version: AppVersion;
  readonly requests: number;
}

export interface CountedTraffic {
  /** Never 0. */
  readonly requests: number;
  /** Requests of rare versions: no decision is known for them. */
  readonly other: number;
  readonly versions: readonly VersionRequests[];
}

/** Null means no requests. */
export function readTraffic({ platforms }: Adoption, platform: string): CountedTraffic | null {
  const counted = platforms.find((each) => each.platform === platform);
  if (!counted || counted.total.requests === 0) return null;
  const versions = counted.versions.flatMap(({ version: text, requests }) => {
    const version = parseVersion(text);
    return version ? [{ version, requests }] : [];
  });
  return { requests: counted.total.requests, other: counted.other.requests, versions };
}

export function requestsBelow({ versions }: CountedTraffic, bound: AppVersion): number {
  return sum(versions.filter(({ version }) => compareToBound(version, bound) < 0));
}

export function forcedRequests({ versions }: CountedTraffic, policy: CompiledPolicy): number {
  const index = new DecisionIndex(policy);
  return sum(versions.filter(({ version }) => index.decide(version).forced));
}

export function stepForcedRequests(traffic: CountedTraffic, policy: VersionPolicy): number {
  const before = new DecisionIndex(compilePolicy(policyBeforeStep(policy)));
  const after = new DecisionIndex(compilePolicy(policyAfterStep(policy)));
  return newlyForcedRequests(traffic, before, after);
}

export function newlyForcedRequests({ versions }: CountedTraffic, before: DecisionIndex, after: DecisionIndex): number {
  return sum(versions.filter(({ version }) => after.decide(version).forced && !before.decide(version).forced));
}

/** Requests of the versions from each start up to the next one. @param starts sorted */
export function requestsBetween(
  { versions }: CountedTraffic,
  starts: readonly AppVersion[],
): readonly (readonly VersionRequests[])[] {
  const found: VersionRequests[][] = starts.map(() => []);
  let at = 0;
  for (const counted of versions.toSorted((a, b) => compareVersions(a.version, b.version))) {
    for (let next = starts[at + 1]; next && compareVersions(next, counted.version) <= 0; next = starts[at + 1]) at++;
    found[at]?.push(counted);
  }
  return found;
}

export function sum(counted: readonly { readonly requests: number }[]): number {
  return counted.reduce((total, { requests }) => total + requests, 0);
}
