/** Proposals that the user can approve or publish. */
import type { Proposal, ProposalState } from "drawbridge-rules/wire/proposal.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, roleIn } from "../session/session.ts";
import type { AttentionItem, AttentionSource } from "./attention-source.ts";
import { attentionTexts as texts } from "./attention-texts.ts";

const atLeast = "operator";

export const waitingProposals: AttentionSource<readonly Proposal[]> = {
  read: async (project, me) => {
    // A proposal needs attention only from users with its role.
    if (!isAtLeast(roleIn(me, project), atLeast)) return [];
    const inState = (state: ProposalState) => admin.listAll("listProposals", { project, state });
    return (await Promise.all([inState("open"), inState("approved")])).flat();
  },
  find: (proposals, { project, me }) => {
    const role = roleIn(me, project);
    const mine = proposals.filter((proposal) => isAtLeast(role, proposal.role));
    const toApprove = mine.filter((proposal) => proposal.state === "open" && !isOwn(proposal, me)).length;
    const toPublish = mine.filter(({ state }) => state === "approved").length;
    return [
      ...(toApprove > 0 ? [item("approve", texts.toApprove(toApprove))] : []),
      ...(toPublish > 0 ? [item("publish", texts.toPublish(toPublish))] : []),
    ];
  },
};

function item(key: string, text: string): AttentionItem {
  return { key, urgency: "soon", text, to: "/projects/$project/proposals" };
}

/** Authors cannot approve their own proposals. */
function isOwn({ author }: Proposal, { actor, person }: WhoAmI): boolean {
  return author.actor === actor || (person !== null && author.person === person.id);
}
