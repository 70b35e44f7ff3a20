/** A proposal of the demo that waits for approval: to require the release that most apps have. */
import { currentRevisions } from "drawbridge-rules/changes/proposal.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { proposalHash } from "../http/admin/change/proposing.ts";

const id = "p_require26";
const platform = "ios";

/** @param actor who proposes it @param now epoch ms */
export function waitingProposal(state: ProjectState, actor: string, now: number): Edit[] {
  const current = state.platform.get(platform)?.value;
  if (!current || state.proposal.has(id)) return [];
  const policy = { ...current.policy, minimum: "2.6.0", recommended: "2.6.1" };
  const edits: readonly Edit[] = [{ kind: "platform", id: platform, value: { ...current, policy } }];
  const change = {
    edits,
    held: currentRevisions(state, edits),
    override: [],
    reason: "The payment provider ends the API that versions before 2.6 use",
    author: { actor, person: null },
    role: "editor",
  } as const;
  const hash = proposalHash(state.id, id, change);
  return [{ kind: "proposal", id, value: { ...change, hash, createdAt: now, state: "open", approval: null, closed: null } }];
}
