/** Proposals on the wire: the changed resources by name, and the plan of the change. */

import { approvalsRequired, currentApprovals } from "drawbridge-rules/changes/proposal.ts";
import type { Approval, AttributedActor, Proposal } from "drawbridge-rules/project/resource.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/proposal.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";

export function printProposal(id: string, proposal: Proposal, revision: number): wire.Proposal {
  const { state, hash, author, role, reason, override, edits, createdAt, approval, closed } = proposal;
  const approved = (each: Approval) => ({ ...printDoer(each), at: printInstant(each.at), hash: each.hash });
  return {
    id,
    state,
    hash,
    author: printDoer(author),
    role,
    reason,
    override,
    edits: edits.map((edit) => ({ kind: edit.kind, id: edit.id, deletes: edit.value === null }) as wire.ProposedEdit),
    created_at: printInstant(createdAt),
    approval: approval && approved(approval),
    approvals: currentApprovals(proposal).map(approved),
    approvals_required: approvalsRequired(proposal),
    closed: closed && { ...printDoer(closed), at: printInstant(closed.at), reason: closed.reason },
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

function printDoer({ actor, person }: AttributedActor): wire.Doer {
  return { actor, person };
}
