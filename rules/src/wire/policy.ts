import { z } from "zod";
import { platformSchema } from "../versions/platform-schema.ts";
import { next } from "./page.ts";
import { etag, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const policyFormSchema = z.strictObject(platformSchema.shape).meta({ id: "PolicyForm" });

export const policySchema = z
  .strictObject({ id: z.string().meta({ description: "Name of the platform" }), ...platformSchema.shape, revision, etag })
  .meta({ id: "Policy" });
export type Policy = Wire<typeof policySchema>;

export const policyListSchema = z.strictObject({ policies: z.array(policySchema), next }).meta({ id: "PolicyList" });
