import { z } from "zod";
import { roles } from "../people/role.ts";
import { changeAnswer } from "./change.ts";
import { next, pageQuery } from "./page.ts";
import { givenReason, guardName, instant, record, revision, textOrNull } from "./values.ts";
import type { Wire } from "./wire.ts";

const proposalState = z.enum(["open", "approved", "published", "rejected", "withdrawn"]);
export type ProposalState = Wire<typeof proposalState>;

const doerFields = {
  actor: z.string().meta({ description: "Id of the person or token", examples: ["t_k3v7q2zd5m"] }),
  person: textOrNull.meta({ description: "Person for whom the actor acts", examples: ["u_h8r2mt6wqx"] }),
};
const doer = record("Doer", doerFields);
export type Doer = Wire<typeof doer>;

const hash = z.string({ error: "expected the hash of the reviewed proposal" }).meta({
  id: "ReviewedHash",
  description: "Hash of the proposed changes",
  examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
});

const approval = record("ProposalApproval", { ...doerFields, at: instant, hash });
export type Approval = Wire<typeof approval>;

const proposedEdit = record("ProposedEdit", {
  kind: z.enum(["project", "platform", "instance", "window", "override", "manifest", "protection"]),
  id: z.string(),
  deletes: z.boolean(),
});
export type ProposedEdit = Wire<typeof proposedEdit>;

const fields = {
  id: z.string().meta({ examples: ["p_k3v7q2zd5m"] }),
  state: proposalState,
  hash,
  author: doer,
  role: z.enum(roles).meta({ description: "Required to approve, reject or publish it" }),
  reason: z.string(),
  override: z.array(guardName),
  edits: z.array(proposedEdit),
  created_at: instant,
  approval: approval.nullable().meta({ description: "Last approval, if the proposal is approved" }),
  approvals: z.array(approval).meta({ description: "Approvals of the current version, one for each person, oldest first" }),
  approvals_required: z.union([z.literal(1), z.literal(2)]).meta({
    description:
      "Number of people who must approve. 2: its author is a token without a person; the approval of one owner is also enough",
  }),
  closed: record("ProposalClosing", { ...doerFields, at: instant, reason: z.string() })
    .nullable()
    .meta({ description: "Null while the proposal is open or approved" }),
  revision,
};
export const proposalSchema = record("Proposal", fields);
export type Proposal = Wire<typeof proposalSchema>;

const names = z.record(z.string(), z.string()).meta({
  id: "ActorNames",
  description: "Current names of actors and persons, by id. Erased and unnamed ones are missing",
  examples: [{ u_h8r2mt6wqx: "Ada" }],
});
export type ActorNames = Wire<typeof names>;

export const proposalListSchema = record("ProposalList", { proposals: z.array(proposalSchema), names, next });
export type ProposalList = Wire<typeof proposalListSchema>;

export const proposalDetailSchema = record("ProposalDetail", {
  ...fields,
  names,
  plan: changeAnswer.nullable().meta({ description: "Preview as of now; null: the proposal is closed" }),
  moved_on: z.array(z.strictObject({ kind: z.string(), id: z.string(), revision: revision.nullable() })).meta({
    description: "Resources that changed since the author read them. The proposal cannot be published while there are any",
  }),
});
export type ProposalDetail = Wire<typeof proposalDetailSchema>;

export const proposedChange = record("ProposedChange", {
  proposal: proposalSchema,
  hash,
  plan: changeAnswer,
  repeated: z.boolean().meta({
    description:
      "True if an open proposal of the same author already has these changes: `proposal`, unchanged, with its own reason",
  }),
});
export type ProposedChange = Wire<typeof proposedChange>;

export const proposalListQuery = z.strictObject({
  ...pageQuery,
  state: proposalState.optional().meta({ description: "Only proposals in this state" }),
});
export type ProposalListQuery = Wire<typeof proposalListQuery>;

export const proposalHashSchema = record("ProposalHash", { hash });
export type ProposalHash = Wire<typeof proposalHashSchema>;
export const proposalRejection = record("ProposalRejection", { reason: givenReason });
export type ProposalRejection = Wire<typeof proposalRejection>;
