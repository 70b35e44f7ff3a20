import { z } from "zod";
import { etag, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const yesOrNo = z.boolean({ error: "expected true or false" });
const fields = {
  four_eyes: yesOrNo.meta({ description: "The configuration changes only through proposals approved by another person" }),
  reason_required: yesOrNo.meta({ description: "Every edit requires a reason" }),
};

/** `revision` and `etag` are ignored, so that an answer can be sent back. */
export const protectionFormSchema = z
  .strictObject({ ...fields, revision: revision.optional(), etag: etag.optional() })
  .meta({ id: "ProtectionForm" });
export type ProtectionForm = Wire<typeof protectionFormSchema>;
export const protectionSchema = z.strictObject({ ...fields, revision, etag }).meta({ id: "Protection" });
export type Protection = Wire<typeof protectionSchema>;
