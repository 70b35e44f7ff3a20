import { sameValue } from "drawbridge-rules/changes/document-diff.ts";
import { writtenEdit } from "drawbridge-rules/changes/edit.ts";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { Plan } from "drawbridge-rules/changes/plan.ts";
import { isOpen, maxOpenProposals, maxProposalCharacters, proposedEditSteps } from "drawbridge-rules/changes/proposal.ts";
import { formsBeforeSteps, rebaseSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import { type Role, roles } from "drawbridge-rules/people/role.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, Proposal, ProposedChange, Reverts } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { EditQuery } from "drawbridge-rules/wire/change.ts";
import type { Requester } from "../../accounts/requester.ts";
import { canonicalHashSteps } from "../../base/hash.ts";
import { shortId } from "../../base/short-id.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import { checkReviewedPlan, reviewHash } from "../../log/publisher.ts";
import type { AdminServices } from "../admin-services.ts";
import { printProposalSteps } from "../answer/proposal-wire.ts";
import type { AdminRequest } from "../request/admin-route.ts";
import { idempotencyRecord } from "../request/idempotency.ts";
import { findResponsiblePerson, projectNotFound } from "../request/permission.ts";
import { bodyLimit } from "../request/request-body.ts";
import { printProposed } from "./plan-answer.ts";
import { type Changed, checkedEdits, type ResourceChange } from "./resource-change.ts";

interface PlannedProposal {
  readonly id: string;
  readonly proposal: Proposal;
  readonly plan: Plan;
  readonly isRepeated: boolean;
}

/** Stores it, or replaces an earlier one of the author; repeated, changes nothing. @throws as the change, too_large */
export async function propose(
  services: AdminServices,
  request: AdminRequest<EditQuery>,
  wanted: ResourceChange,
): Promise<Changed> {
  const { query, requester } = request;
  // A proposal is approved, so it needs no override of that guard.
  const override = (query.override ?? []).filter((code) => code !== "four_eyes");
  const { epoch } = await services.store.head();
  const fresh = query.propose === "true" ? shortId("p_", services.randomBytes) : null;
  // After a lost answer, a client can read whether its edit was made; a proposal would exist twice.
  const { idempotency } = wanted.idempotency ? wanted : idempotencyRecord(request, () => ({}));
  let made: PlannedProposal | undefined;
  // The holder of a departed person's token could approve the proposal themselves.
  const person = await findResponsiblePerson(services, requester);
  const published = await services.publisher.publish({
    project: wanted.project,
    actor: requester.actor,
    reason: query.reason ?? "",
    override,
    edits: async (state, now) => {
      if (!findProject(state)) throw projectNotFound();
      const checked = checkedEdits(wanted, { headers: request.headers, epoch, dryRun: false }, state, now);
      const asked = { ...wanted, edits: await runStepsYielding(checked) };
      made = await proposalOf(services, state, { ...asked, request, person, override, fresh }, now);
      if (made.isRepeated) return [];
      checkRoom(state, made);
      return [{ kind: "proposal", id: made.id, value: made.proposal }];
    },
    ...(idempotency ? { idempotency: { ...idempotency, result: () => JSON.stringify(made?.id ?? null) } } : {}),
  });
  const { before, at, head, replayed } = published;
  if (replayed) {
    const id = String(JSON.parse(replayed.result));
    const stored = before.proposal.get(id)?.value;
    const plan = stored && (await services.publisher.plan(before, stored.edits, at));
    made = plan && { id, proposal: stored, plan, isRepeated: false };
  }
  if (!made) throw new DrawbridgeError("not_found", "The request for approval that this created no longer exists.");
  const { id, proposal, isRepeated } = made;
  const revision = published.isCommitted ? head.revision : (before.proposal.get(id)?.revision ?? 0);
  const answer = await runStepsYielding(printProposed(epoch, before, made.plan, at));
  const printed = await runStepsYielding(printProposalSteps(before, id, proposal, revision, at));
  const proposed = { proposal: printed, hash: proposal.hash, plan: answer, repeated: isRepeated };
  return { published, body: answer, isNew: false, proposed };
}

/** @throws invalid: `publish_when_approved` of a change that is not proposed */
export function checkProposeQuery({
  propose,
  publish_when_approved,
}: Pick<EditQuery, "propose" | "publish_when_approved">): void {
  if (publish_when_approved !== true || propose !== undefined) return;
  const message = "is only for a request for approval: add propose=true";
  throwIfAny([{ path: "publish_when_approved", parameter: "publish_when_approved", message }], "the request");
}

/** Everything but the state that it is in. */
export function* proposalHashSteps(project: string, id: string, change: ProposedChange): Steps<string> {
  const { edits, before, override, reason, author, role, publishWhenApproved } = change;
  const content = { edits: edits.map(writtenEdit), before, override, reason, author, role, publishWhenApproved };
  return yield* canonicalHashSteps({ project, id, ...content });
}

interface Asked {
  readonly project: string;
  readonly edits: readonly Edit[];
  readonly allowed?: readonly GuardCode[];
  readonly reverts?: Reverts;
  readonly request: AdminRequest<EditQuery>;
  /** Null means it takes two approvals. */
  readonly person: string | null;
  readonly override: readonly GuardCode[];
  /** Null means it replaces one. */
  readonly fresh: string | null;
}

/** @throws not_found, forbidden, conflict, stale, invalid, refused */
async function proposalOf(
  { publisher }: AdminServices,
  state: ProjectState,
  asked: Asked,
  now: number,
): Promise<PlannedProposal> {
  const { request, person, override, allowed = [], reverts, fresh } = asked;
  const { query, requester } = request;
  const edits = await runStepsYielding(proposedEditSteps(state, asked.edits));
  if (edits.length === 0) throw new DrawbridgeError("conflict", "The change has no effect, so there is nothing to propose.");
  const planned = await publisher.plan(state, edits, now);
  const reason = query.reason ?? "";
  const passing = { override, allowed: [...allowed, "four_eyes" as const], reason };
  const reviewed = query.reviewed === undefined ? {} : { reviewed: query.reviewed };
  const hashed = query.reviewed === undefined ? "" : await runStepsYielding(reviewHash(state, planned, now));
  checkReviewedPlan(planned, { ...passing, ...reviewed }, hashed);
  const id = fresh ?? query.propose ?? "";
  const earlier = fresh === null ? amended(state, id, requester) : null;
  const change: ProposedChange = {
    edits,
    before: await runStepsYielding(formsBeforeSteps(state, edits)),
    publishWhenApproved: query.publish_when_approved === true,
    // A refusal allowed by another option (`end_active`) is stored under the guard's name.
    override: [...new Set([...override, ...allowed.filter((name) => planned.guards.some(({ code }) => code === name))])],
    reason,
    author: { actor: requester.actor, person },
    role: roleOf(request),
  };
  const first = fresh === null ? null : await runStepsYielding(openProposalOf(state, change));
  if (first !== null) return { ...first, plan: planned, isRepeated: true };
  const hash = await runStepsYielding(proposalHashSteps(state.id, id, change));
  const createdAt = earlier?.createdAt ?? now;
  const proposal: Proposal = {
    ...change,
    hash,
    createdAt,
    updated: null,
    state: "open",
    approval: null,
    closed: null,
    ...(reverts ? { reverts } : {}),
  };
  return { id, plan: planned, proposal, isRepeated: false };
}

/** Finds the author's one with the same effect now, whatever its reason. */
function* openProposalOf(state: ProjectState, change: ProposedChange): Steps<Pick<PlannedProposal, "id" | "proposal"> | null> {
  const subjectOf = ({ edits, override, author, role }: ProposedChange) =>
    JSON.stringify([edits.map(({ kind, id }) => [kind, id]), override, author, role]);
  const subject = subjectOf(change);
  const written = change.edits.map(writtenEdit);
  for (const [id, { value: proposal }] of state.proposal) {
    yield;
    if (!isOpen(proposal) || subjectOf(proposal) !== subject) continue;
    const { edits, outOfDate } = yield* rebaseSteps(state, proposal);
    if (outOfDate.length === 0 && sameValue(edits.map(writtenEdit), written)) return { id, proposal };
  }
  return null;
}

/** @throws not_found, forbidden, conflict */
function amended(state: ProjectState, id: string, requester: Requester): Proposal {
  const earlier = state.proposal.get(id)?.value;
  if (!earlier) throw proposalNotFound();
  if (!isAuthor(earlier, requester))
    throw new DrawbridgeError("forbidden", "Only its author can edit a request for approval. Create your own instead.");
  if (!isOpen(earlier)) throw proposalClosed(earlier);
  return earlier;
}

export function isAuthor({ author }: Proposal, { actor, person }: Requester): boolean {
  return author.actor === actor || (author.person !== null && author.person === person);
}

export function proposalNotFound(): DrawbridgeError {
  return new DrawbridgeError("not_found", "The project has no such request for approval.");
}

export function proposalClosed({ state }: Proposal): DrawbridgeError {
  return new DrawbridgeError("conflict", `The request was already ${state}.`);
}

function roleOf({ permission }: AdminRequest): Role {
  const role = roles.find((name) => name === permission);
  if (!role) throw new DrawbridgeError("internal", "a proposal arrived through a route that requires no role");
  return role;
}

/** @throws too_large, conflict */
export function checkRoom(state: ProjectState, { id, proposal }: Pick<PlannedProposal, "id" | "proposal">): void {
  const others = [...state.proposal].filter(([other, { value }]) => other !== id && isOpen(value));
  const length = JSON.stringify(proposal).length;
  if (length > bodyLimit)
    throw new DrawbridgeError("too_large", "A request for approval must not exceed 4 MiB. Split it into several.");
  const all = others.reduce((sum, [, { value }]) => sum + JSON.stringify(value).length, length);
  if (others.length < maxOpenProposals && all <= maxProposalCharacters) return;
  throw new DrawbridgeError(
    "conflict",
    "The project has too many open requests for approval. Publish, reject or withdraw some first.",
  );
}
