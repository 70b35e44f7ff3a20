/** Who may do what with a proposal, and why not: as the server decides it, so that nobody is offered what it refuses. */
import type { Guard } from "drawbridge-rules/changes/refusal.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { Member } from "drawbridge-rules/wire/member.ts";
import type { ActorNames, Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { isAtLeast } from "../session/role-rank.ts";

export type Hindrance =
  | { readonly kind: "role"; readonly role: Role }
  /** Whoever proposed it does not approve it. */
  | { readonly kind: "author" }
  /** A token that counts as nobody. */
  | { readonly kind: "nobody" }
  | { readonly kind: "approved" }
  | { readonly kind: "unapproved" }
  /** Its author is a token without a person behind it: it requires two people, or one owner. */
  | { readonly kind: "unapprovedByTwo" }
  /** Whoever approved it has left. */
  | { readonly kind: "approver" }
  | { readonly kind: "moved" }
  | { readonly kind: "wrong" };

export type Asker = Pick<WhoAmI, "actor" | "person">;

export function isAuthor({ author }: Pick<Proposal, "author">, { actor, person }: Asker): boolean {
  return author.actor === actor || (author.person !== null && author.person === person?.id);
}

/** Null: they may. @param role of whoever asks, in the project */
export function approvalHindrance(proposal: Proposal, asker: Asker, role: Role | null): Hindrance | null {
  if (!isAtLeast(role, proposal.role)) return { kind: "role", role: proposal.role };
  if (isAuthor(proposal, asker)) return { kind: "author" };
  if (asker.person === null) return { kind: "nobody" };
  const id = asker.person.id;
  if (proposal.state === "approved") return proposal.approval?.person === id ? { kind: "approved" } : null;
  // An approver who has since become an owner can approve again; that is then enough.
  const isTheirs = role !== "owner" && proposal.approvals.some(({ person }) => person === id);
  return isTheirs ? { kind: "approved" } : null;
}

/** Null: they may. @param members of the project; undefined: not known yet */
export function publicationHindrance(
  proposal: ProposalDetail,
  role: Role | null,
  members: readonly Member[] | undefined,
): Hindrance | null {
  if (!isAtLeast(role, proposal.role)) return { kind: "role", role: proposal.role };
  if (proposal.moved_on.length > 0) return { kind: "moved" };
  if (proposal.state !== "approved") return { kind: proposal.approvals_required === 2 ? "unapprovedByTwo" : "unapproved" };
  if (mayNoMore(proposal, members)) return { kind: "approver" };
  if (blockers(proposal).length > 0 || (proposal.plan?.problems.length ?? 0) > 0) return { kind: "wrong" };
  return null;
}

/** Guards that came to speak against it since it was proposed. */
export function blockers({ plan, override }: ProposalDetail): readonly Guard[] {
  const guards = plan?.refusals.flatMap(({ guard }) => guard ?? []) ?? [];
  return [...new Set(guards)].filter((guard) => guard !== "four_eyes" && !override.includes(guard));
}

/**
 * Whether everyone who approved it is erased or disabled. Only the server knows whether their role is enough: an administrator
 * may also have a lower one.
 */
function mayNoMore({ approvals, names }: ProposalDetail, members: readonly Member[] | undefined): boolean {
  const isAway = (person: string) =>
    !Object.hasOwn(names, person) || members?.find((other) => other.person === person)?.disabled === true;
  const people = approvals.flatMap(({ person }) => person ?? []);
  return people.length > 0 && people.every(isAway);
}

export function whoText(
  { actor, person }: { readonly actor: string; readonly person: string | null },
  names: ActorNames,
): string {
  const name = names[person ?? actor] ?? person ?? actor;
  return person === null || person === actor ? name : `${name} (${names[actor] ?? actor})`;
}
