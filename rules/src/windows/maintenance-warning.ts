/** What may surprise about maintenance that is to come. Warnings only: each of these can be meant. */

import type { Instance } from "../project/instance.ts";
import { type Held, type ProjectState, projectOf } from "../project/project-state.ts";
import { printDuration } from "../values/duration.ts";
import type { Problem } from "../values/errors.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { LONGEST_LEAD } from "./reminder-lead.ts";
import type { Standing, WindowHeld } from "./standing-occurrence.ts";
import { outlookOf, type WindowOutlook } from "./window-outlook.ts";

/** Of one window: it is past, it covers some instances and not others, it is announced without a pause. */
export function windowWarnings(state: ProjectState, held: WindowHeld, now: number): Problem[] {
  const outlook = outlookOf(held, now);
  // What was started by hand took place: that it is over is what somebody wanted.
  if (now >= outlook.aliveUntil) return held.window.origin === "hand" ? [] : pastWarnings(held.id, outlook);
  const coverage = coverageWarning(state, held.id, held.window);
  return [...(coverage ? [coverage] : []), ...leadWarnings(state, held, outlook)];
}

/** An app that asks only /config hears of maintenance when it covers the project, its platform or every instance. */
export function coverageWarning(state: ProjectState, id: string, { instances }: MaintenanceWindow): Problem | null {
  const all = state.instance.size;
  const covered = instances?.filter((name) => state.instance.has(name)).length ?? all;
  if (covered === all) return null;
  return {
    path: `windows.${id}.instances`,
    message: `covers ${covered} of ${all} instances: an app that asks only /config is not told of it`,
  };
}

function pastWarnings(id: string, { hasCancelled }: WindowOutlook): Problem[] {
  const message = hasCancelled ? "has nothing to come that was not cancelled" : "is past: nothing of it is to come";
  return [{ path: `windows.${id}`, message }];
}

function leadWarnings(state: ProjectState, { id, window }: WindowHeld, { gap }: WindowOutlook): Problem[] {
  if (!window.repeat) return [];
  const lead = longestLead(state, window);
  if (lead <= gap) return [];
  return [
    {
      path: `windows.${id}.reminder`,
      message: `is announced ${printDuration(lead)} ahead, but comes again ${printDuration(gap)} after its end: apps announce it without a pause`,
    },
  ];
}

/** The window's, or the longest among those whom it covers. */
function longestLead(state: ProjectState, { reminder, instances }: MaintenanceWindow): number {
  const usual = projectOf(state)?.reminder ?? 0;
  if (reminder !== null) return Math.min(reminder, LONGEST_LEAD);
  const own = instances?.map((id) => state.instance.get(id)?.value.reminder ?? usual) ?? [longestOwnLead(state)];
  return Math.min(Math.max(usual, ...own), LONGEST_LEAD);
}

/** Instances with a lead time of their own, longest first. */
const byLead = new WeakMap<ReadonlyMap<string, Held<Instance>>, readonly (readonly [string, number])[]>();

function longestOwnLead({ instance }: ProjectState): number {
  const { shared, changed } = instance;
  const known = byLead.get(shared) ?? [...shared].map(leadIn).sort(([, a], [, b]) => b - a);
  byLead.set(shared, known);
  const [, longest] = known.find(([id]) => !changed.has(id)) ?? ["", 0];
  return Math.max(longest, ...[...changed.values()].map((held) => held?.value.reminder ?? 0));
}

function leadIn([id, { value }]: readonly [string, Held<Instance>]): readonly [string, number] {
  return [id, value.reminder ?? 0];
}

/** What the clocks do to an occurrence that is to come or in force. */
export function shiftWarnings({ occurrence, override, state, end }: Standing): Problem[] {
  if (state !== "scheduled" && state !== "in_force") return [];
  // What was moved or kept has its times from somebody who looked at them.
  if (override?.kept || (override?.start ?? null) !== null) return [];
  const { window, name, start, zone } = occurrence;
  const wall = Temporal.PlainDateTime.from(name.slice(window.length + 1));
  const path = `windows.${window}`;
  const begins = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  const ends = Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(zone);
  const found: Problem[] = [];
  if (!begins.toPlainDateTime().equals(wall)) {
    found.push({ path, message: `${name}: that time does not exist in ${zone}, it starts at ${clock(begins)}` });
  } else if (wall.toZonedDateTime(zone, { disambiguation: "later" }).epochMilliseconds !== start) {
    found.push({ path, message: `${name}: that time comes twice in ${zone}, the first counts` });
  }
  if (begins.offsetNanoseconds !== ends.offsetNanoseconds) {
    const length = printDuration(end - start);
    found.push({
      path,
      message: `${name}: the clock in ${zone} shifts while it is in force: from ${clock(begins)} until ${clock(ends)} is ${length}`,
    });
  }
  return found;
}

function clock(at: Temporal.ZonedDateTime): string {
  return at.toPlainTime().toString({ smallestUnit: at.second === 0 ? "minute" : "second" });
}
