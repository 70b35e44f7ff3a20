import { z } from "zod";
import { credentialChoices, credentialMembers } from "../credentials/credential-schema.ts";
import { roles } from "../people/role.ts";
import { listed } from "../values/fields.ts";
import { requestShape, wireShape } from "../values/member.ts";
import { credentialState, secret } from "./credential.ts";
import { next } from "./page.ts";
import { changed, instant, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const fields = {
  id: z.string().meta({ examples: ["t_k3v7q2zd5m"] }),
  role: z.enum([...roles, "administrator"]),
  state: credentialState,
  made_by: z
    .string()
    .nullable()
    .meta({
      id: "TokenPerson",
      description: "Person for whom the token acts; null: created before anyone signed in",
      examples: ["u_h8r2mt6wqx"],
    }),
  ...wireShape(credentialMembers),
};
const accessTokenSchema = z.strictObject(fields);
export type AccessToken = Wire<typeof accessTokenSchema>;

export const listedAccessToken = z
  .strictObject({
    ...fields,
    made_by_name: z
      .string()
      .nullable()
      .meta({ description: "Current name of that person; null: erased, or none", examples: ["Ada"] }),
    last_used_at: instant.nullable().meta({ description: "To about a minute; null: never" }),
  })
  .meta({ id: "ListedAccessToken" });
export type ListedAccessToken = Wire<typeof listedAccessToken>;
export const accessTokenListSchema = z.strictObject({ tokens: z.array(listedAccessToken), next }).meta({ id: "AccessTokenList" });
export type AccessTokenList = Wire<typeof accessTokenListSchema>;

export const createdAccessToken = z.strictObject({ ...fields, revision, token: secret }).meta({ id: "CreatedAccessToken" });
export type CreatedAccessToken = Wire<typeof createdAccessToken>;
export const changedAccessToken = z.strictObject({ ...fields, revision, changed }).meta({ id: "ChangedAccessToken" });
export type ChangedAccessToken = Wire<typeof changedAccessToken>;

export const accessTokenRequest = z.strictObject(requestShape(credentialChoices)).meta({ id: "AccessTokenRequest" });
export type AccessTokenRequest = Wire<typeof accessTokenRequest>;
export const projectTokenRequest = z
  .strictObject({
    ...requestShape(credentialChoices),
    role: z.enum(roles, { error: `expected ${listed(roles, "or")}` }),
  })
  .meta({ id: "ProjectAccessTokenRequest" });
