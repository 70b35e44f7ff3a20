import { z } from "zod";
import { roles } from "../people/role.ts";
import { listed } from "../values/fields.ts";
import { accountLink, personFields } from "./person.ts";
import { etag, listOf, record, revision, text, textOrNull, type Wire } from "./values.ts";

const grantee = {
  person: text("Id of the person", "u_h8r2mt6wqx"),
  name: textOrNull.meta({ description: "Null, like `login`: the person was erased", examples: ["Ada"] }),
  login: textOrNull.meta({ description: "Login of the person", examples: ["ada@acme.example"] }),
  disabled: z.boolean().describe("True: the account is disabled or erased, and the role has no effect"),
  revision,
  etag,
};
const administrator = record("Administrator", grantee);
export type Grantee = Wire<typeof administrator>;
export const administratorListSchema = listOf("AdministratorList", "administrators", administrator);
export type AdministratorList = Wire<typeof administratorListSchema>;

const role = z.enum(roles, { error: `expected ${listed(roles, "or")}` }).describe("Role in the project");
const member = record("Member", { ...grantee, role });
export type Member = Wire<typeof member>;
export const memberListSchema = listOf("MemberList", "members", member);
export type MemberList = Wire<typeof memberListSchema>;

export const memberRequest = record("MemberRequest", { role });
export type MemberRequest = Wire<typeof memberRequest>;
export const invitationRequest = record("InvitationRequest", { ...personFields, role });
export const invitedMember = record("InvitedMember", {
  person: grantee.person,
  name: text("Name of the person", "Ada"),
  login: text("Login of the person", "ada@acme.example"),
  role,
  revision,
  link: accountLink,
});
export type InvitedMember = Wire<typeof invitedMember>;
export const memberLookup = record("MemberLookup", {
  login: z.string({ error: "expected a login" }).describe("The whole login"),
});
export const foundPerson = record("FoundPerson", {
  id: text("Id of the person", "u_h8r2mt6wqx"),
  name: text("Name of the person", "Ada"),
});
export type FoundPerson = Wire<typeof foundPerson>;
