import { approvedBy, currentApprovals, isOpen, proposedEditSteps } from "drawbridge-rules/changes/proposal.ts";
import { formsBeforeSteps, rebaseSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import { isAtLeast } from "drawbridge-rules/people/role.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { AttributedActor, Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError, type ErrorCode, throwIfAny } from "drawbridge-rules/values/errors.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type * as wire from "drawbridge-rules/wire/proposal.ts";
import { wireProblem } from "../../base/http/problem.ts";
import type { AdminServices } from "../admin-services.ts";
import { printProposalSteps } from "../answer/proposal-wire.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";
import { idempotencyRecord, replayedAnswer } from "../request/idempotency.ts";
import { loadProjectState, projectNotFound, readProjectId } from "../request/permission.ts";
import { checkAuthorsRole, findAway, publishedEditSteps, roleOf } from "./proposal-publication.ts";
import { checkRoom, isAuthor, proposalClosed, proposalHashSteps, proposalNotFound } from "./proposing.ts";

type VerbRequest = AdminRequest<{ readonly reason?: string | undefined }>;

interface Done {
  readonly proposal: Proposal;
  readonly edits?: readonly Edit[];
}

type Act = (found: Proposal, state: ProjectState, now: number) => Done | Steps<Done>;

/** After such a refusal to publish, a proposal stays approved. */
const staysApproved: readonly ErrorCode[] = ["conflict", "invalid", "refused", "stale"];

/** Publishes it too if its author asked for that. @param hash of the reviewed version @throws as a verb, stale */
export async function approve(services: AdminServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  const approveOnly: Act = (proposal, _, at) => ({ proposal: approved(services, request, hash, proposal, at) });
  const before = await findStored(services, request);
  if (!before?.publishWhenApproved || !isOpen(before)) return carryOut(services, request, approveOnly);
  const away = await findAway(services, before);
  const approveAndPublish: Act = function* (found, state, at) {
    const proposal = approved(services, request, hash, found, at);
    checkAuthorsRole(services, state.id, proposal, away);
    return yield* published(services, request, { proposal, before, away }, state, at);
  };
  try {
    return await carryOut(services, request, approveAndPublish, before);
  } catch (error) {
    // An approval that is refused is refused again.
    if (!(error instanceof DrawbridgeError) || !staysApproved.includes(error.code)) throw error;
    return carryOut(services, request, approveOnly, null, error);
  }
}

/** One commit holds the change and the end of the proposal. @throws not_found, forbidden, conflict, stale, refused, invalid */
export async function publish(services: AdminServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  const before = await findStored(services, request);
  const away = before ? await findAway(services, before) : new Set<string>();
  const act: Act = function* (proposal, state, at) {
    mustHaveRole(request, proposal);
    mustBeOpen(proposal);
    mustBeSeen(proposal, hash);
    return yield* published(services, request, { proposal, before, away }, state, at);
  };
  return carryOut(services, request, act, before);
}

/** The same change on the present state, as a new version. @throws not_found, forbidden, conflict, stale, invalid, too_large */
export function update(services: AdminServices, request: VerbRequest, hash: string): Promise<AdminAnswer> {
  return carryOut(services, request, function* (proposal, state, at) {
    mustHaveRole(request, proposal);
    mustBeOpen(proposal);
    mustBeSeen(proposal, hash);
    const { edits: wanted, outOfDate, problems } = yield* rebaseSteps(state, proposal);
    if (outOfDate.length === 0) return { proposal };
    throwIfAny(problems, "the proposal");
    const edits = yield* proposedEditSteps(state, wanted);
    if (edits.length === 0)
      throw new DrawbridgeError("conflict", "The project already has the requested values: reject or withdraw the request.");
    const id = request.params.proposal ?? "";
    const change = { ...proposal, edits, before: yield* formsBeforeSteps(state, edits) };
    const updated: Proposal = {
      ...change,
      hash: yield* proposalHashSteps(state.id, id, change),
      updated: { ...doerOf(request), at },
      state: "open",
      approval: null,
      approvals: [],
    };
    checkRoom(state, { id, proposal: updated });
    return { proposal: updated };
  });
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
    if (!isAuthor(proposal, request.requester)) throw forbidden("Only its author can withdraw a request. Reject it instead.");
    mustBeOpen(proposal);
    return { proposal: closed(proposal, "withdrawn", doerOf(request), at, "") };
  });
}

