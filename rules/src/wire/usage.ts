import { z } from "zod";
import { dayByHour as hours, refusedRequests, requests } from "./adoption.ts";
import { instant, record, text, type Wire } from "./values.ts";

const from = instant.describe("Start of the first hour");
const key = text("Id of the key", "k_m4t9wzq2hd");
const platform = text("Name of the platform", "ios");

const versionUsage = record("VersionUsage", {
  platform,
  version: text("As the app sent it first; versions that compare equal count as one", "2.3.0"),
  requests,
});

const keyUsage = record("KeyUsage", {
  key,
  requests,
  hours,
  versions: z.array(versionUsage).describe("At most the 20 most frequent"),
  other_requests: requests.describe("Requests of other versions, or without a valid one, such as `/maintenance`"),
  last: z
    .strictObject({ platform, version: text("Version of the app", "2.3.0"), at: instant })
    .nullable()
    .describe("Last one with a version; null: none since the start"),
  gate_at: instant.nullable().describe("Last request to `/gate` with a version; null: none since the start"),
});
export type KeyUsage = Wire<typeof keyUsage>;

const anonymousRefusals = record(
  "AnonymousRefusals",
  "`malformed`: no key has this form. `unknown`: no key of this installation",
  { reason: z.enum(["missing", "malformed", "unknown"]).describe("Why they were refused"), requests, hours },
);

export const projectUsageSchema = record("ProjectUsage", {
  from,
  keys: z.array(keyUsage).describe("Most used first"),
  refused: refusedRequests,
});
export type ProjectUsage = Wire<typeof projectUsageSchema>;

export const installationUsageSchema = record("InstallationUsage", {
  from,
  refused: z.array(anonymousRefusals).describe("Refused requests without a key of this installation"),
  refused_projects: z
    .array(z.string())
    .meta({ description: "Projects whose requests got 400; at most 20", examples: [["acme-shop"]] }),
});
export type InstallationUsage = Wire<typeof installationUsageSchema>;

export const usageQuery = z.strictObject({
  key: text("Only the usage of this key", "k_m4t9wzq2hd").optional(),
});
