/** New versions that no release declares, with the day on which each was first seen. */
import { undeclaredVersions } from "drawbridge-rules/impact/policy-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import { printDate } from "drawbridge-rules/values/calendar-date.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { VersionTraffic } from "../../reads/usage/version-traffic.ts";

export interface SuggestionServices {
  readonly traffic: VersionTraffic;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Days for which a version is new, today included: its first one is looked for in their counts. */
const newDays = 30;
const maxSuggested = 5;
const dayMs = 86_400_000;

/** @param policy the present one @throws unavailable */
export async function readSuggestedReleases(
  { traffic, now }: SuggestionServices,
  address: { readonly project: string; readonly platform: string },
  policy: VersionPolicy,
  counted: PlatformTraffic,
): Promise<SuggestedRelease[]> {
  const found = await runStepsYielding(undeclaredVersions(policy, counted));
  if (found.length === 0) return [];
  const until = Math.floor(now() / dayMs) + 1;
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
