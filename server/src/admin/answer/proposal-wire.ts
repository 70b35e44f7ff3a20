/** Proposals on the wire: the changed resources by name, and the plan of the change. */

import { approvalsRequired, currentApprovals } from "drawbridge-rules/changes/proposal.ts";
import { approvalMember, type Proposal, proposalMembers } from "drawbridge-rules/project/resource.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import type * as wire from "drawbridge-rules/wire/proposal.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";

export function printProposal(id: string, proposal: Proposal, revision: number): wire.Proposal {
  return {
    id,
    ...printMembers(proposalMembers, proposal),
    approvals: currentApprovals(proposal).map((approval) => approvalMember.print(approval)),
    approvals_required: approvalsRequired(proposal),
    revision,
  };
}

/**
 * Names of everyone who created, approved or closed one of these. Looked up, not stored with the proposal, so that an erased
 * name is gone everywhere.
 */
export async function readActorNames(services: NamingServices, proposals: readonly Proposal[]): Promise<wire.ActorNames> {
  const doers = proposals.flatMap((one) => [one.author, ...currentApprovals(one), one.closed].filter((doer) => doer !== null));
  const ids = [...new Set(doers.flatMap(({ actor, person }) => (person === null ? [actor] : [actor, person])))];
  const nameOf = await actorNames(services, ids);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = nameOf(id);
      return name === null ? [] : [[id, name]];
    }),
  );
}
