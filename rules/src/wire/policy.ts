import { z } from "zod";
import { platformSchema } from "../versions/platform-schema.ts";
import { next } from "./page.ts";
import { patchOf } from "./patch.ts";
import { etag, record, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

export const policyFormSchema = record("PolicyForm", platformSchema.shape);
export const policyPatch = patchOf("PolicyPatch", platformSchema);

export const policySchema = record("Policy", {
  id: z.string().meta({ description: "Name of the platform" }),
  ...platformSchema.shape,
  revision,
  etag,
});
export type Policy = Wire<typeof policySchema>;

export const policyListSchema = record("PolicyList", { policies: z.array(policySchema), next });
