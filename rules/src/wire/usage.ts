/** Usage of read keys in the last 24 hours. */
import { z } from "zod";
import { instant } from "./values.ts";
import type { Wire } from "./wire.ts";

const requests = z
  .int()
  .min(0)
  .meta({ examples: [1204] });
const hours = z
  .array(z.int().min(0))
  .meta({ id: "DayByHour", description: "Requests of 24 hours, oldest first; the last is the present hour" });
const from = instant.meta({ description: "Start of the first of the 24 hours" });
const key = z.string().meta({ description: "Id of the key", examples: ["k_m4t9wzq2hd"] });

const versionUsage = z
  .strictObject({
    platform: z.string(),
    version: z.string().meta({ description: "As the app sent it first; versions that compare equal count as one" }),
    requests,
  })
  .meta({ id: "VersionUsage", examples: [{ platform: "ios", version: "2.3.0", requests: 96 }] });
export type VersionUsage = Wire<typeof versionUsage>;

const keyUsage = z
  .strictObject({
    key,
    requests,
    hours,
    versions: z.array(versionUsage).meta({ description: "At most the 20 most frequent" }),
    other_requests: requests.meta({
      description: "Requests from other versions, and without a version, such as those of `/maintenance`",
      examples: [12],
    }),
  })
  .meta({ id: "KeyUsage" });
export type KeyUsage = Wire<typeof keyUsage>;

const keyRefusals = z
  .strictObject({ key, reason: z.enum(["expired", "revoked", "not_allowed"]), requests, hours })
  .meta({ id: "KeyRefusals", description: "`not_allowed`: 403, the request is outside the key's scope. The others: 401" });
export type KeyRefusals = Wire<typeof keyRefusals>;

const anonymousRefusals = z.strictObject({ reason: z.enum(["missing", "malformed", "unknown"]), requests, hours }).meta({
  id: "AnonymousRefusals",
  description: "`malformed`: no key has this form, or it was mistyped. `unknown`: well-formed, but no key of this installation",
});

export const projectUsageSchema = z
  .strictObject({ from, keys: z.array(keyUsage).meta({ description: "Most used first" }), refused: z.array(keyRefusals) })
  .meta({ id: "ProjectUsage" });
export type ProjectUsage = Wire<typeof projectUsageSchema>;

export const installationUsageSchema = z
  .strictObject({ from, refused: z.array(anonymousRefusals) })
  .meta({ id: "InstallationUsage" });
export type InstallationUsage = Wire<typeof installationUsageSchema>;

export const usageQuery = z.strictObject({
  key: z
    .string()
    .optional()
    .meta({ description: "Only the usage of this key", examples: ["k_m4t9wzq2hd"] }),
});
