/** Verbs on proposals. Each is one commit, on the condition that the proposal has not changed since it was read. */

import {
  approvalsRequired,
  approvedBy,
  changedSinceReview,
  checkMoveInTime,
  currentApprovals,
  hasEnoughApprovals,
  isOpen,
} from "drawbridge-rules/changes/proposal.ts";
import { isAtLeast, type Role } from "drawbridge-rules/people/role.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { AttributedActor, Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type * as wire from "drawbridge-rules/wire/proposal.ts";
import type { AdminServices } from "../admin-services.ts";
import { printProposal } from "../answer/proposal-wire.ts";
import { loadProjectState, projectNotFound, readProjectId } from "../request/addressed-project.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { isAuthor, proposalClosed, proposalHash, proposalNotFound } from "./proposing.ts";

type VerbRequest = AdminRequest<{ readonly reason?: string | undefined }>;

interface Done {
  readonly proposal: Proposal;
  /** Besides the proposal itself. */
  readonly edits?: readonly Edit[];
}

type Act = (found: Proposal, state: ProjectState, now: number) => Done;

/** @param hash of the reviewed version. @throws not_found, forbidden, conflict, stale */
export function approve(services: AdminServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  return carryOut(services, request, (proposal, _, at) => {
    const { actor, person } = request.requester;
    mustHaveRole(request, proposal);
    if (person === null) throw forbidden("Only a person can approve a proposal, and this access token does not act for one.");
    if (isAuthor(proposal, request.requester))
      throw forbidden("The author of a proposal cannot approve it. Another person must.");
    mustBeOpen(proposal);
    mustBeSeen(proposal, hash);
    // A later approval replaces an earlier one, whose author may have lost the role for it.
    if (proposal.approval?.person === person && proposal.state === "approved") return { proposal };
    const role = roleOf(services, readProjectId(request), person);
    const hasApproved = currentApprovals(proposal).some((approval) => approval.person === person);
    if (hasApproved && role !== "owner") return { proposal };
    return { proposal: approvedBy(proposal, { actor, person, at, hash }, role) };
  });
}

/** One commit holds the change and the end of the proposal. @throws not_found, forbidden, conflict, stale, refused, invalid */
export async function publish(services: AdminServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  const before = (await loadProjectState(services, request)).state.proposal.get(request.params.proposal ?? "")?.value;
  const away = before ? await awayOf(services, before) : new Set();
  return carryOut(
    services,
    request,
    (proposal, state, at) => {
      mustHaveRole(request, proposal);
      mustBeOpen(proposal);
      mustBeSeen(proposal, hash);
      // Under whose reason and overrides this is committed was read before.
      if (before?.hash !== proposal.hash) throw changedNow();
      mustBeApproved(proposal, proposalHash(state.id, request.params.proposal ?? "", proposal));
      const here = currentApprovals(proposal).flatMap(({ person }) => (person === null || away.has(person) ? [] : person));
      const approvers = here.map((person) => roleOf(services, state.id, person)).filter((role) => isAtLeast(role, proposal.role));
      if (approvers.length === 0)
        throw new DrawbridgeError(
          "conflict",
          "The people who approved it no longer have the required role. Another person must approve it.",
        );
      if (!hasEnoughApprovals(proposal, approvers)) throw notEnough(approvers.length);
      mustBeUnmoved(state, proposal);
      checkMoveInTime(state, proposal, at);
      return { proposal: closed(proposal, "published", doerOf(request), at, ""), edits: proposal.edits };
    },
    before,
  );
}

/** @throws not_found, forbidden, conflict */
export function reject(services: AdminServices, request: AdminRequest, reason: string): Promise<AdminAnswer> {
  return carryOut(services, { ...request, query: { reason } }, (proposal, _, at) => {
    mustHaveRole(request, proposal);
    mustBeOpen(proposal);
    return { proposal: closed(proposal, "rejected", doerOf(request), at, reason) };
  });
}

/** @throws not_found, forbidden, conflict */
export function withdraw(services: AdminServices, request: VerbRequest): Promise<AdminAnswer> {
  return carryOut(services, request, (proposal, _, at) => {
    if (!isAuthor(proposal, request.requester)) throw forbidden("Only its author can withdraw a proposal. Reject it instead.");
    mustBeOpen(proposal);
    return { proposal: closed(proposal, "withdrawn", doerOf(request), at, "") };
  });
}

