/** Rules that the server runs in steps, run in one go. */
import type { Drift } from "../src/domain/document-diff.ts";
import type { Edit } from "../src/domain/edit.ts";
import type { Problem } from "../src/domain/errors.ts";
import type { Manifest } from "../src/domain/manifest.ts";
import { manifestDriftSteps } from "../src/domain/manifest-edits.ts";
import { notePlaceholders } from "../src/domain/placeholder-values.ts";
import type { ProjectState } from "../src/domain/project-state.ts";
import { proposedEditSteps } from "../src/domain/proposal.ts";
import { finished } from "../src/domain/steps.ts";

/** @param now epoch ms */
export function manifestDrift(state: ProjectState, manifest: Manifest, now: number): Drift[] {
  return finished(manifestDriftSteps(state, manifest, now));
}

export function editsToPropose(state: ProjectState, edits: readonly Edit[]): Edit[] {
  return finished(proposedEditSteps(state, edits));
}

export function placeholderProblems(manifest: Manifest): Problem[] {
  const problems: Problem[] = [];
  finished(notePlaceholders(manifest, problems));
  return problems;
}
