import { etag, flag, record, revision, type Wire } from "./values.ts";

const fields = {
  four_eyes: flag.describe("The configuration changes only through proposals approved by another person"),
  reason_required: flag.describe("Every edit requires a reason"),
};

/** `revision` and `etag` are ignored: an answer can be sent back. */
export const protectionFormSchema = record("ProtectionForm", { ...fields, revision: revision.optional(), etag: etag.optional() });
export type ProtectionForm = Wire<typeof protectionFormSchema>;
export const protectionSchema = record("Protection", { ...fields, revision, etag });
export type Protection = Wire<typeof protectionSchema>;