/** @param published change to commit with the proposal's own reason and overrides */
async function carryOut(services: AdminServices, request: VerbRequest, act: Act, published?: Proposal): Promise<AdminAnswer> {
  const project = readProjectId(request);
  const id = request.params.proposal ?? "";
  let done: Proposal | undefined;
  const answer = (revision: number): wire.Proposal => {
    if (!done) throw new DrawbridgeError("internal", "a verb was committed before it was carried out");
    return printProposal(id, done, revision);
  };
  const carriedOut = await services.publisher.publish({
    project,
    actor: request.requester.actor,
    reason: published?.reason ?? request.query.reason ?? "",
    override: [],
    ...(published ? { allowed: published.override } : {}),
    dryRun: false,
    edits: (state, now) => {
      if (!findProject(state)) throw projectNotFound();
      const found = state.proposal.get(id)?.value;
      if (!found) throw proposalNotFound();
      const { proposal, edits = [] } = act(found, state, now);
      done = proposal;
      return [...edits, { kind: "proposal", id, value: proposal }];
    },
    ...idempotencyRecord(request, () => answer(0)),
  });
  const { head, before, isCommitted, replayed } = carriedOut;
  if (replayed) return { status: 200, body: await replayedAnswer(services.store, project, replayed) };
  const revision = isCommitted ? head.revision : (before.proposal.get(id)?.revision ?? 0);
  return { status: 200, body: answer(revision) };
}

/** Approvers whose approval no longer counts: disabled or erased people. */
async function awayOf({ store }: AdminServices, proposal: Proposal): Promise<ReadonlySet<string | null>> {
  const away = new Set<string | null>();
  for (const { person } of currentApprovals(proposal)) {
    const found = person === null ? null : await store.accounts.person(person);
    if (found === null || found.disabledAt !== null) away.add(person);
  }
  return away;
}

/** At the moment of the commit: whatever was committed before it counts. */
function roleOf({ grants }: AdminServices, project: string, person: string): Role | null {
  return grants.requester(person, person, null).roleIn(project);
}

function notEnough(count: number): DrawbridgeError {
  const text =
    "A proposal made with a token that isn't linked to a person requires approval from two people or one owner. " +
    `It has ${count} valid ${count === 1 ? "approval" : "approvals"}: another person must approve it.`;
  return new DrawbridgeError("conflict", text);
}

function mustHaveRole({ requester, params }: AdminRequest, { role }: Proposal): void {
  if (isAtLeast(requester.roleIn(params.project ?? ""), role)) return;
  throw forbidden(`This proposal requires the role ${role} in the project.`);
}

function mustBeOpen(proposal: Proposal): void {
  if (!isOpen(proposal)) throw proposalClosed(proposal);
}

function mustBeSeen(proposal: Proposal, hash: string): void {
  if (proposal.hash !== hash) throw changedNow();
}

function changedNow(): DrawbridgeError {
  return new DrawbridgeError("stale", "The proposal has changed since it was reviewed. Review it again.");
}

function mustBeApproved(proposal: Proposal, hashNow: string): void {
  const { state, approval, hash } = proposal;
  if (state !== "approved" || approval === null) {
    if (approvalsRequired(proposal) > 1) throw notEnough(currentApprovals(proposal).length);
    throw new DrawbridgeError("conflict", "The proposal has not been approved yet. Another person must approve it.");
  }
  if (approval.hash === hash && hash === hashNow) return;
  throw new DrawbridgeError("stale", "The proposal has changed since it was approved. It must be approved again.");
}

function mustBeUnmoved(state: ProjectState, proposal: Proposal): void {
  const moved = changedSinceReview(state, proposal);
  if (moved.length === 0) return;
  const names = listed(moved.slice(0, 10).map(({ kind, id }) => (id === "" ? kind : `${kind} ${id}`)));
  const text = `Resources in this proposal have changed since it was created: ${names}. Its author must review it and propose it again.`;
  const problems = moved.slice(0, 100).map(({ kind, id, revision }) => ({
    path: `${kind}${id === "" ? "" : `.${id}`}`,
    message: revision === null ? "was deleted" : `was changed at revision ${revision}`,
  }));
  throw new DrawbridgeError("stale", text, problems);
}

function closed(proposal: Proposal, state: Proposal["state"], doer: AttributedActor, at: number, reason: string): Proposal {
  return { ...proposal, state, closed: { ...doer, at, reason } };
}

function doerOf({ requester: { actor, person } }: AdminRequest): AttributedActor {
  return { actor, person };
}

function forbidden(message: string): DrawbridgeError {
  return new DrawbridgeError("forbidden", message);
}