async function findStored(services: AdminServices, request: VerbRequest): Promise<Proposal | null> {
  const { state } = await loadProjectState(services, request);
  return state.proposal.get(request.params.proposal ?? "")?.value ?? null;
}

function approved(services: AdminServices, request: VerbRequest, hash: string, proposal: Proposal, at: number): Proposal {
  const { actor, person } = request.requester;
  mustHaveRole(request, proposal);
  if (person === null) throw forbidden("Only a person can approve a change, and this access token does not act for one.");
  if (isAuthor(proposal, request.requester)) throw forbidden("The author of a change cannot approve it. Another person must.");
  mustBeOpen(proposal);
  mustBeSeen(proposal, hash);
  // A later approval replaces one whose author may have lost the role for it.
  if (proposal.approval?.person === person && proposal.state === "approved") return proposal;
  const role = roleOf(services, readProjectId(request), person);
  const hasApproved = currentApprovals(proposal).some((approval) => approval.person === person);
  return hasApproved && role !== "owner" ? proposal : approvedBy(proposal, { actor, person, at, hash }, role);
}

interface Approved {
  readonly proposal: Proposal;
  /** As read before: under whose reason and overrides this is committed. */
  readonly before: Proposal | null;
  readonly away: ReadonlySet<string>;
}

function* published(
  services: AdminServices,
  request: VerbRequest,
  { proposal, before, away }: Approved,
  state: ProjectState,
  at: number,
): Steps<Done> {
  if (before?.hash !== proposal.hash) throw changedNow();
  const edits = yield* publishedEditSteps(services, state, request.params.proposal ?? "", proposal, away, at);
  return { proposal: closed(proposal, "published", doerOf(request), at, ""), edits };
}

/** @param change with its own reason and overrides @param refusal why an approval does not publish */
async function carryOut(
  services: AdminServices,
  request: VerbRequest,
  act: Act,
  change: Proposal | null = null,
  refusal: DrawbridgeError | null = null,
): Promise<AdminAnswer> {
  const project = readProjectId(request);
  const id = request.params.proposal ?? "";
  let printed: wire.Proposal | undefined;
  const answer = (revision: number): wire.ApprovedProposal => {
    if (!printed) throw new DrawbridgeError("internal", "a verb was committed before it was carried out");
    const isRefused = refusal !== null && printed.state === "approved";
    return { ...printed, revision, ...(isRefused ? { not_published: printRefusal(refusal) } : {}) };
  };
  const carriedOut = await services.publisher.publish({
    project,
    actor: request.requester.actor,
    reason: change?.reason ?? request.query.reason ?? "",
    ...(change ? { allowed: change.override } : {}),
    ...(change?.reverts ? { reverts: change.reverts } : {}),
    edits: function* (state, now) {
      if (!findProject(state)) throw projectNotFound();
      const found = state.proposal.get(id)?.value;
      if (!found) throw proposalNotFound();
      const done = act(found, state, now);
      const { proposal, edits = [] } = "next" in done ? yield* done : done;
      printed = yield* printProposalSteps(state, id, proposal, 0, now);
      return [...edits, { kind: "proposal", id, value: proposal }];
    },
    ...idempotencyRecord(request, () => answer(0)),
  });
  const { head, before, isCommitted, replayed } = carriedOut;
  if (replayed) return { status: 200, body: await replayedAnswer(services.store, project, replayed) };
  const revision = isCommitted ? head.revision : (before.proposal.get(id)?.revision ?? 0);
  return { status: 200, body: answer(revision) };
}

function printRefusal({ code, message, problems }: DrawbridgeError): NonNullable<wire.ApprovedProposal["not_published"]> {
  const { guards = [], rest = [] } = Object.groupBy(problems, ({ finding }) => (finding ? "guards" : "rest"));
  return { code, detail: message, problems: rest.map(wireProblem) as never, guards: guards.map(wireProblem) as never };
}

function mustHaveRole({ requester, params }: AdminRequest, { role }: Proposal): void {
  if (isAtLeast(requester.roleIn(params.project ?? ""), role)) return;
  throw forbidden(`This change requires the role ${role} in the project.`);
}

function mustBeOpen(proposal: Proposal): void {
  if (!isOpen(proposal)) throw proposalClosed(proposal);
}

function mustBeSeen(proposal: Proposal, hash: string): void {
  if (proposal.hash !== hash) throw changedNow();
}

function changedNow(): DrawbridgeError {
  return new DrawbridgeError("stale", "The request has changed since it was reviewed. Review it again.");
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
