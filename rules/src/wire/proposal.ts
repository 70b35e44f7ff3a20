import { z } from "zod";
import { approvalMember, proposalMembers, proposalState, reviewedHash } from "../project/resource.ts";
import { wireShape } from "../values/member.ts";
import { changeAnswer } from "./change.ts";
import { guardItem } from "./guard.ts";
import { problemItem } from "./problem.ts";
import { givenReason, next, pageQuery, record, revision, text, type Wire } from "./values.ts";

export type ProposalState = Wire<typeof proposalState>;

const outdatedMember = record(
  "OutdatedMember",
  {
    description: "An absent value did not exist",
    examples: [
      {
        path: "platforms.ios.minimum",
        before: "2.4.0",
        current: "2.5.0",
        proposed: "2.6.0",
        detail: "iOS minimum 2.4.0 → 2.5.0",
      },
    ],
  },
  {
    path: text("As the manifest names it", "platforms.ios.minimum"),
    before: z.unknown().optional().describe("Value when it was proposed"),
    current: z.unknown().optional().describe("Value now"),
    proposed: z.unknown().optional().describe("Value after the proposal"),
    detail: text("Sentence for people", "iOS minimum 2.4.0 → 2.5.0"),
  },
);

const fields = {
  id: text("Id of the proposal", "p_k3v7q2zd5m"),
  title: text("The change in one line", "iOS minimum 2.4.0 → 2.6.0"),
  ...wireShape(proposalMembers),
  approvals: z.array(approvalMember.wire).describe("Approvals of the current version, one for each person, oldest first"),
  approvals_required: z
    .union([z.literal(1), z.literal(2)])
    .describe(
      "Number of people who must approve. 2: its author is a token without a person; the approval of one owner is also enough",
    ),
  out_of_date: z
    .array(outdatedMember)
    .describe("Proposed members that another change has changed since, at most 100. It cannot be published while there are any"),
  revision,
};
export const proposalSchema = record("Proposal", fields);
export type Proposal = Wire<typeof proposalSchema>;
export type Doer = Proposal["author"];

export const actorNames = z.record(z.string(), z.string()).meta({
  id: "ActorNames",
  description: "Current names of actors and persons, by id. Erased and unnamed ones are missing",
  examples: [{ u_h8r2mt6wqx: "Ada" }],
});
export type ActorNames = Wire<typeof actorNames>;

export const proposalListSchema = record("ProposalList", {
  proposals: z.array(proposalSchema).describe("One page, newest first"),
  names: actorNames,
  next,
});
export type ProposalList = Wire<typeof proposalListSchema>;

export const proposalDetailSchema = record("ProposalDetail", {
  ...fields,
  names: actorNames,
  plan: changeAnswer
    .nullable()
    .describe("Preview as of now, with the proposed value of outdated members; null: the proposal is closed"),
});
export type ProposalDetail = Wire<typeof proposalDetailSchema>;

export const approvedProposalSchema = record("ProposalAfterApproval", {
  ...fields,
  not_published: z
    .strictObject({
      code: text("Code of the problem", "refused"),
      detail: text("Sentence for people", "Refused by the guard locks_out"),
      problems: z.array(problemItem).describe("Members that changed"),
      guards: z.array(guardItem).describe("Guards that refuse it"),
    })
    .optional()
    .describe("Why a proposal with `publish_when_approved` was approved but not published"),
});
export type ApprovedProposal = Wire<typeof approvedProposalSchema>;

export const proposedChange = record("ProposedChange", {
  proposal: proposalSchema,
  hash: reviewedHash,
  plan: changeAnswer,
  repeated: z
    .boolean()
    .describe(
      "True if an open proposal of the same author already has these changes: `proposal`, unchanged, with its own reason",
    ),
});
export type ProposedChange = Wire<typeof proposedChange>;

export const proposalListQuery = z.strictObject({
  ...pageQuery,
  state: proposalState.optional().describe("Only proposals in this state"),
});

export const proposalHashSchema = record("ProposalHash", { hash: reviewedHash });
export const proposalRejection = record("ProposalRejection", { reason: givenReason });
