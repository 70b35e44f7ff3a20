import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { isAtLeast, type Role } from "drawbridge-rules/people/role.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import type { Member } from "drawbridge-rules/wire/member.ts";
import type { ActorNames, Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";

export type Blocker =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "author" }
  | { readonly kind: "noPerson" }
  | { readonly kind: "approved" }
  | { readonly kind: "unapproved" }
  | { readonly kind: "unapprovedByTwo" }
  /** The accounts of all approvers are disabled or erased. */
  | { readonly kind: "approver" }
  | { readonly kind: "outdated" }
  | { readonly kind: "wrong" };

export type Approver = Pick<WhoAmI, "actor" | "person">;

export function isAuthor({ author }: Pick<Proposal, "author">, { actor, person }: Approver): boolean {
  return author.actor === actor || (author.person !== null && author.person === person?.id);
}

export function approvalBlocker(proposal: Proposal, approver: Approver, role: Role | null): Blocker | null {
  if (!isAtLeast(role, proposal.role)) return { kind: "role", role: proposal.role };
  if (isAuthor(proposal, approver)) return { kind: "author" };
  if (approver.person === null) return { kind: "noPerson" };
  const id = approver.person.id;
  if (proposal.state === "approved") return proposal.approval?.person === id ? { kind: "approved" } : null;
  // An approver who has since become an owner can approve again; that is then enough.
  const isTheirs = role !== "owner" && proposal.approvals.some(({ person }) => person === id);
  return isTheirs ? { kind: "approved" } : null;
}

/** @param members undefined means not known yet */
export function publicationBlocker(
  proposal: ProposalDetail,
  role: Role | null,
  members: readonly Member[] | undefined,
): Blocker | null {
  if (!isAtLeast(role, proposal.role)) return { kind: "role", role: proposal.role };
  if (isOutdated(proposal)) return { kind: "outdated" };
  if (proposal.state !== "approved") return { kind: proposal.approvals_required === 2 ? "unapprovedByTwo" : "unapproved" };
  if (mayNoMore(proposal, members)) return { kind: "approver" };
  if (blockingGuards(proposal).length > 0 || (proposal.plan?.problems.length ?? 0) > 0) return { kind: "wrong" };
  return null;
}

export function isOutdated({ out_of_date }: Pick<Proposal, "out_of_date">): boolean {
  return out_of_date.length > 0;
}

/** Guards that have begun to block it since it was proposed. */
export function blockingGuards({ plan, override }: ProposalDetail): readonly GuardCode[] {
  const guards = plan?.guards.map(({ code }) => code) ?? [];
  return [...new Set(guards)].filter((guard) => !override.includes(guard));
}

/** Only the server knows whether the role of the others is still enough. */
function mayNoMore({ approvals, names }: ProposalDetail, members: readonly Member[] | undefined): boolean {
  const isAway = (person: string) =>
    !Object.hasOwn(names, person) || members?.find((other) => other.person === person)?.disabled === true;
  const people = approvals.flatMap(({ person }) => person ?? []);
  return people.length > 0 && people.every(isAway);
}

export function actorText(
  { actor, person }: { readonly actor: string; readonly person: string | null },
  names: ActorNames,
): string {
  const nameOf = (id: string) => describeActor(id, names[id] ?? null);
  const name = nameOf(person ?? actor);
  return person === null || person === actor ? name : `${name} (${nameOf(actor)})`;
}

export function isOpen({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "approved";
}

export function openProposals(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(isOpen).toSorted((a, b) => compareTexts(a.created_at, b.created_at));
}

export function closedProposals(proposals: readonly Proposal[]): Proposal[] {
  return proposals
    .filter((proposal) => !isOpen(proposal))
    .toSorted((a, b) => compareTexts(b.closed?.at ?? b.created_at, a.closed?.at ?? a.created_at));
}
