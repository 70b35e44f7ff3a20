import { approvalsRequired, currentApprovals, isOpen } from "drawbridge-rules/changes/proposal.ts";
import { rebaseSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import { describeOutdated, describeProposal } from "drawbridge-rules/describe/proposal.ts";
import { namesIn, namesOf, type Reader } from "drawbridge-rules/describe/reader.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { approvalMember, type Proposal, proposalMembers } from "drawbridge-rules/project/resource.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type * as wire from "drawbridge-rules/wire/proposal.ts";
import { actorNames, type NamingServices } from "./marks-wire.ts";

/** Members of a change as large as a whole project. */
const maxOutdated = 100;

export function* printProposalSteps(
  state: ProjectState,
  id: string,
  proposal: Proposal,
  revision: number,
  now: number,
): Steps<wire.Proposal> {
  const outOfDate = isOpen(proposal) ? (yield* rebaseSteps(state, proposal)).outOfDate : [];
  const reader: Reader = { zone: "UTC", now, names: namesOf(state) };
  const members = outOfDate.slice(0, maxOutdated).map((member) => ({ ...member, detail: describeOutdated(member, reader) }));
  return { ...printStored(id, proposal, reader), revision, out_of_date: members };
}

type StoredProposal = Omit<wire.Proposal, "revision" | "out_of_date">;

export function printStoredProposal(id: string, proposal: Proposal, now: number): StoredProposal {
  return printStored(id, proposal, { zone: "UTC", now, names: namesIn({}) });
}

function printStored(id: string, proposal: Proposal, reader: Reader): StoredProposal {
  return {
    id,
    title: describeProposal(proposal, reader),
    ...printMembers(proposalMembers, proposal),
    approvals: currentApprovals(proposal).map((approval) => approvalMember.print(approval)),
    approvals_required: approvalsRequired(proposal),
  };
}

/** Looks names up: an erased name is gone everywhere. */
export async function readActorNames(services: NamingServices, proposals: readonly Proposal[]): Promise<wire.ActorNames> {
  const doers = proposals.flatMap((one) =>
    [one.author, one.updated, ...currentApprovals(one), one.closed].filter((doer) => doer !== null),
  );
  const ids = [...new Set(doers.flatMap(({ actor, person }) => (person === null ? [actor] : [actor, person])))];
  const nameOf = await actorNames(services, ids);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = nameOf(id);
      return name === null ? [] : [[id, name]];
    }),
  );
}
