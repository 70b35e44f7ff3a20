/** The reviewed content of a plan, to check later whether a change is still the same. */

import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import { type AnyEdit, writtenEdit } from "./edit.ts";
import type { Plan } from "./plan.ts";

/**
 * Exactly the changes to write, the revisions they apply to, and the warnings and refusals shown. Since a changed rule takes
 * effect at the time of the change, only the presence of that instant counts. Without what follows from counted requests: otherwise,
 * requests could make every review stale.
 * @param now time of the plan, epoch ms
 */
export function reviewedForm(before: ProjectState, plan: Plan, now: number): object {
  return runSteps(reviewedFormSteps(before, plan, now));
}

export function* reviewedFormSteps(before: ProjectState, plan: Plan, now: number): Steps<object> {
  const changes: (AnyEdit & { readonly held: number | null })[] = [];
  for (const edit of plan.changes) {
    const held = before[edit.kind].get(edit.id)?.revision ?? null;
    changes.push({ ...writtenEdit(withoutClock(edit, now)), held });
    yield;
  }
  const inOrder = changes.sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1));
  const { warnings, problems } = plan;
  const refusals = plan.refusals.filter(({ guard }) => guard !== "locks_out");
  return { project: before.id, changes: inOrder, warnings, problems, refusals };
}

function withoutClock(edit: Edit, now: number): AnyEdit {
  if (edit.kind !== "window" || edit.value?.since !== now) return edit;
  return { ...edit, value: { ...edit.value, since: "the change" } };
}
