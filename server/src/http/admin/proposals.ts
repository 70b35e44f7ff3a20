/** Proposals: read with what would come of them, approved by another person, published, rejected or withdrawn. */

import { planSteps } from "drawbridge-rules/changes/plan.ts";
import { isOpen, movedOn } from "drawbridge-rules/changes/proposal.ts";
import type { Held, ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { finishedInTurns } from "../../base/work-in-turns.ts";
import type { NamingServices } from "./actor-names.ts";
import type { AddressedProjectServices } from "./addressed-project.ts";
import { stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { noFields, verbQuery } from "./credential-request.ts";
import { pageOfMap, pageQuery } from "./page.ts";
import { printProposed } from "./plan-answer.ts";
import type { ProposalVerbServices } from "./proposal-verb.ts";
import { approve, publish, reject, withdraw } from "./proposal-verb.ts";
import {
  namesIn,
  printProposal,
  proposalDetailSchema,
  proposalHash,
  proposalListSchema,
  proposalSchema,
  proposalStates,
} from "./proposal-wire.ts";
import { noProposal } from "./proposing.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { reason } from "./wire-schema.ts";

interface ProposalsServices extends AddressedProjectServices, NamingServices, ProposalVerbServices {
  /** Epoch ms. */
  readonly now: () => number;
}

const shared = { tag: "Proposals" } as const;
const verb = {
  ...shared,
  // What the proposal itself takes is asked beside this: who may not make such a change may not approve it either.
  permission: "operator",
  heeds: ["idempotency-key"],
  problems: ["not_found", "conflict", "stale"],
  answers: { 200: { description: "The proposal as it is now", schema: proposalSchema } },
} as const;

const listQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(proposalStates).optional().meta({ description: "Only those in this state" }),
});
const hashSchema = z.strictObject({ hash: proposalHash }).meta({ id: "ProposalHash" });
const rejectionSchema = z
  .strictObject({ reason: reason.refine((text) => text.trim() !== "", { error: "expected a reason" }) })
  .meta({ id: "ProposalRejection" });

export function proposalRoutes(workings: ProposalsServices): AdminRoute[] {
  return [
    route("listProposals", {
      ...shared,
      permission: "viewer",
      summary: "Proposals of a project, in order of id; closed ones for 30 days",
      query: listQuery,
      answers: { 200: { description: "A page of them", schema: proposalListSchema } },
      handle: (request) => list(workings, request),
    }),
    route("getProposal", {
      ...shared,
      permission: "viewer",
      summary: "One proposal, with what would come of it now",
      answers: { 200: { description: "The proposal", schema: proposalDetailSchema } },
      handle: (request) => get(workings, request),
    }),
    route("approveProposal", {
      ...verb,
      givesAccess: true,
      summary: "Says yes to exactly what was looked at; its author cannot, nor can who is nobody in particular",
      description: `A proposal of an access token that counts as nobody stays \`open\` until two people have approved it, or one owner
(\`approvals_required\`).`,
      query: verbQuery,
      body: { types: ["application/json"], schema: hashSchema, required: true },
      handle: (request) => approve(workings, request, hashIn(request)),
    }),
    route("publishProposal", {
      ...verb,
      summary: "Makes the change, in one commit, if it is what was approved and what it touches is as it was",
      query: verbQuery,
      body: { types: ["application/json"], schema: hashSchema, required: true },
      problems: ["not_found", "conflict", "stale", "refused"],
      handle: (request) => publish(workings, request, hashIn(request)),
    }),
    route("rejectProposal", {
      ...verb,
      summary: "Says no to it, and why",
      query: z.strictObject({}),
      body: {
        types: ["application/json"],
        schema: rejectionSchema,
        required: true,
        example: { reason: "not before the holidays" },
      },
      handle: (request) => {
        const { fields, problems } = readBodyFields(rejectionSchema, request.body);
        refuseIfAny(problems, request.body, "the request");
        return reject(workings, request, fields.reason ?? "");
      },
    }),
    route("withdrawProposal", {
      ...verb,
      summary: "Takes one's own proposal back",
      query: verbQuery,
      body: { types: ["application/json"], schema: noFields, required: false },
      handle: (request) => {
        refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
        return withdraw(workings, request);
      },
    }),
  ];
}

function hashIn(request: AdminRequest): string {
  const { fields, problems } = readBodyFields(hashSchema, request.body);
  refuseIfAny(problems, request.body, "the request");
  return fields.hash ?? "";
}

async function list(workings: ProposalsServices, request: AdminRequest<z.infer<typeof listQuery>>): Promise<AdminAnswer> {
  const { proposal: held } = (await stateOf(workings, request)).state;
  const { state } = request.query;
  const isWanted = state === undefined ? undefined : (_: string, { value }: Held<Proposal>) => value.state === state;
  const { items, next } = await pageOfMap(held, request.query, isWanted);
  const proposals = items.map(([id, { value, revision }]) => printProposal(id, value, revision));
  const names = await namesIn(
    workings,
    items.map(([, { value }]) => value),
  );
  const body: wire.ProposalList = { proposals, names, next };
  return { status: 200, body };
}

async function get(workings: ProposalsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state, epoch } = await stateOf(workings, request);
  const id = request.params.proposal ?? "";
  const held = state.proposal.get(id);
  if (!held) throw noProposal();
  const { value, revision } = held;
  const now = workings.now();
  const isAlive = isOpen(value);
  const body: wire.ProposalDetail = {
    ...printProposal(id, value, revision),
    names: await namesIn(workings, [value]),
    plan: isAlive ? await proposedIn(epoch, state, value.edits, now) : null,
    moved_on: isAlive ? movedOn(state, value) : [],
  };
  return { status: 200, body };
}

async function proposedIn(epoch: string, state: ProjectState, edits: readonly Edit[], now: number): Promise<wire.ChangeAnswer> {
  return finishedInTurns(printProposed(epoch, state, await finishedInTurns(planSteps(state, edits, now)), now));
}
