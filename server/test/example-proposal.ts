/** Proposals as the server stores them. */
import { formsBeforeSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, Proposal } from "drawbridge-rules/project/resource.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { editsToPropose } from "./finished-steps.ts";

/** By `u_1`, with the hash `h`, open since 1970. */
export function exampleProposal(state: ProjectState, edits: readonly Edit[], more: Partial<Proposal> = {}): Proposal {
  const wanted = editsToPropose(state, edits);
  return {
    edits: wanted,
    before: runSteps(formsBeforeSteps(state, wanted)),
    override: [],
    reason: "why",
    author: { actor: "u_1", person: "u_1" },
    role: "editor",
    publishWhenApproved: false,
    hash: "h",
    createdAt: 0,
    updated: null,
    state: "open",
    approval: null,
    closed: null,
    ...more,
  };
}
