import { z } from "zod";
import { platformSchema } from "../versions/platform-schema.ts";
import { next } from "./page.ts";
import { patchOf } from "./patch.ts";
import { etag, etagExample, record, revision, text } from "./values.ts";
import type { Wire } from "./wire.ts";

const example = { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] };
export const policyFormSchema = record("PolicyForm", { examples: [example] }, platformSchema.shape);
export const policyPatch = patchOf("PolicyPatch", platformSchema, { minimum: "2.4.0", step: null });

export const policySchema = record(
  "Policy",
  { examples: [{ id: "ios", ...example, revision: 42, etag: etagExample }] },
  {
    id: text("Name of the platform", "ios"),
    ...platformSchema.shape,
    revision,
    etag,
  },
);
export type Policy = Wire<typeof policySchema>;

export const policyListSchema = record("PolicyList", {
  policies: z.array(policySchema).meta({ description: "One page" }),
  next,
});
