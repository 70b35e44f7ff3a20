import { approvalsRequired, checkMoveInTime, currentApprovals, hasEnoughApprovals } from "drawbridge-rules/changes/proposal.ts";
import { type OutdatedMember, rebaseSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import { describeOutdated } from "drawbridge-rules/describe/proposal.ts";
import { namesOf, type Reader } from "drawbridge-rules/describe/reader.ts";
import { isAtLeast, type Role } from "drawbridge-rules/people/role.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { AdminServices } from "../admin-services.ts";
import { proposalHashSteps } from "./proposing.ts";

/** @param away people who are disabled or erased @throws conflict, stale, invalid */
export function* publishedEditSteps(
  services: AdminServices,
  state: ProjectState,
  id: string,
  proposal: Proposal,
  away: ReadonlySet<string>,
  now: number,
): Steps<readonly Edit[]> {
  mustBeApproved(proposal, yield* proposalHashSteps(state.id, id, proposal));
  const here = currentApprovals(proposal).flatMap(({ person }) => (person === null || away.has(person) ? [] : person));
  const approvers = here.map((person) => roleOf(services, state.id, person)).filter((role) => isAtLeast(role, proposal.role));
  if (approvers.length === 0)
    throw new DrawbridgeError(
      "conflict",
      "The people who approved it no longer have the required role. Another person must approve it.",
    );
  if (!hasEnoughApprovals(proposal, approvers)) throw notEnough(approvers.length);
  const { edits, outOfDate, problems } = yield* rebaseSteps(state, proposal);
  mustBeUpToDate(outOfDate, { zone: "UTC", now, names: namesOf(state) });
  throwIfAny(problems, "the proposal");
  checkMoveInTime(state, edits, now);
  return edits;
}

/** Its author asked for the publication, and must still be allowed to. @throws conflict */
export function checkAuthorsRole(
  { accessTokens, grants, now }: AdminServices,
  project: string,
  { author: { actor, person }, role }: Proposal,
  away: ReadonlySet<string>,
): void {
  const author = actor === person ? grants.requester(actor, actor, null) : accessTokens.requesterOf(actor, now());
  const isHere = person === null || !away.has(person);
  if (isHere && author !== null && isAtLeast(author.roleIn(project), role)) return;
  throw new DrawbridgeError("conflict", `Its author no longer has the role ${role}, so its approval does not publish it.`);
}

export async function findAway({ store }: AdminServices, proposal: Proposal): Promise<ReadonlySet<string>> {
  const away = new Set<string>();
  for (const { person } of [proposal.author, ...currentApprovals(proposal)]) {
    const found = person === null ? null : await store.accounts.person(person);
    if (person !== null && (found === null || found.disabledAt !== null)) away.add(person);
  }
  return away;
}

/** The role counts at the moment of the commit. */
export function roleOf({ grants }: AdminServices, project: string, person: string): Role | null {
  return grants.requester(person, person, null).roleIn(project);
}

function mustBeApproved(proposal: Proposal, hashNow: string): void {
  const { state, approval, hash } = proposal;
  if (state !== "approved" || approval === null) {
    if (approvalsRequired(proposal) > 1) throw notEnough(currentApprovals(proposal).length);
    throw new DrawbridgeError("conflict", "The change has not been approved yet. Another person must approve it.");
  }
  if (approval.hash === hash && hash === hashNow) return;
  throw new DrawbridgeError("stale", "The request has changed since it was approved. It must be approved again.");
}

function notEnough(count: number): DrawbridgeError {
  const text =
    "A request made with a token that isn't linked to a person requires approval from two people or one owner. " +
    `It has ${count} valid ${count === 1 ? "approval" : "approvals"}: another person must approve it.`;
  return new DrawbridgeError("conflict", text);
}

const maxNamed = 10;
const maxProblems = 100;

function mustBeUpToDate(members: readonly OutdatedMember[], reader: Reader): void {
  if (members.length === 0) return;
  const problems = members
    .slice(0, maxProblems)
    .map((member) => ({ path: member.path, message: describeOutdated(member, reader) }));
  const changes = listed(problems.slice(0, maxNamed).map(({ message }) => message));
  const text = `The request is out of date. Changed since then: ${changes}. Update it, and ask for approval again.`;
  throw new DrawbridgeError("stale", text, problems);
}
