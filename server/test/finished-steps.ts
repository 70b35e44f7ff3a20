/** Runs functions that the server runs in steps to their end. */

import { type Manifest, manifestChangeSteps } from "drawbridge-rules/changes/manifest.ts";
import { proposedEditSteps } from "drawbridge-rules/changes/proposal.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { notePlaceholders } from "drawbridge-rules/texts/placeholder-values.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import type { Drift } from "drawbridge-rules/wire/change.ts";

/** @param now epoch ms */
export function manifestDrift(state: ProjectState, manifest: Manifest, now: number): readonly Drift[] {
  return runSteps(manifestChangeSteps(state, manifest, now)).drift;
}

export function editsToPropose(state: ProjectState, edits: readonly Edit[]): Edit[] {
  return runSteps(proposedEditSteps(state, edits));
}

export function placeholderProblems(manifest: Manifest): Problem[] {
  const problems: Problem[] = [];
  runSteps(notePlaceholders(manifest, problems));
  return problems;
}
