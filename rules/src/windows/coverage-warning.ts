/**
 * Warnings for windows whose share of the instances an edit changes: apps that call only /config learn of all instances or none.
 */

import { occurrencesAround } from "../occurrence/occurrence.ts";
import { endAt } from "../occurrence/occurrence-state.ts";
import { overridesForWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { isEndless, plannedAfter } from "../schedule/schedule.ts";
import { onlyNew, type Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { coverageWarning } from "./maintenance-warning.ts";
import { someInstances, windowsByScope } from "./scope-index.ts";

/** Maximum windows named: a new or deleted instance affects every window that names instances, and more names add nothing. */
const MAX_NAMED = 10;
const MOST_LOOKED_AT = 200;

export function* coverageWarnings(state: ProjectState, ids: readonly string[], now: number): Steps<Problem[]> {
  const found: Problem[] = [];
  for (const id of ids) {
    found.push(...warningsOf(state, id, now));
    yield;
  }
  return found;
}

/**
 * Coverage warnings of windows that the edit does not change, if it adds or deletes instances. @param changed ids of the edited
 * windows
 */
export function* otherCoverageWarnings(
  before: ProjectState,
  after: ProjectState,
  changed: ReadonlySet<string>,
  now: number,
): Steps<{ readonly found: readonly Problem[]; readonly more: readonly Problem[] }> {
  const differing = after.instance.differingFrom(before.instance);
  if (differing.every((id) => after.instance.has(id) === before.instance.has(id))) return { found: [], more: [] };
  const found: Problem[] = [];
  let left = MOST_LOOKED_AT;
  for (const id of windowsByScope.find(after.window, someInstances)) {
    if (changed.has(id)) continue;
    if (found.length > MAX_NAMED || left-- === 0) return { found: found.slice(0, MAX_NAMED), more: [restWarning] };
    found.push(...onlyNew(warningsOf(before, id, now), warningsOf(after, id, now)));
    yield;
  }
  const isCut = found.length > MAX_NAMED;
  return { found: found.slice(0, MAX_NAMED), more: isCut ? [restWarning] : [] };
}

const restWarning: Problem = { path: "windows", message: "more windows cover a different share of the instances than before" };

export function inWindowOrder(warnings: readonly Problem[]): Problem[] {
  const idOf = ({ path }: Problem) => path.split(".", 2)[1] ?? "";
  return warnings.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b))));
}

function warningsOf(state: ProjectState, id: string, now: number): Problem[] {
  const window = state.window.get(id)?.value;
  const warning = window ? coverageWarning(state, id, window) : null;
  return warning === null || isOver(state, id, now) ? [] : [warning];
}

function isOver(state: ProjectState, id: string, now: number): boolean {
  const window = state.window.get(id)?.value;
  if (!window || isEndless(window)) return false;
  const overrides = overridesForWindow(state, id);
  // An upcoming occurrence without an override settles it for nearly every endless window; expanding them all costs ten times
  // that.
  const next = plannedAfter(window, now);
  if (next !== null && !overrides.some(({ occurrence }) => occurrence === next.wall)) return false;
  return occurrencesAround(id, window, overrides, now).every((occurrence) => endAt(occurrence, now) <= now);
}
