/** What somebody who looked at a plan has seen of it: enough to tell later whether the same would be done. */

import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { finished, type Steps } from "../values/steps.ts";
import { type AnyEdit, writtenEdit } from "./edit.ts";
import type { Plan } from "./plan.ts";

/**
 * Exactly what would be written, over which revisions, and what was said against it. The instant from which a changed rule
 * plans is that of the change, so of it counts only that there is one. @param now epoch ms, at which it was planned
 */
export function reviewedForm(before: ProjectState, plan: Plan, now: number): object {
  return finished(reviewedFormSteps(before, plan, now));
}

export function* reviewedFormSteps(before: ProjectState, plan: Plan, now: number): Steps<object> {
  const changes: (AnyEdit & { readonly held: number | null })[] = [];
  for (const edit of plan.changes) {
    const held = before[edit.kind].get(edit.id)?.revision ?? null;
    changes.push({ ...writtenEdit(withoutClock(edit, now)), held });
    yield;
  }
  const inOrder = changes.sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1));
  const { warnings, problems, refusals } = plan;
  return { project: before.id, changes: inOrder, warnings, problems, refusals };
}

function withoutClock(edit: Edit, now: number): AnyEdit {
  if (edit.kind !== "window" || edit.value?.since !== now) return edit;
  return { ...edit, value: { ...edit.value, since: "the change" } };
}
