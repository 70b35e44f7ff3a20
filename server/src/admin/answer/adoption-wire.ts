/** Adoption and impact on the wire. */

import { hasEnoughRequests } from "drawbridge-rules/impact/plan-impact.ts";
import type * as rules from "drawbridge-rules/impact/policy-impact.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type * as wire from "drawbridge-rules/wire/adoption.ts";
import type { AdoptionCounts, AdoptionSums } from "../../reads/usage/adoption.ts";

/** Versions with a series: an area chart shows fewer, and 1 000 series of a year are 2 MB. */
const maxSeries = 50;

export function* printPlatformAdoption(
  platform: string,
  adoption: AdoptionCounts,
): Steps<Omit<wire.PlatformAdoption, "present" | "suggested">> {
  const { total, versions, other } = yield* adoption.sums();
  return {
    platform,
    total: printSums(total, true),
    versions: versions.map((sums, index) => ({ version: sums.version, ...printSums(sums, index < maxSeries) })),
    other: printSums(other, true),
  };
}

function printSums(sums: AdoptionSums, hasSeries: boolean): wire.CountedRequests {
  const [allowed, recommended, forced, maintenance] = sums.outcomes;
  const requests = allowed + recommended + forced + maintenance;
  return { requests, allowed, recommended, forced, maintenance, ...(hasSeries ? { series: [...sums.series] } : {}) };
}

export function printImpact(impact: rules.PlatformImpact): wire.PlatformImpact {
  const { platform, at, isJudged, day, week, versions, moreVersions, targets } = impact;
  return {
    platform,
    ...(at === null ? {} : { at: printInstant(at) }),
    last_24h: printCounts(day),
    last_7d: printCounts(week),
    versions: versions.map(({ effect, ...version }) => ({ ...printSpans(version), effect })),
    more_versions: moreVersions,
    targets: targets.map(printSpans),
    guards_apply: isJudged && hasEnoughRequests(impact),
  };
}

function printCounts({ requests, forced, freed, recommended, other }: rules.ImpactCounts): wire.ImpactCounts {
  return { requests, forced, freed, recommended, other };
}

function printSpans({ version, day, week }: rules.UpdateTarget) {
  return { version, requests_24h: day, requests_7d: week };
}
