/** Requests by version of the app over time, and the impact of a change on them. */
import { z } from "zod";
import { keptByDay, keptByHour, refusedQueryCodes } from "../impact/traffic.ts";
import { commitItem } from "./problem.ts";
import { instant, optionalText, record, textOrNull, wholeNumber } from "./values.ts";
import type { Wire } from "./wire.ts";

const requests = z.int().min(0);
/** Hours and days for which requests are kept. */
export const maxHours = keptByHour * 24;
export const maxDays = keptByDay;

export const adoptionQuery = z.strictObject({
  platform: optionalText.meta({ description: "Only this platform", examples: ["ios"] }),
  hours: wholeNumber(1, maxHours, "hours")
    .optional()
    .meta({ description: "By hour (UTC), the current one included; 24 by default", examples: [24] }),
  days: wholeNumber(1, maxDays, "days")
    .optional()
    .meta({ description: "By day (UTC), the current one included; instead of `hours`", examples: [30] }),
});

export type AdoptionQuery = Wire<typeof adoptionQuery>;

const versionShape = {
  requests,
  allowed: requests,
  recommended: requests,
  forced: requests,
  maintenance: requests,
  series: z.array(requests).optional(),
};
const counted = record(
  "CountedRequests",
  "By the answer that apps got. `series`: requests of each hour or day, oldest first",
  versionShape,
);
export type CountedRequests = Wire<typeof counted>;

const version = record("CountedVersion", "Versions that compare equal are one", { version: z.string(), ...versionShape });
export type CountedVersion = Wire<typeof version>;

const present = record("PresentShare", "Requests of the last 24 hours by the present policy, without maintenance", {
  requests_24h: requests,
  forced_24h: requests,
  other_24h: requests,
  changed: commitItem.nullable().meta({ description: "Last change of `minimum`, `blocked` or `exempt`, if one forces requests" }),
});
export type PresentShare = Wire<typeof present>;

export const dayByHour = z
  .array(requests)
  .meta({ id: "DayByHour", description: "24 counts, oldest first; the last is this hour" });
const keyRefusals = record(
  "KeyRefusals",
  "`expired`, `revoked`: 401. `not_allowed`: 403, outside the key's scope. Others: 400, also a use of the key",
  {
    key: z.string(),
    reason: z.enum(["expired", "revoked", "not_allowed", ...refusedQueryCodes]),
    requests,
    hours: dayByHour,
    example: textOrNull.meta({ description: "What was sent; null unless 400" }),
  },
);
export type KeyRefusals = Wire<typeof keyRefusals>;
export const refusedRequests = z.array(keyRefusals);

const suggested = z.strictObject({ version: z.string(), first_seen: z.string(), requests_24h: requests });
export type SuggestedRelease = Wire<typeof suggested>;

const platform = record("PlatformAdoption", {
  platform: z.string(),
  total: counted,
  versions: z.array(version).meta({ description: "Most requests first; the first 50 have a series" }),
  other: counted.meta({ description: "Rare versions that are not counted separately" }),
  present,
  suggested: z.array(suggested).meta({ description: "New versions that no release declares" }),
});
export type PlatformAdoption = Wire<typeof platform>;

export const adoptionSchema = record("Adoption", {
  from: instant,
  step: z.enum(["hour", "day"]),
  platforms: z.array(platform),
  refused: refusedRequests,
});
export type Adoption = Wire<typeof adoptionSchema>;

const impactCounts = record(
  "ImpactCounts",
  "`forced`, `freed`, `recommended`: newly so. `other`: rare versions, whose answers are not foreseen",
  { requests, forced: requests, freed: requests, recommended: requests, other: requests },
);
export type ImpactCounts = Wire<typeof impactCounts>;

const spans = { version: z.string(), requests_24h: requests, requests_7d: requests };
const impact = record(
  "PlatformImpact",
  "A policy change on counted requests, not users. Read keys are public, so requests can be forged",
  {
    platform: z.string(),
    at: instant.optional().meta({ description: "Instant of a step; absent: now" }),
    last_24h: impactCounts,
    last_7d: impactCounts,
    versions: z
      .array(z.strictObject({ ...spans, effect: z.enum(["forced", "freed", "recommended"]) }))
      .meta({ description: "Affected versions, at most 20" }),
    more_versions: requests.meta({ description: "Affected versions that are not listed" }),
    targets: z.array(z.strictObject(spans)).meta({ description: "Versions that users are sent to" }),
    guards_apply: z.boolean().meta({ description: "`locks_out` applies: at least 100 requests in 24 hours" }),
  },
);
export type PlatformImpact = Wire<typeof impact>;
export const impactSchema = z.array(impact);
