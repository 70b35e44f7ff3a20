import type { ActorNames, Proposal } from "drawbridge-rules/wire/proposal.ts";
import { admin, projectQuery } from "../server-connection.ts";

export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly names: ActorNames;
}

/** The server returns no longer page. */
const longestPage = 1000;

export const proposalListQuery = projectQuery("proposals", readAll);

export const proposalQuery = projectQuery("proposals", (project, proposal: string) => admin.getProposal({ project, proposal }));

async function readAll(project: string): Promise<Proposals> {
  const proposals: Proposal[] = [];
  let names: ActorNames = {};
  for (let after: string | null | undefined; after !== null; ) {
    const page = await admin.listProposals({ project, limit: longestPage, ...(after === undefined ? {} : { after }) });
    proposals.push(...page.proposals);
    names = { ...names, ...page.names };
    after = page.next;
  }
  return { proposals, names };
}
