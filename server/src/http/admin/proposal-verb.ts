/** What is done to a proposal. Each is one commit, conditional on the proposal being what it was looked at as. */

import {
  approvalsOf,
  approvalsRequired,
  approvedBy,
  checkInTime,
  hasEnoughApprovals,
  isOpen,
  movedOn,
} from "drawbridge-rules/changes/proposal.ts";
import { isAtLeast, type Role } from "drawbridge-rules/people/role.ts";
import { type ProjectState, projectOf } from "drawbridge-rules/project/project-state.ts";
import type { Doer, Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { GrantRing } from "../../accounts/grant-ring.ts";
import type { Publisher } from "../../publisher.ts";
import type { Store } from "../../store/store.ts";
import { type AddressedProjectServices, noProject, projectIn, stateOf } from "./addressed-project.ts";
import type { AdminAnswer, AdminRequest } from "./admin-route.ts";
import { type IdempotencyServices, idempotencyOf, replayedAnswer } from "./idempotency.ts";
import { printProposal } from "./proposal-wire.ts";
import { closedAlready, isAuthor, noProposal, proposalHash } from "./proposing.ts";
import { printVisible } from "./visible.ts";

export interface ProposalVerbServices extends AddressedProjectServices, IdempotencyServices {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly grants: GrantRing;
}

type VerbRequest = AdminRequest<{ readonly reason?: string | undefined }>;

interface Done {
  readonly proposal: Proposal;
  /** Besides the proposal itself. */
  readonly edits?: readonly Edit[];
}

type Act = (found: Proposal, state: ProjectState, now: number) => Done;

/** @param hash of what was looked at. @throws not_found, forbidden, conflict, stale */
export function approve(workings: ProposalVerbServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  return carryOut(workings, request, (proposal, _, at) => {
    const { actor, person } = request.requester;
    mustHaveRole(request, proposal);
    if (person === null) throw forbidden("An approval is a person's, and what asks here counts as nobody.");
    if (isAuthor(proposal, request.requester)) throw forbidden("A proposal takes another person's approval than its author's.");
    mustBeOpen(proposal);
    mustBeSeen(proposal, hash);
    // A later approval takes the place of an earlier one, whose giver may have lost the right to it.
    if (proposal.approval?.person === person && proposal.state === "approved") return { proposal };
    const role = roleOf(workings, projectIn(request), person);
    const hasApproved = approvalsOf(proposal).some((approval) => approval.person === person);
    if (hasApproved && role !== "owner") return { proposal };
    return { proposal: approvedBy(proposal, { actor, person, at, hash }, role) };
  });
}

/** One commit holds the change and the end of the proposal. @throws not_found, forbidden, conflict, stale, refused, invalid */
export async function publish(workings: ProposalVerbServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  const before = (await stateOf(workings, request)).state.proposal.get(request.params.proposal ?? "")?.value;
  const away = before ? await awayOf(workings, before) : new Set();
  return carryOut(
    workings,
    request,
    (proposal, state, at) => {
      mustHaveRole(request, proposal);
      mustBeOpen(proposal);
      mustBeSeen(proposal, hash);
      // Under whose reason and overrides this is committed was read before.
      if (before?.hash !== proposal.hash) throw changedNow();
      mustBeApproved(proposal, proposalHash(state.id, request.params.proposal ?? "", proposal));
      const here = approvalsOf(proposal).flatMap(({ person }) => (person === null || away.has(person) ? [] : person));
      const approvers = here.map((person) => roleOf(workings, state.id, person)).filter((role) => isAtLeast(role, proposal.role));
      if (approvers.length === 0)
        throw new DrawbridgeError("conflict", "Whoever approved it may not do so any more: somebody else has to.");
      if (!hasEnoughApprovals(proposal, approvers)) throw notEnough(approvers.length);
      mustBeUnmoved(state, proposal);
      checkInTime(state, proposal, at);
      return { proposal: closed(proposal, "published", doerOf(request), at, ""), edits: proposal.edits };
    },
    before,
  );
}

/** @throws not_found, forbidden, conflict */
export function reject(workings: ProposalVerbServices, request: AdminRequest, reason: string): Promise<AdminAnswer> {
  return carryOut(workings, { ...request, query: { reason } }, (proposal, _, at) => {
    mustHaveRole(request, proposal);
    mustBeOpen(proposal);
    return { proposal: closed(proposal, "rejected", doerOf(request), at, reason) };
  });
}

/** @throws not_found, forbidden, conflict */
export function withdraw(workings: ProposalVerbServices, request: VerbRequest): Promise<AdminAnswer> {
  return carryOut(workings, request, (proposal, _, at) => {
    if (!isAuthor(proposal, request.requester)) throw forbidden("Only its author withdraws a proposal. Others reject it.");
    mustBeOpen(proposal);
    return { proposal: closed(proposal, "withdrawn", doerOf(request), at, "") };
  });
}

/** @param published what is to be committed under the proposal's own reason, and past the guards that it overrides */
async function carryOut(
  workings: ProposalVerbServices,
  request: VerbRequest,
  act: Act,
  published?: Proposal,
): Promise<AdminAnswer> {
  const project = projectIn(request);
  const id = request.params.proposal ?? "";
  let done: Proposal | undefined;
  const answer = () => (done ? printProposal(id, done, 0) : {});
  const carriedOut = await workings.publisher.publish({
    project,
    actor: request.requester.actor,
    reason: published?.reason ?? request.query.reason ?? "",
    override: [],
    ...(published ? { allowed: published.override } : {}),
    dryRun: false,
    edits: (state, now) => {
      if (!projectOf(state)) throw noProject();
      const found = state.proposal.get(id)?.value;
      if (!found) throw noProposal();
      const { proposal, edits = [] } = act(found, state, now);
      done = proposal;
      return [...edits, { kind: "proposal", id, value: proposal }];
    },
    ...idempotencyOf(request, answer),
  });
  const { head, before, isCommitted, replayed } = carriedOut;
  if (replayed) return { status: 200, body: await replayedAnswer(workings.store, project, replayed) };
  const revision = isCommitted ? head.revision : (before.proposal.get(id)?.revision ?? 0);
  return { status: 200, body: { ...answer(), revision, ...printVisible(carriedOut) } };
}

/** Approvers whose approval no longer counts: disabled or erased people. */
async function awayOf({ store }: ProposalVerbServices, proposal: Proposal): Promise<ReadonlySet<string | null>> {
  const away = new Set<string | null>();
  for (const { person } of approvalsOf(proposal)) {
    const found = person === null ? null : await store.accounts.person(person);
    if (found === null || found.disabledAt !== null) away.add(person);
  }
  return away;
}

/** At the moment of the commit: whatever was committed before it counts. */
function roleOf({ grants }: ProposalVerbServices, project: string, person: string): Role | null {
  return grants.requester(person, person, null).roleIn(project);
}

function notEnough(count: number): DrawbridgeError {
  const text =
    "A proposal of an access token that counts as nobody needs the approval of two people, or of one owner. " +
    `It has ${count} that ${count === 1 ? "counts" : "count"}: another person has to approve it.`;
  return new DrawbridgeError("conflict", text);
}

function mustHaveRole({ requester, params }: AdminRequest, { role }: Proposal): void {
  if (isAtLeast(requester.roleIn(params.project ?? ""), role)) return;
  throw forbidden(`This proposal takes the role ${role} in the project.`);
}

function mustBeOpen(proposal: Proposal): void {
  if (!isOpen(proposal)) throw closedAlready(proposal);
}

function mustBeSeen(proposal: Proposal, hash: string): void {
  if (proposal.hash !== hash) throw changedNow();
}

function changedNow(): DrawbridgeError {
  return new DrawbridgeError("stale", "The proposal is not any more what was looked at. Look at it again, and decide again.");
}

function mustBeApproved(proposal: Proposal, hashNow: string): void {
  const { state, approval, hash } = proposal;
  if (state !== "approved" || approval === null) {
    if (approvalsRequired(proposal) > 1) throw notEnough(approvalsOf(proposal).length);
    throw new DrawbridgeError("conflict", "The proposal waits for another person to approve it.");
  }
  if (approval.hash === hash && hash === hashNow) return;
  throw new DrawbridgeError("stale", "The proposal is not what was approved.");
}

function mustBeUnmoved(state: ProjectState, proposal: Proposal): void {
  const moved = movedOn(state, proposal);
  if (moved.length === 0) return;
  const names = listed(moved.slice(0, 10).map(({ kind, id }) => (id === "" ? kind : `${kind} ${id}`)));
  const text = `What it touches was changed since it was proposed: ${names}. Its author has to look at it again, and propose it anew.`;
  const problems = moved.slice(0, 100).map(({ kind, id, revision }) => ({
    path: `${kind}${id === "" ? "" : `.${id}`}`,
    message: revision === null ? "is gone" : `was changed at revision ${revision}`,
  }));
  throw new DrawbridgeError("stale", text, problems);
}

function closed(proposal: Proposal, state: Proposal["state"], doer: Doer, at: number, reason: string): Proposal {
  return { ...proposal, state, closed: { ...doer, at, reason } };
}

function doerOf({ requester: { actor, person } }: AdminRequest): Doer {
  return { actor, person };
}

function forbidden(message: string): DrawbridgeError {
  return new DrawbridgeError("forbidden", message);
}
