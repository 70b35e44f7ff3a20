import { policyImpact, undeclaredVersions } from "drawbridge-rules/impact/policy-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { printDate } from "drawbridge-rules/values/wall-time.ts";
import { rulesAt } from "drawbridge-rules/versions/forcing-rule.ts";
import { allPlatforms, emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type * as wire from "drawbridge-rules/wire/adoption.ts";
import type { PresentShare, SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import { AdoptionCounts, type AdoptionSums } from "../../reads/usage/adoption.ts";
import { hourMs, hourNumber } from "../../reads/usage/request-counter.ts";
import type { AdminServices } from "../admin-services.ts";
import { printMark, ruleNames } from "../answer/marks-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { loadProjectState } from "../request/permission.ts";
import { readRefused } from "./usage.ts";

const usualHours = 24;

export function adoptionRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getAdoption", {
      permission: "viewer",
      tag: "Usage",
      summary: "Get requests by version of the app",
      answers: { 200: { description: "Counts by version" } },
      handle: (request) => adoption(services, request),
    }),
  ];
}

async function adoption(services: AdminServices, request: AdminRequest<wire.AdoptionQuery>): Promise<AdminAnswer> {
  const { state } = await loadProjectState(services, request);
  const { query } = request;
  const all = [...allPlatforms(state.platform.keys())].sort();
  const isUnknown = query.platform !== undefined && !all.includes(query.platform);
  if (isUnknown) throwIfAny([{ path: "platform", message: "the project has no platform with this name" }], "the query");
  const now = services.now();
  const { grain, from, until } = spanOf(query, now);
  const platforms: wire.PlatformAdoption[] = [];
  for (const platform of query.platform === undefined ? all : [query.platform]) {
    const sums = new AdoptionCounts(from, until - from);
    const policy = policyAt(state.platform.get(platform)?.value.policy ?? emptyPolicy, now);
    const counted = await services.traffic.ofPlatform(state.id, platform, now);
    const address = { project: state.id, platform };
    const present = await readPresentShare(services, state, platform, policy, counted, now);
    const suggested = await readSuggestedReleases(services, address, policy, counted);
    await services.traffic.collect(grain, { ...address, from, until }, (rows) => sums.add(rows));
    platforms.push({ ...(await runStepsYielding(printPlatformAdoption(platform, sums))), present, suggested });
  }
  const refused = await readRefused(services, state);
  return ok<"getAdoption">({ from: printInstant(from * msOf[grain]), interval: grain, platforms, refused });
}

const msOf = { hour: hourMs, day: 24 * hourMs } as const;

/** Hours or days since 1970; `until` is not included. */
function spanOf({ hours, days }: wire.AdoptionQuery, now: number) {
  const grain = days === undefined ? ("hour" as const) : ("day" as const);
  const until = days === undefined ? hourNumber(now) + 1 : Math.floor(now / msOf.day) + 1;
  return { grain, from: until - (days ?? hours ?? usualHours), until };
}

/** Versions with a series: an area chart shows fewer, and 1 000 series of a year are 2 MB. */
const maxSeries = 50;

function* printPlatformAdoption(
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

/** Days for which a version is new, today included. */
const newDays = 30;
const maxSuggested = 5;

/** @throws unavailable */
async function readSuggestedReleases(
  { traffic, now }: AdminServices,
  address: { readonly project: string; readonly platform: string },
  policy: VersionPolicy,
  counted: PlatformTraffic,
): Promise<SuggestedRelease[]> {
  const found = await runStepsYielding(undeclaredVersions(policy, counted));
  if (found.length === 0) return [];
  const until = Math.floor(now() / msOf.day) + 1;
  const wanted = new Set(found.map(({ version }) => version));
  const firstDays = new Map<string, number>();
  let firstCounted = until;
  await traffic.collect("day", { ...address, from: until - newDays, until }, (rows) => {
    for (const { version, at } of rows) {
      firstCounted = Math.min(firstCounted, at);
      if (wanted.has(version)) firstDays.set(version, Math.min(at, firstDays.get(version) ?? until));
    }
  });
  return found
    .flatMap(({ version, day }) => {
      const first = firstDays.get(version) ?? firstCounted;
      // A version of the first counted day can be of any age.
      return first > firstCounted ? [{ version, first_seen: printDate(first), requests_24h: day }] : [];
    })
    .slice(0, maxSuggested);
}

/** @throws unavailable */
export async function readPresentShare(
  services: AdminServices,
  state: ProjectState,
  platform: string,
  policy: VersionPolicy,
  traffic: PlatformTraffic,
  now: number,
): Promise<PresentShare> {
  const { day } = await runStepsYielding(policyImpact(emptyPolicy, policy, traffic));
  const rules = day.forced === 0 ? [] : rulesAt(state.platform.get(platform), now);
  const [last] = rules.toSorted((a, b) => b.mark.revision - a.mark.revision);
  return {
    requests_24h: day.requests,
    forced_24h: day.forced,
    other_24h: day.other,
    changed: last ? printMark(last.mark, await ruleNames(services, [last])) : null,
  };
}
