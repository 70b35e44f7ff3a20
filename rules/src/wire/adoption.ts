/** Requests by version of the app over time, and the impact of a change on them. */
import { z } from "zod";
import { keptByDay, keptByHour, refusedQueryCodes } from "../impact/traffic.ts";
import { commitItem } from "./problem.ts";
import { instant, wholeNumber } from "./values.ts";
import type { Wire } from "./wire.ts";

const requests = z.int().min(0);
/** Hours and days for which requests are kept. */
export const maxHours = keptByHour * 24;
export const maxDays = keptByDay;

export const adoptionQuery = z.strictObject({
  platform: z
    .string()
    .optional()
    .meta({ description: "Only this platform", examples: ["ios"] }),
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
const counted = z.strictObject(versionShape).meta({
  id: "CountedRequests",
  description: "By the answer that apps got. `series`: requests of each hour or day, oldest first",
});
export type CountedRequests = Wire<typeof counted>;

const version = z
  .strictObject({ version: z.string(), ...versionShape })
  .meta({ id: "CountedVersion", description: "Versions that compare equal are one" });
export type CountedVersion = Wire<typeof version>;

const present = z
  .strictObject({
    requests_24h: requests,
    forced_24h: requests,
    other_24h: requests,
    changed: commitItem
      .nullable()
      .meta({ description: "Last change of `minimum`, `blocked` or `exempt`, if one forces requests" }),
  })
  .meta({ id: "PresentShare", description: "Requests of the last 24 hours by the present policy, without maintenance" });
export type PresentShare = Wire<typeof present>;

export const dayByHour = z
  .array(requests)
  .meta({ id: "DayByHour", description: "24 counts, oldest first; the last is this hour" });
const keyRefusals = z
  .strictObject({
    key: z.string(),
    reason: z.enum(["expired", "revoked", "not_allowed", ...refusedQueryCodes]),
    requests,
    hours: dayByHour,
    example: z.string().nullable().meta({ description: "What was sent; null unless 400" }),
  })
  .meta({
    id: "KeyRefusals",
    description: "`expired`, `revoked`: 401. `not_allowed`: 403, outside the key's scope. Others: 400, also a use of the key",
  });
export type KeyRefusals = Wire<typeof keyRefusals>;
export const refusedRequests = z.array(keyRefusals);

const suggested = z.strictObject({ version: z.string(), first_seen: z.string(), requests_24h: requests });
export type SuggestedRelease = Wire<typeof suggested>;

const platform = z
  .strictObject({
    platform: z.string(),
    total: counted,
    versions: z.array(version).meta({ description: "Most requests first; the first 50 have a series" }),
    other: counted.meta({ description: "Rare versions that are not counted separately" }),
    present,
    suggested: z.array(suggested).meta({ description: "New versions that no release declares" }),
  })
  .meta({ id: "PlatformAdoption" });
export type PlatformAdoption = Wire<typeof platform>;

export const adoptionSchema = z
  .strictObject({ from: instant, step: z.enum(["hour", "day"]), platforms: z.array(platform), refused: refusedRequests })
  .meta({ id: "Adoption" });
export type Adoption = Wire<typeof adoptionSchema>;

const impactCounts = z
  .strictObject({ requests, forced: requests, freed: requests, recommended: requests, other: requests })
  .meta({
    id: "ImpactCounts",
    description: "`forced`, `freed`, `recommended`: newly so. `other`: rare versions, whose answers are not foreseen",
  });
export type ImpactCounts = Wire<typeof impactCounts>;

const spans = { version: z.string(), requests_24h: requests, requests_7d: requests };
const impact = z
  .strictObject({
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
  })
  .meta({
    id: "PlatformImpact",
    description: "A policy change on counted requests, not users. Read keys are public, so requests can be forged",
  });
export type PlatformImpact = Wire<typeof impact>;
export const impactSchema = z.array(impact);
