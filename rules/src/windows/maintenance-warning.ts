/** Warnings about active and upcoming maintenance. Never refusals, since each case can be intended. */

import type { OccurrenceStatus, WindowWithOverrides } from "../occurrence/window-occurrences.ts";
import type { Instance } from "../project/instance.ts";
import { findProject, type ProjectState, type Revisioned } from "../project/project-state.ts";
import { printDuration } from "../values/duration.ts";
import type { Problem } from "../values/errors.ts";
import { instantToWall, isAmbiguousTime, offsetAt } from "../values/wall-time.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { LONGEST_LEAD } from "./reminder-lead.ts";
import { readWindowOutlook, type WindowOutlook } from "./window-outlook.ts";

/** Warns about a window that is past, covers only some instances, or is announced without a pause. */
export function windowWarnings(state: ProjectState, held: WindowWithOverrides, now: number): Problem[] {
  const outlook = readWindowOutlook(held, now);
  // A window started by hand is meant to end: no warning.
  if (now >= outlook.aliveUntil) return held.window.origin === "hand" ? [] : pastWarnings(held.id, outlook);
  const coverage = coverageWarning(state, held.id, held.window);
  return [...(coverage ? [coverage] : []), ...leadWarnings(state, held, outlook)];
}

/** Apps that request only /config learn of maintenance that covers the project, their platform or every instance. */
export function coverageWarning(state: ProjectState, id: string, { instances }: MaintenanceWindow): Problem | null {
  const all = state.instance.size;
  const covered = instances?.filter((name) => state.instance.has(name)).length ?? all;
  if (covered === all) return null;
  return {
    path: `windows.${id}.instances`,
    message: `covers ${covered} of ${all} instances: apps that only request /config do not see it`,
  };
}

function pastWarnings(id: string, { hasCanceled }: WindowOutlook): Problem[] {
  const message = hasCanceled
    ? "has no upcoming occurrence: the remaining ones were canceled"
    : "has ended: it has no upcoming occurrence";
  return [{ path: `windows.${id}`, message }];
}

function leadWarnings(state: ProjectState, { id, window }: WindowWithOverrides, { gap }: WindowOutlook): Problem[] {
  if (!window.repeat) return [];
  const lead = longestLead(state, window);
  if (lead <= gap) return [];
  return [
    {
      path: `windows.${id}.reminder`,
      message: `is ${printDuration(lead)} before the start, but the window recurs ${printDuration(gap)} after its end: apps always show the reminder`,
    },
  ];
}

/** Lead time of the window, or the longest among the instances that it covers. */
function longestLead(state: ProjectState, { reminder, instances }: MaintenanceWindow): number {
  const usual = findProject(state)?.reminder ?? 0;
  if (reminder !== null) return Math.min(reminder, LONGEST_LEAD);
  const own = instances?.map((id) => state.instance.get(id)?.value.reminder ?? usual) ?? [longestOwnLead(state)];
  return Math.min(Math.max(usual, ...own), LONGEST_LEAD);
}

/** Instances with a lead time of their own, longest first. */
const byLead = new WeakMap<ReadonlyMap<string, Revisioned<Instance>>, readonly (readonly [string, number])[]>();

function longestOwnLead({ instance }: ProjectState): number {
  const { shared, changed } = instance;
  const known = byLead.get(shared) ?? [...shared].map(leadIn).sort(([, a], [, b]) => b - a);
  byLead.set(shared, known);
  const [, longest] = known.find(([id]) => !changed.has(id)) ?? ["", 0];
  return Math.max(longest, ...[...changed.values()].map((held) => held?.value.reminder ?? 0));
}

function leadIn([id, { value }]: readonly [string, Revisioned<Instance>]): readonly [string, number] {
  return [id, value.reminder ?? 0];
}

/** Warns about clock changes at or during an upcoming or active occurrence. */
export function shiftWarnings({ occurrence, override, state, end }: OccurrenceStatus): Problem[] {
  if (state !== "scheduled" && state !== "active") return [];
  // The times of a moved or kept occurrence were chosen by an operator.
  if (override?.kept || (override?.start ?? null) !== null) return [];
  const { window, name, start, zone } = occurrence;
  const wall = name.slice(window.length + 1);
  const path = `windows.${window}`;
  const begins = instantToWall(start, zone);
  const found: Problem[] = [];
  if (begins !== wall) {
    found.push({ path, message: `${name}: this time does not exist in ${zone}, so it starts at ${clock(begins)}` });
  } else if (isAmbiguousTime(wall, zone)) {
    found.push({ path, message: `${name}: this time occurs twice in ${zone}, so it starts at the first` });
  }
  if (offsetAt(start, zone) !== offsetAt(end, zone)) {
    const length = printDuration(end - start);
    const ends = clock(instantToWall(end, zone));
    found.push({
      path,
      message: `${name}: the clock in ${zone} changes while it is active: from ${clock(begins)} until ${ends} is ${length}`,
    });
  }
  return found;
}

function clock(wall: string): string {
  return wall.slice(11);
}
