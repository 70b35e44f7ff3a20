/** Open and closed proposals in display order. */
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";

export function isOpen({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "approved";
}

/** Open proposals, oldest first. */
export function openProposals(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(isOpen).toSorted((a, b) => compare(a.created_at, b.created_at));
}

/** Last closed first. */
export function closedProposals(proposals: readonly Proposal[]): Proposal[] {
  return proposals
    .filter((proposal) => !isOpen(proposal))
    .toSorted((a, b) => compare(b.closed?.at ?? b.created_at, a.closed?.at ?? a.created_at));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
