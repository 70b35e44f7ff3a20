import { z } from "zod";
import { keptByDay, keptByHour, refusedQueryCodes } from "../impact/traffic.ts";
import { commitItem } from "./problem.ts";
import { instant, record, text, textOrNull, type Wire, wholeNumber } from "./values.ts";

export const requests = z
  .int()
  .min(0)
  .meta({ description: "Number of requests", examples: [120] });
const counting = (description: string, example = 120) => requests.meta({ description, examples: [example] });
export const maxHours = keptByHour * 24;
export const maxDays = keptByDay;

export const adoptionQuery = z.strictObject({
  platform: text("Only this platform", "ios").optional(),
  hours: wholeNumber(1, maxHours, "hours")
    .optional()
    .meta({ description: "By hour (UTC), the current one included; 24 by default", examples: [24] }),
  days: wholeNumber(1, maxDays, "days")
    .optional()
    .meta({ description: "By day (UTC), the current one included; takes precedence over `hours`", examples: [30] }),
});

export type AdoptionQuery = Wire<typeof adoptionQuery>;

const versionShape = {
  requests,
  allowed: counting("Requests whose version may run", 100),
  recommended: counting("Requests told that an update is recommended", 15),
  forced: counting("Requests told to update", 5),
  maintenance: counting("Requests answered during maintenance", 0),
  series: z.array(requests).optional().describe("Requests of each hour or day, oldest first"),
};
const counted = record("CountedRequests", "Requests by the answer that apps got", versionShape);
export type CountedRequests = Wire<typeof counted>;

const appVersion = text("Version of the app", "2.3.0");
const version = record("CountedVersion", "Versions that compare equal are one", { version: appVersion, ...versionShape });
export type CountedVersion = Wire<typeof version>;

export const presentShare = record("PresentShare", "Requests of the last 24 hours by the present policy, without maintenance", {
  requests_24h: counting("Requests of the last 24 hours"),
  forced_24h: counting("Those that must update", 5),
  other_24h: counting("Those of rare versions, which are not counted separately", 0),
  changed: commitItem.nullable().describe("Last commit that introduced a rule that forces requests"),
});
export type PresentShare = Wire<typeof presentShare>;

export const dayByHour = z
  .array(requests)
  .meta({ id: "DayByHour", description: "24 counts, oldest first; the last is this hour", examples: [Array(24).fill(5)] });
const keyRefusals = record(
  "KeyRefusals",
  "`expired`, `revoked`: 401. `not_allowed`: 403, outside the key's scope. Others: 400, also a use of the key",
  {
    key: text("Id of the key", "k_m4t9wzq2hd"),
    reason: z.enum(["expired", "revoked", "not_allowed", ...refusedQueryCodes]).describe("Why they were refused"),
    requests,
    hours: dayByHour,
    example: textOrNull.describe("What was sent; null unless 400"),
  },
);
export type KeyRefusals = Wire<typeof keyRefusals>;
export const refusedRequests = z.array(keyRefusals).describe("Refused requests with a key of the project");

const day = text("Day on which it was first seen, UTC", "2026-11-16");
const suggested = z.strictObject({ version: appVersion, first_seen: day, requests_24h: requests });
export type SuggestedRelease = Wire<typeof suggested>;

const platformName = text("Name of the platform", "ios");
const platform = record("PlatformAdoption", "Requests of one platform", {
  platform: platformName,
  total: counted,
  versions: z.array(version).describe("Most requests first; the first 50 have a series"),
  other: counted.describe("Rare versions that are not counted separately"),
  present: presentShare,
  suggested: z.array(suggested).describe("New versions that no release declares"),
});
export type PlatformAdoption = Wire<typeof platform>;

export const adoptionSchema = record("Adoption", {
  from: instant,
  interval: z.enum(["hour", "day"]).describe("Length of time of each number in a series"),
  platforms: z.array(platform).describe("Platforms with requests or a policy"),
  refused: refusedRequests,
});
export type Adoption = Wire<typeof adoptionSchema>;

const impactCounts = record("ImpactCounts", "Requests that a change affects", {
  requests,
  forced: counting("Requests that newly must update", 30),
  freed: counting("Requests that no longer must update", 0),
  recommended: counting("Requests for which an update is newly recommended", 0),
  other: counting("Requests of rare versions, whose answers are not predicted", 0),
});
export type ImpactCounts = Wire<typeof impactCounts>;

const impactSystems = record(
  "ImpactSystems",
  "Requests to the answering server whose known operating system must update; absent: none",
  {
    requests: counting("Requests that must update after the change", 120),
    too_old: counting("Those among them that can install no update", 37),
  },
);

const spans = {
  version: appVersion,
  requests_24h: counting("Of the last 24 hours"),
  requests_7d: counting("Of the last 7 days", 900),
};
const impactEffect = z.enum(["forced", "freed", "recommended"]).describe("What changes for this version");
const impact = record(
  "PlatformImpact",
  "A policy change on counted requests, not users. Read keys are public, so requests can be forged",
  {
    platform: platformName,
    at: instant.optional().describe("Instant of a step; absent: now"),
    last_24h: impactCounts,
    last_7d: impactCounts,
    systems_24h: impactSystems.optional(),
    versions: z.array(z.strictObject({ ...spans, effect: impactEffect })).describe("Affected versions, at most 20"),
    more_versions: requests.describe("Affected versions that are not listed"),
    targets: z.array(z.strictObject(spans)).describe("Versions that users are sent to"),
    guards_apply: z.boolean().describe("`locks_out` applies: at least 100 requests in 24 hours"),
  },
);
export type PlatformImpact = Wire<typeof impact>;
export const impactSchema = z.array(impact);
