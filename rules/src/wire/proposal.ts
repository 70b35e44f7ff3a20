import { z } from "zod";
import { approvalMember, proposalMembers, proposalState, reviewedHash } from "../project/resource.ts";
import { wireShape } from "../values/member.ts";
import { changeAnswer } from "./change.ts";
import { next, pageQuery } from "./page.ts";
import { givenReason, record, revision, text } from "./values.ts";
import type { Wire } from "./wire.ts";

export type ProposalState = Wire<typeof proposalState>;

const fields = {
  id: text("Id of the proposal", "p_k3v7q2zd5m"),
  ...wireShape(proposalMembers),
  approvals: z
    .array(approvalMember.wire)
    .meta({ description: "Approvals of the current version, one for each person, oldest first" }),
  approvals_required: z.union([z.literal(1), z.literal(2)]).meta({
    description:
      "Number of people who must approve. 2: its author is a token without a person; the approval of one owner is also enough",
  }),
  revision,
};
export const proposalSchema = record("Proposal", fields);
export type Proposal = Wire<typeof proposalSchema>;
export type Doer = Proposal["author"];
export type Approval = Proposal["approvals"][number];
export type ProposedEdit = Proposal["edits"][number];

const names = z.record(z.string(), z.string()).meta({
  id: "ActorNames",
  description: "Current names of actors and persons, by id. Erased and unnamed ones are missing",
  examples: [{ u_h8r2mt6wqx: "Ada" }],
});
export type ActorNames = Wire<typeof names>;

export const proposalListSchema = record("ProposalList", {
  proposals: z.array(proposalSchema).meta({ description: "One page, newest first" }),
  names,
  next,
});
export type ProposalList = Wire<typeof proposalListSchema>;

const seen = z.strictObject({
  kind: text("Kind of the resource", "platform"),
  id: text("Id of the resource", "ios"),
  revision: revision.nullable(),
});
export const proposalDetailSchema = record("ProposalDetail", {
  ...fields,
  names,
  plan: changeAnswer.nullable().meta({ description: "Preview as of now; null: the proposal is closed" }),
  moved_on: z.array(seen).meta({
    description: "Resources that changed since the author read them. The proposal cannot be published while there are any",
  }),
});
export type ProposalDetail = Wire<typeof proposalDetailSchema>;

export const proposedChange = record("ProposedChange", {
  proposal: proposalSchema,
  hash: reviewedHash,
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

export const proposalHashSchema = record("ProposalHash", { hash: reviewedHash });
export const proposalRejection = record("ProposalRejection", { reason: givenReason });
