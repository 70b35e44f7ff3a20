/** Accounts, as administrators see them. */
import { z } from "zod";
import { personMembers } from "../people/person.ts";
import { wireShape } from "../values/member.ts";
import { nameQuery, next, pageQuery } from "./page.ts";
import { heldRole } from "./session.ts";
import { count, instant, record, textOrNull } from "./values.ts";
import type { Wire } from "./wire.ts";

const fields = { ...wireShape(personMembers), administrator: z.boolean() };
const listedFields = {
  ...fields,
  roles: z.array(heldRole),
  has_password: z.boolean().meta({ description: "Without a password and an identity: invited, and never signed in" }),
  has_identity: z.boolean().meta({ description: "Whether the person signs in with the provider" }),
  sessions: count.meta({ description: "Number of open sessions" }),
  seen_at: instant.nullable().meta({ description: "To within five minutes; null: no open session" }),
};

export const personSchema = record("Person", fields);
export type Person = Wire<typeof personSchema>;
const listedPerson = record("ListedPerson", listedFields);
export type ListedPerson = Wire<typeof listedPerson>;
export const personListSchema = record("PersonList", { people: z.array(listedPerson), next });
export type PersonList = Wire<typeof personListSchema>;
export const personListQuery = z.strictObject({ ...pageQuery, query: nameQuery });
export type PersonListQuery = Wire<typeof personListQuery>;

const project = textOrNull.meta({ description: "Null: the installation" });
const createdToken = record("MadeToken", { project, id: z.string().meta({ examples: ["t_k3v7q2zd5m"] }), name: z.string() });
export type MadeToken = Wire<typeof createdToken>;

/** Maximum listed tokens of a person; more are only counted. */
export const maxListedTokens = 200;
export const personDetailSchema = record("PersonDetail", {
  ...listedFields,
  identities: z
    .array(z.strictObject({ issuer: z.string(), subject: z.string() }))
    .meta({ description: "Accounts at the provider that sign in as this person" }),
  made_tokens: z
    .array(createdToken)
    .meta({ description: `Active access tokens that the person created, at most ${maxListedTokens}` }),
  made_token_count: count.meta({ description: "Number of those tokens" }),
});
export type PersonDetail = Wire<typeof personDetailSchema>;

const text = z.string({ error: "expected text" });
export const personRequest = record("PersonRequest", {
  login: text.meta({
    description: "1 to 100 characters without spaces, control or invisible ones",
    minLength: 1,
    maxLength: 100,
  }),
  name: text.meta({ minLength: 1, maxLength: 100 }),
});
export type PersonRequest = Wire<typeof personRequest>;

export const departureSchema = z
  .strictObject(
    {
      revoke_tokens: z
        .boolean({ error: "expected true or false" })
        .optional()
        .meta({ description: "Revoke the access tokens that the person created, in every project; false by default" }),
    },
    { error: "expected an object" },
  )
  .meta({ id: "Departure" });
export type Departure = Wire<typeof departureSchema>;

const revokedTokens = record("RevokedTokens", { project, count: z.int().min(1) });
export type RevokedTokens = Wire<typeof revokedTokens>;
const revoked_tokens = z
  .array(revokedTokens)
  .optional()
  .meta({ id: "RevokedTokenCounts", description: "With `revoke_tokens`: number of revoked access tokens by project" });

export const disabledPerson = record("DisabledPerson", { ...fields, revoked_tokens });
export type DisabledPerson = Wire<typeof disabledPerson>;
export const erasedPerson = record("ErasedPerson", { id: z.string(), revoked_tokens });
export type ErasedPerson = Wire<typeof erasedPerson>;

export const accountLink = record("AccountLink", "One-time link to set a password", {
  url: z.string().meta({ description: "Shown only in this answer", examples: ["https://drawbridge.example/sign-in#link=dbl_…"] }),
  expires_at: instant,
});
export type AccountLink = Wire<typeof accountLink>;
export const invitedPerson = record("InvitedPerson", { ...fields, link: accountLink });
export type InvitedPerson = Wire<typeof invitedPerson>;
