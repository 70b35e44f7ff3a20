/** Proposals: shown with their effects, approved by another person, published, rejected or withdrawn. */

import { changedSinceReview, isOpen } from "drawbridge-rules/changes/proposal.ts";
import type { ProjectState, Revisioned } from "drawbridge-rules/project/project-state.ts";
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
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { AdminServices } from "../admin-services.ts";
import { printProposal, readActorNames } from "../answer/proposal-wire.ts";
import { printProposed } from "../change/plan-answer.ts";
import { approve, publish, reject, withdraw } from "../change/proposal-verb.ts";
import { proposalNotFound } from "../change/proposing.ts";
import { loadProjectState } from "../request/addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { paginateMap } from "../request/page.ts";
import { readBodyFields, refuseIfAny } from "../request/request-fields.ts";

const shared = { tag: "Proposals" } as const;
const verb = {
  ...shared,
  // The handler also checks the permissions of the proposed change: approving it requires the same role as making it.
  permission: "operator",
  usedHeaders: ["idempotency-key"],
  problems: ["not_found", "conflict", "stale"],
  answers: { 200: { description: "The proposal after the change" } },
} as const;

export function proposalRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listProposals", {
      ...shared,
      permission: "viewer",
      summary: "List proposals; closed ones for 30 days",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(services, request),
    }),
    route("getProposal", {
      ...shared,
      permission: "viewer",
      summary: "Get a proposal with its preview",
      answers: { 200: { description: "The proposal" } },
      handle: (request) => get(services, request),
    }),
    route("approveProposal", {
      ...verb,
      givesAccess: true,
      summary: "Approve the reviewed version of a proposal",
      description: `A proposal by an access token that acts for no person stays \`open\` until two people have approved it, or one owner
(\`approvals_required\`).`,
      handle: (request) => approve(services, request, hashIn(request)),
    }),
    route("publishProposal", {
      ...verb,
      summary: "Publish an approved proposal",
      problems: ["not_found", "conflict", "stale", "refused"],
      handle: (request) => publish(services, request, hashIn(request)),
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
        return reject(services, request, fields.reason ?? "");
      },
    }),
    route("withdrawProposal", {
      ...verb,
      summary: "Withdraw your proposal",
      handle: (request) => {
        refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
        return withdraw(services, request);
      },
    }),
  ];
}

function hashIn(request: AdminRequest): string {
  const { fields, problems } = readBodyFields(proposalHashSchema, request.body);
  refuseIfAny(problems, request.body, "the request");
  return fields.hash ?? "";
}

async function list(services: AdminServices, request: AdminRequest<ProposalListQuery>): Promise<AdminAnswer> {
  const { proposal: held } = (await loadProjectState(services, request)).state;
  const { state } = request.query;
  const isWanted = state === undefined ? undefined : (_: string, { value }: Revisioned<Proposal>) => value.state === state;
  const { items, next } = await paginateMap(held, request.query, isWanted);
  const proposals = items.map(([id, { value, revision }]) => printProposal(id, value, revision));
  const names = await readActorNames(
    services,
    items.map(([, { value }]) => value),
  );
  const body: ProposalList = { proposals, names, next };
  return { status: 200, body };
}

async function get(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state, epoch } = await loadProjectState(services, request);
  const id = request.params.proposal ?? "";
  const held = state.proposal.get(id);
  if (!held) throw proposalNotFound();
  const { value, revision } = held;
  const isAlive = isOpen(value);
  const body: ProposalDetail = {
    ...printProposal(id, value, revision),
    names: await readActorNames(services, [value]),
    plan: isAlive ? await proposedIn(services, epoch, state, value.edits) : null,
    moved_on: isAlive ? changedSinceReview(state, value) : [],
  };
  return { status: 200, body };
}

async function proposedIn(
  { publisher, now }: AdminServices,
  epoch: string,
  state: ProjectState,
  edits: readonly Edit[],
): Promise<ChangeAnswer> {
  const at = now();
  return runStepsYielding(printProposed(epoch, state, await publisher.plan(state, edits, at), at));
}
