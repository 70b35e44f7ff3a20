/** Checks a manifest without a server: what `apply` would find in it for a project that does not exist yet. */

import { type Manifest, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import { plan } from "drawbridge-rules/changes/plan.ts";
import { createProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import { withColumns } from "../base/document/problem-columns.ts";
import { readManifestText } from "../base/document/read-text.ts";

interface CheckedManifest {
  /** Id of the project; null: it could not be read. */
  readonly project: string | null;
  readonly problems: readonly Problem[];
  /** Problems that are not listed. */
  readonly more: number;
  /** Warnings of the review, and refusals by guards, which can be overridden and depend on the existing project. */
  readonly warnings: readonly Problem[];
}

/** @param text or the problems with its bytes @param now epoch ms */
export function checkManifest(text: string | readonly Problem[], now: number): CheckedManifest {
  if (typeof text !== "string") return { project: null, problems: text, more: 0, warnings: [] };
  const { document, problems, locate } = readManifestText(text);
  const found = new ProblemList();
  found.addAll(problems);
  const placed = (listed: readonly Problem[]) => withColumns(text, locate(listed));
  const manifest = document === undefined ? null : parseManifest(document, found);
  const project = manifest?.project || null;
  if (manifest === null || found.length > 0) return { project, problems: placed(found.kept), more: found.more, warnings: [] };
  const planned = planOf(manifest, now);
  const warnings = [...planned.warnings, ...planned.refusals];
  return { project, problems: placed(planned.problems), more: 0, warnings: placed(warnings) };
}

function planOf(manifest: Manifest, now: number) {
  const nothing = createProjectState(manifest.project, 0, []);
  return plan(nothing, manifestEdits(nothing, manifest), now);
}
