/** Indexes windows by the month in which they end, so that a change need not check every window for one that may be removed. */

import type { Override } from "../occurrence/occurrence.ts";
import type { ProjectState } from "../project/project-state.ts";
import { ResourceIndex } from "../project/resource-index.ts";
import { isEndless, lastPlannedEnd } from "../schedule/schedule.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

/** Sorts as text in order of time. */
function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

const atAnyTime = "";

const windows = new ResourceIndex<MaintenanceWindow>((window) => {
  if (isEndless(window)) return [];
  const end = lastPlannedEnd(window);
  return [end === null ? atAnyTime : monthOf(end)];
});

/** Only overrides that moved an occurrence: all others end as planned. */
const overrides = new ResourceIndex<Override>(({ start, end, kept }) => {
  if (start === null && end === null && kept === null) return [];
  const ends = end ?? (start === null ? (kept?.plannedEnd ?? null) : null);
  return [ends === null || (start !== null && ends <= start) ? atAnyTime : monthOf(ends)];
});

/** Ids of windows that may have ended completely by then: the last planned occurrence, or one that was moved. */
export function windowsEndedBy(state: ProjectState, instant: number): ReadonlySet<string> {
  const month = monthOf(instant);
  const moved = [...overridesEndedBy(state, instant)].map((id) => id.slice(0, id.indexOf("/")));
  return new Set([...windows.findWhere(state.window, (term) => term <= month), ...moved]);
}

/** Ids of overrides with moved times that may have ended by then. */
export function overridesEndedBy({ override }: ProjectState, instant: number): Iterable<string> {
  const month = monthOf(instant);
  return overrides.findWhere(override, (term) => term <= month);
}

/** Ids of overrides with moved times that may end after that. */
export function overridesEndingAfter({ override }: ProjectState, instant: number): Iterable<string> {
  const month = monthOf(instant);
  return overrides.findWhere(override, (term) => term >= month || term === atAnyTime);
}
