/** Adoption of versions: requests by version over hours or days. */

import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { builtInPlatforms, emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import type * as wire from "drawbridge-rules/wire/adoption.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import { AdoptionCounts } from "../../reads/usage/adoption.ts";
import { hourMs, hourNumber } from "../../reads/usage/hourly-counts.ts";
import { printPlatformAdoption } from "../answer/adoption-wire.ts";
import { type PresentShareServices, readPresentShare } from "../answer/present-share.ts";
import { readSuggestedReleases, type SuggestionServices } from "../answer/suggested-releases.ts";
import { loadProjectState } from "../request/addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { readRefused, type UsageServices } from "./usage.ts";

interface AdoptionServices extends UsageServices, PresentShareServices, SuggestionServices {}

const usualHours = 24;

export function adoptionRoutes(services: AdoptionServices): AdminRoute[] {
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

async function adoption(services: AdoptionServices, request: AdminRequest<wire.AdoptionQuery>): Promise<AdminAnswer> {
  const { state } = await loadProjectState(services, request);
  const { query } = request;
  const all = [...new Set([...builtInPlatforms, ...state.platform.keys()])].sort();
  const isUnknown = query.platform !== undefined && !all.includes(query.platform);
  const isTwice = query.hours !== undefined && query.days !== undefined;
  throwIfAny(
    [
      ...(isUnknown ? [{ path: "platform", message: "the project has no platform with this name" }] : []),
      ...(isTwice ? [{ path: "days", message: "expected hours or days, not both" }] : []),
    ],
    "the query",
  );
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
  const body: wire.Adoption = { from: printInstant(from * msOf[grain]), step: grain, platforms, refused };
  return { status: 200, body };
}

const msOf = { hour: hourMs, day: 24 * hourMs } as const;

/** Hours or days since 1970; `until` is not included. */
function spanOf({ hours, days }: wire.AdoptionQuery, now: number) {
  const grain = days === undefined ? ("hour" as const) : ("day" as const);
  const until = days === undefined ? hourNumber(now) + 1 : Math.floor(now / msOf.day) + 1;
  return { grain, from: until - (days ?? hours ?? usualHours), until };
}
