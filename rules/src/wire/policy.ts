import { z } from "zod";
import { next, pageQuerySchema } from "./page.ts";
import { etag, revision, storeLinks } from "./values.ts";
import type { Wire } from "./wire.ts";

export const policyFields = {
  minimum: z
    .string()
    .optional()
    .meta({ description: "Older versions must update", examples: ["2.4.0"] }),
  recommended: z
    .string()
    .optional()
    .meta({ description: "Version that apps are told to update to", examples: ["2.6.0"] }),
  blocked: z
    .array(z.string())
    .optional()
    .meta({ description: "Versions and ranges that must update", examples: [["2.5.0", ">=2.5.3 <2.5.5"]] }),
  exempt: z
    .array(z.string())
    .optional()
    .meta({ description: "Versions and ranges that never have to update", examples: [["3.0.0-beta.2"]] }),
  store: z
    .enum(["android", "apple", "none"])
    .optional()
    .meta({ description: "Link that a blocked app opens; by default `android` for android and `apple` for ios" }),
  stores: storeLinks.optional(),
};

export const policyFormSchema = z.strictObject(policyFields).meta({ id: "PolicyForm" });
export type PolicyForm = Wire<typeof policyFormSchema>;

export const policySchema = z
  .strictObject({ id: z.string().meta({ description: "Name of the platform" }), ...policyFields, revision, etag })
  .meta({ id: "Policy" });
export type Policy = Wire<typeof policySchema>;

export const policyListSchema = z.strictObject({ policies: z.array(policySchema), next }).meta({ id: "PolicyList" });
export type PolicyList = Wire<typeof policyListSchema>;

export const policyListQuery = pageQuerySchema;
