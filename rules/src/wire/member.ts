/** Members of projects, and administrators of the server. */
import { z } from "zod";
import { roles } from "../people/role.ts";
import { listed } from "../values/fields.ts";
import { next } from "./page.ts";
import { etag, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const grantee = {
  person: z.string().meta({ description: "Id of the person", examples: ["u_h8r2mt6wqx"] }),
  name: z
    .string()
    .nullable()
    .meta({ description: "Null, like `login`: the person was erased", examples: ["Ada"] }),
  login: z
    .string()
    .nullable()
    .meta({ examples: ["ada@acme.example"] }),
  disabled: z.boolean().meta({ description: "True: the account is disabled or erased, and the role has no effect" }),
  revision,
  etag,
};
const administrator = z.strictObject(grantee).meta({ id: "Administrator" });
export type Grantee = Wire<typeof administrator>;
export const administratorListSchema = z
  .strictObject({ administrators: z.array(administrator), next })
  .meta({ id: "AdministratorList" });
export type AdministratorList = Wire<typeof administratorListSchema>;

const role = z.enum(roles, { error: `expected ${listed(roles, "or")}` });
const member = z.strictObject({ ...grantee, role }).meta({ id: "Member" });
export type Member = Wire<typeof member>;
export const memberListSchema = z.strictObject({ members: z.array(member), next }).meta({ id: "MemberList" });
export type MemberList = Wire<typeof memberListSchema>;

export const memberRequest = z.strictObject({ role }).meta({ id: "MemberRequest" });
export type MemberRequest = Wire<typeof memberRequest>;
export const memberLookup = z
  .strictObject({ login: z.string({ error: "expected a login" }).meta({ description: "The whole login" }) })
  .meta({ id: "MemberLookup" });
export type MemberLookup = Wire<typeof memberLookup>;
export const foundPerson = z.strictObject({ id: z.string(), name: z.string() }).meta({ id: "FoundPerson" });
export type FoundPerson = Wire<typeof foundPerson>;
