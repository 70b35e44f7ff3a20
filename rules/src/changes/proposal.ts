import { isAhead } from "../occurrence/occurrence-state.ts";
import { findOccurrence } from "../occurrence/window-occurrences.ts";
import type { Role } from "../people/role.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Approval, Edit, Proposal, ProposedChange } from "../project/resource.ts";
import { DAY } from "../values/duration.ts";
import { DrawbridgeError } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { continued } from "../windows/window-change.ts";
import { effectiveEditSteps } from "./edit.ts";

const KEPT_FOR = 30 * DAY;
export const maxOpenProposals = 100;
/** JSON characters of all proposals in a project, including closed ones. */
export const maxProposalCharacters = 16 * 1024 * 1024;

/** Some approvals may no longer count at publishing. */
const maxApprovals = 10;

/** A token without a person could approve its own proposal, which therefore requires a second person, or an owner. */
export function approvalsRequired({ author }: Pick<ProposedChange, "author">): 1 | 2 {
  return author.person === null ? 2 : 1;
}

/** One for each person, oldest first. */
export function currentApprovals({
  approvals = [],
  approval,
  hash,
}: Pick<Proposal, "approvals" | "approval" | "hash">): Approval[] {
  const given = [...approvals, ...(approval ? [approval] : [])].filter((each) => each.hash === hash);
  return [...new Map(given.map((each) => [each.person, each])).values()];
}

/** @param approvers present role of each person whose approval counts */
export function hasEnoughApprovals(proposal: Pick<ProposedChange, "author">, approvers: readonly (Role | null)[]): boolean {
  return approvers.length >= approvalsRequired(proposal) || approvers.includes("owner");
}

/** If one approval is enough, it replaces an earlier one. @param role the person's present role */
export function approvedBy(proposal: Proposal, approval: Approval, role: Role | null): Proposal {
  if (approvalsRequired(proposal) === 1) return { ...proposal, state: "approved", approval };
  const others = currentApprovals(proposal).filter(({ person }) => person !== approval.person);
  const approvals = [...others, approval].slice(-maxApprovals);
  // Publishing checks whether the earlier approvers still have their role.
  const isEnough = proposal.state === "approved" || hasEnoughApprovals(proposal, [role, ...others.map(() => null)]);
  return { ...proposal, approvals, ...(isEnough ? { state: "approved", approval } : {}) };
}

export function isOpen({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "approved";
}

/** Publishing corrects an instant in the future. */
export function proposedEditSteps(state: ProjectState, edits: readonly Edit[]): Steps<Edit[]> {
  return effectiveEditSteps(state, continued(state, edits, Number.POSITIVE_INFINITY));
}

/** Moving is only possible before the start, which can come while a proposal waits. @throws conflict */
export function checkMoveInTime(state: ProjectState, edits: readonly Edit[], now: number): void {
  for (const edit of edits) {
    if (edit.kind !== "override" || edit.value === null || edit.value.start === null) continue;
    const isLate = edit.value.start <= now || !isAhead(findOccurrence(state, edit.id, now).state);
    if (isLate)
      throw new DrawbridgeError(
        "conflict",
        `${edit.id} can no longer be moved as requested: its current or its requested start has passed. Request approval again.`,
      );
  }
}

/** Deletes closed proposals, the oldest first, until the others fit. */
export function proposalsOverLimit(state: ProjectState): Edit[] {
  const textOf = (value: Proposal) => JSON.stringify(value).length;
  let length = [...state.proposal.values()].reduce((sum, { value }) => sum + textOf(value), 0);
  const gone: Edit[] = [];
  for (const [id, value] of closedProposals(state)) {
    if (length <= maxProposalCharacters) break;
    gone.push({ kind: "proposal", id, value: null });
    length -= textOf(value);
  }
  return gone;
}

export function pastProposals(state: ProjectState, now: number): Edit[] {
  const isPast = ([, value]: [string, Proposal]) => closedAt(value) <= now - KEPT_FOR;
  return closedProposals(state)
    .filter(isPast)
    .map(([id]) => ({ kind: "proposal", id, value: null }));
}

/** Epoch ms. */
export function nextPastProposal(state: ProjectState): number | null {
  const [first] = closedProposals(state);
  return first ? closedAt(first[1]) + KEPT_FOR : null;
}

/** Oldest first. */
function closedProposals(state: ProjectState): [string, Proposal][] {
  return [...state.proposal]
    .filter(([, { value }]) => !isOpen(value))
    .map(([id, { value }]): [string, Proposal] => [id, value])
    .sort(([, a], [, b]) => closedAt(a) - closedAt(b));
}

function closedAt({ closed }: Proposal): number {
  return closed?.at ?? 0;
}
