import { z } from "zod";
import { type TokenKind, tokenChoices, tokenKind, tokenMembers } from "../credentials/token.ts";
import { roles } from "../people/role.ts";
import { requestShape, wireShape } from "../values/member.ts";
import { credentialListQuery, credentialState, secret } from "./credential.ts";
import type { Wire } from "./values.ts";
import { changed, instant, listOf, optionalText, record, revision, ruled, text, textOrNull, without } from "./values.ts";

const fields = { id: text("Id of the token", "t_k3v7q2zd5m"), state: credentialState, ...wireShape(tokenMembers) };

export const listedToken = record("Token", {
  ...fields,
  created_by_name: textOrNull.meta({ description: "Current name of that person; null: erased, or none", examples: ["Ada"] }),
  last_used_at: instant.nullable().describe("Last use of an access token, to about a minute; null: never, or another kind"),
});
export type Token = Wire<typeof listedToken>;

export const tokenListSchema = listOf("TokenList", "tokens", listedToken);
export type TokenList = Wire<typeof tokenListSchema>;
export const tokenListQuery = z.strictObject({
  ...credentialListQuery.shape,
  kind: tokenKind.optional().describe("Only this kind"),
});
export type TokenListQuery = Wire<typeof tokenListQuery>;

export const createdToken = record("CreatedToken", {
  ...fields,
  revision,
  token: secret("dba_"),
  calendar: optionalText.describe("Address of the calendar. Anyone who has it can read the calendar"),
});
export type CreatedToken = Wire<typeof createdToken>;

export const changedToken = record("ChangedToken", { ...fields, revision, changed });

const { kind, ...others } = requestShape(tokenChoices);
const choices = { ...others, kind: kind.optional().describe("`access` by default") };
/** A kind that the request leaves out is `access`. */
const ofKind = (kind: TokenKind, ...absent: readonly string[]) => ({
  properties: { kind: { const: kind } },
  ...without(...absent),
});
const named = (kind: TokenKind, ...absent: readonly string[]) => ({ ...ofKind(kind, ...absent), required: ["kind"] });
export const tokenRequest = record(
  "TokenRequest",
  ruled("A token of the installation, with the members of its kind", {
    anyOf: [ofKind("access", "role", "instance", "projects"), named("edge", "role", "instance")],
  }),
  choices,
);
const roleOfProject = { properties: { role: { enum: roles } }, required: ["role"] };
export const projectTokenRequest = record(
  "ProjectTokenRequest",
  ruled("A token of a project, with the members of its kind", {
    anyOf: [{ allOf: [ofKind("access", "instance", "projects"), roleOfProject] }, named("calendar", "role", "projects")],
  }),
  choices,
);
export type TokenRequest = Wire<typeof tokenRequest>;
