/** Proposals: read with what would come of them, approved by another person, published, rejected or withdrawn. */

import { planSteps } from "drawbridge-rules/changes/plan.ts";
import { isOpen, movedOn } from "drawbridge-rules/changes/proposal.ts";
import type { Held, ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import {
  type ProposalDetail,
  type ProposalList,
  type ProposalListQuery,
  proposalHashSchema,
  proposalRejection,
} from "drawbridge-rules/wire/proposal.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import { finishedInTurns } from "../../base/work-in-turns.ts";
import type { NamingServices } from "./actor-names.ts";
import { type AddressedProjectServices, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { pageOfMap } from "./page.ts";
import { printProposed } from "./plan-answer.ts";
import { approve, type ProposalVerbServices, publish, reject, withdraw } from "./proposal-verb.ts";
import { namesIn, printProposal } from "./proposal-wire.ts";
import { noProposal } from "./proposing.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

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
  answers: { 200: { description: "The proposal as it is now" } },
} as const;

export function proposalRoutes(workings: ProposalsServices): AdminRoute[] {
  return [
    route("listProposals", {
      ...shared,
      permission: "viewer",
      summary: "List proposals; closed ones for 30 days",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route("getProposal", {
      ...shared,
      permission: "viewer",
      summary: "Get a proposal with its preview",
      answers: { 200: { description: "The proposal" } },
      handle: (request) => get(workings, request),
    }),
    route("approveProposal", {
      ...verb,
      givesAccess: true,
      summary: "Approve the reviewed version of a proposal",
      description: `A proposal of an access token that counts as nobody stays \`open\` until two people have approved it, or one owner
(\`approvals_required\`).`,
      handle: (request) => approve(workings, request, hashIn(request)),
    }),
    route("publishProposal", {
      ...verb,
      summary: "Publish an approved proposal",
      problems: ["not_found", "conflict", "stale", "refused"],
      handle: (request) => publish(workings, request, hashIn(request)),
    }),
    route("rejectProposal", {
      ...verb,
      summary: "Reject a proposal with a reason",
      body: {
        example: { reason: "not before the holidays" },
      },
      handle: (request) => {
        const { fields, problems } = readBodyFields(proposalRejection, request.body);
        refuseIfAny(problems, request.body, "the request");
        return reject(workings, request, fields.reason ?? "");
      },
    }),
    route("withdrawProposal", {
      ...verb,
      summary: "Withdraw your proposal",
      handle: (request) => {
        refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
        return withdraw(workings, request);
      },
    }),
  ];
}

function hashIn(request: AdminRequest): string {
  const { fields, problems } = readBodyFields(proposalHashSchema, request.body);
  refuseIfAny(problems, request.body, "the request");
  return fields.hash ?? "";
}

async function list(workings: ProposalsServices, request: AdminRequest<ProposalListQuery>): Promise<AdminAnswer> {
  const { proposal: held } = (await stateOf(workings, request)).state;
  const { state } = request.query;
  const isWanted = state === undefined ? undefined : (_: string, { value }: Held<Proposal>) => value.state === state;
  const { items, next } = await pageOfMap(held, request.query, isWanted);
  const proposals = items.map(([id, { value, revision }]) => printProposal(id, value, revision));
  const names = await namesIn(
    workings,
    items.map(([, { value }]) => value),
  );
  const body: ProposalList = { proposals, names, next };
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
  const body: ProposalDetail = {
    ...printProposal(id, value, revision),
    names: await namesIn(workings, [value]),
    plan: isAlive ? await proposedIn(epoch, state, value.edits, now) : null,
    moved_on: isAlive ? movedOn(state, value) : [],
  };
  return { status: 200, body };
}

async function proposedIn(epoch: string, state: ProjectState, edits: readonly Edit[], now: number): Promise<ChangeAnswer> {
  return finishedInTurns(printProposed(epoch, state, await finishedInTurns(planSteps(state, edits, now)), now));
}
