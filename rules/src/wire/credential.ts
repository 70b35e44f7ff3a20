/** Members that keys and tokens share. */
import { z } from "zod";
import { credentialStates } from "../credentials/credential.ts";
import { instantAheadRule } from "../values/instant.ts";
import { nameQuery, pageQuery } from "./page.ts";
import { instant } from "./values.ts";
import type { Wire } from "./wire.ts";

export const credentialState = z.enum(credentialStates).meta({ id: "CredentialState" });

/** Times of every key and token. */
export const credentialTimes = {
  created_at: instant,
  expires_at: instant.nullable().meta({ id: "ExpiresAt", description: "Null: never" }),
  revoked_at: instant.nullable().meta({ id: "RevokedAt", description: "Null: not revoked" }),
};
export const last4 = z.string().meta({ id: "LastCharacters", description: "Last characters of the text", examples: ["x8Qz"] });
export const secret = z.string().meta({ id: "CredentialText", description: "The text itself, shown only in this answer" });

export const credentialListQuery = z.strictObject({
  ...pageQuery,
  state: z
    .enum(credentialStates, { error: "expected active, expired or revoked" })
    .optional()
    .meta({ description: "Only those in this state" }),
  query: nameQuery,
});
export type CredentialListQuery = Wire<typeof credentialListQuery>;

export const credentialName = z
  .string({ error: "expected a name of 1 to 100 characters" })
  .meta({ id: "CredentialName", minLength: 1, maxLength: 100, examples: ["ios app"] });
export const expiresAt = z
  .string({ error: `expected ${instantAheadRule}, or null for never` })
  .nullable()
  .optional()
  .meta({
    id: "WantedExpiry",
    description: "Instant of expiry: RFC 3339 with an offset, or a duration from now such as `7d`; null: never",
    examples: ["2027-06-30T00:00:00+02:00", "7d"],
  });

/** Null of `expires_at` deletes the end; null of `name` is refused. */
export const credentialPatch = z.strictObject({ name: credentialName.optional(), expires_at: expiresAt }).meta({
  id: "CredentialPatch",
  description: "An expiry in the future makes an expired credential valid again; a revoked one cannot be changed",
});
export type CredentialPatch = Wire<typeof credentialPatch>;
