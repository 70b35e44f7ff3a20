import type { Role } from "drawbridge-rules/people/role.ts";
import type { Member } from "drawbridge-rules/wire/member.ts";
import type { ActorNames, Proposal } from "drawbridge-rules/wire/proposal.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { isAtLeast } from "../session/session.ts";
import { locale } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { proposalTexts as texts } from "./activity-texts.ts";
import { actorText, approvalBlocker, isAuthor, isOutdated } from "./approval.ts";

interface StateFacts {
  readonly names: ActorNames;
  readonly members: readonly Member[] | undefined;
  readonly session: WhoAmI;
  readonly role: Role | null;
}

/** `Waiting for you or Eve Owens`, `Out of date: iOS minimum 2.4.0 → 2.5.0` */
export function stateText(proposal: Proposal, { names, members, session, role }: StateFacts): string {
  const { state, closed, out_of_date: outdated } = proposal;
  if (state === "published") return texts.published(closed ? actorText(closed, names) : "");
  if (state === "rejected") return texts.rejected(closed ? actorText(closed, names) : "");
  if (state === "withdrawn") return texts.withdrawn;
  if (isOutdated(proposal))
    return outdated.length === 1 ? texts.outdated(outdated[0]?.detail ?? "") : texts.outdatedMany(outdated.length);
  if (state === "approved") return texts.ready;
  const approvers = approverNames(proposal, members ?? [], session, role);
  if (approvers.length === 0) return texts.waitingForRole(sharedTexts.roles[proposal.role]);
  const list = alternatives.format(approvers);
  const left = role === "owner" ? 1 : proposal.approvals_required - proposal.approvals.length;
  return left > 1 ? texts.waitingForTwo(list) : texts.waitingFor(list);
}

const alternatives = new Intl.ListFormat(locale, { type: "disjunction" });

const maxNames = 3;

function approverNames(proposal: Proposal, members: readonly Member[], session: WhoAmI, role: Role | null): readonly string[] {
  const isDone = (person: string) => proposal.approvals.some((approval) => approval.person === person);
  const others = members.filter(
    (member) =>
      member.name !== null &&
      !member.disabled &&
      isAtLeast(member.role, proposal.role) &&
      member.person !== proposal.author.person &&
      member.person !== session.person?.id &&
      !isDone(member.person),
  );
  const isMine = !isAuthor(proposal, session) && approvalBlocker(proposal, session, role) === null;
  const named = others.map(({ name }) => name ?? "");
  return [...(isMine ? [texts.you] : []), ...named].slice(0, maxNames);
}
