import { z } from "zod";
import { personMembers } from "../people/person.ts";
import { wireShape } from "../values/member.ts";
import { loginPattern, visiblePattern } from "../values/text-forms.ts";
import { heldRole } from "./session.ts";
import { count, flag, instant, listOf, nameQuery, pageQuery, record, text, textOrNull, type Wire } from "./values.ts";

const isAdministrator = z.boolean().describe("Whether the person administers this server");
const fields = { ...wireShape(personMembers), administrator: isAdministrator };
const listedFields = {
  ...fields,
  roles: z.array(heldRole).describe("Roles in projects"),
  has_password: z.boolean().describe("Without a password and an identity: invited, and never signed in"),
  has_identity: z.boolean().describe("Whether the person signs in with the provider"),
  sessions: count.describe("Number of open sessions"),
  seen_at: instant.nullable().describe("To within five minutes; null: no open session"),
};

export const personSchema = record("Person", fields);
export type Person = Wire<typeof personSchema>;
const listedPerson = record("ListedPerson", listedFields);
export type ListedPerson = Wire<typeof listedPerson>;
export const personListSchema = listOf("PersonList", "people", listedPerson);
export type PersonList = Wire<typeof personListSchema>;
export const personListQuery = z.strictObject({ ...pageQuery, query: nameQuery });

const project = textOrNull.meta({ description: "Id of the project; null: the installation", examples: ["acme-shop"] });
const createdToken = record("PersonToken", {
  project,
  id: text("Id of the token", "t_k3v7q2zd5m"),
  name: text("Name of the token", "deploy script"),
});

export const maxListedTokens = 200;
export const personDetailSchema = record("PersonDetail", {
  ...listedFields,
  identities: z
    .array(
      z.strictObject({
        issuer: text("Address of the provider", "https://accounts.acme.example"),
        subject: text("Account at the provider", "248289761001"),
      }),
    )
    .describe("Accounts at the provider that sign in as this person"),
  created_tokens: z.array(createdToken).describe(`Active access tokens that the person created, at most ${maxListedTokens}`),
  created_token_count: count.describe("Number of those tokens"),
});
export type PersonDetail = Wire<typeof personDetailSchema>;

const given = (pattern: string, description: string) =>
  z.string({ error: "expected text" }).meta({ description, pattern, minLength: 1, maxLength: 100 });
export const personFields = {
  login: given(loginPattern, "1 to 100 characters without spaces, control or invisible ones"),
  name: given(visiblePattern, "Name of the person"),
};
export const personRequest = record("PersonRequest", personFields);

export const revocationSchema = z
  .strictObject(
    {
      revoke_tokens: flag
        .optional()
        .describe("Revoke the access tokens that the person created, in every project; false by default"),
    },
    { error: "expected an object" },
  )
  .meta({ id: "RevocationRequest" });
export type RevocationRequest = Wire<typeof revocationSchema>;

const revokedTokens = record("RevokedTokens", {
  project,
  count: z.int().min(1).describe("Number of revoked tokens"),
});
export type RevokedTokens = Wire<typeof revokedTokens>;
const revoked_tokens = z
  .array(revokedTokens)
  .optional()
  .meta({ id: "RevokedTokenCounts", description: "With `revoke_tokens`: number of revoked access tokens by project" });

export const disabledPerson = record("DisabledPerson", { ...fields, revoked_tokens });
export type DisabledPerson = Wire<typeof disabledPerson>;
export const erasedPerson = record("ErasedPerson", { id: text("Id of the person", "u_h8r2mt6wqx"), revoked_tokens });

export const accountLink = record("AccountLink", "One-time link to set a password", {
  url: text("Shown only in this answer", "https://drawbridge.example/sign-in#link=dbl_…"),
  expires_at: instant,
});
export type AccountLink = Wire<typeof accountLink>;
export const invitedPerson = record("InvitedPerson", { ...fields, link: accountLink });
export type InvitedPerson = Wire<typeof invitedPerson>;
