import { z } from "zod";
import { credentialChoices, credentialMembers } from "../credentials/credential-schema.ts";
import { slugRule } from "../project/project.ts";
import { requestShape, wireShape } from "../values/member.ts";
import { credentialState, secret } from "./credential.ts";
import { next } from "./page.ts";
import { changed, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const fields = {
  id: z.string().meta({ examples: ["d_h8r2mt6wqx"] }),
  state: credentialState,
  projects: z
    .array(z.string())
    .nullable()
    .meta({ description: "Projects that an edge with this token gets; null: all, also new ones", examples: [["acme-shop"]] }),
  ...wireShape(credentialMembers),
};
export const edgeTokenSchema = z.strictObject(fields).meta({ id: "EdgeToken" });
export type EdgeToken = Wire<typeof edgeTokenSchema>;

export const edgeTokenListSchema = z.strictObject({ edge_tokens: z.array(edgeTokenSchema), next }).meta({ id: "EdgeTokenList" });
export type EdgeTokenList = Wire<typeof edgeTokenListSchema>;

export const createdEdgeToken = z.strictObject({ ...fields, revision, token: secret }).meta({ id: "CreatedEdgeToken" });
export type CreatedEdgeToken = Wire<typeof createdEdgeToken>;

export const changedEdgeToken = z.strictObject({ ...fields, revision, changed }).meta({ id: "ChangedEdgeToken" });
export const maxEdgeProjects = 1_000;
export const edgeProjectsRule = `expected a list of 1 to ${maxEdgeProjects} ids of projects, or null for all`;
export const edgeTokenRequest = z
  .strictObject({
    ...requestShape(credentialChoices),
    projects: z
      .array(z.string({ error: `expected the id of a project: ${slugRule}` }), { error: edgeProjectsRule })
      .nullable()
      .optional()
      .meta({ description: `At most ${maxEdgeProjects} projects; null: all, also new ones`, examples: [["acme-shop"]] }),
  })
  .meta({ id: "EdgeTokenRequest" });
