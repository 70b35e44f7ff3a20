import { z } from "zod";
import { credentialStates } from "../credentials/credential.ts";
import { credentialChoices } from "../credentials/credential-schema.ts";
import { requestShape } from "../values/member.ts";
import { nameQuery, pageQuery, text, type Wire } from "./values.ts";

export const credentialState = z
  .enum(credentialStates)
  .meta({ id: "CredentialState", description: "Only an active one is accepted" });

/** Searches for leaked credentials find none in the description. */
export const secret = (prefix: string) => text("The text itself, shown only in this answer", `${prefix}…`);

export const credentialListQuery = z.strictObject({
  ...pageQuery,
  state: z
    .enum(credentialStates, { error: "expected active, expired or revoked" })
    .optional()
    .describe("Only those in this state"),
  query: nameQuery,
});
export type CredentialListQuery = Wire<typeof credentialListQuery>;

/** Null of `expires_at` deletes the end; null of `name` is refused. */
export const credentialPatch = z
  .strictObject({ ...requestShape(credentialChoices) })
  .partial()
  .meta({
    id: "CredentialPatch",
    description: "An expiry in the future makes an expired credential valid again; a revoked one cannot be changed",
    examples: [{ name: "ios app" }],
  });
export type CredentialPatch = Wire<typeof credentialPatch>;
