import type { ReadKey } from "../credentials/read-key.ts";
import type { Override } from "../occurrence/occurrence.ts";
import type { ProjectState } from "../project/project-state.ts";
import { ResourceIndex } from "../project/resource-index.ts";
import { isEndless, lastPlannedEnd } from "../schedule/schedule.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

export const wholeProject = "";
export const someInstances = "instances";

export function instanceTerm(name: string): string {
  return `i${name}`;
}

export function platformTerm(name: string): string {
  return `p${name}`;
}

/** Instances before platforms, in the order in which they are named. */
export function scopeTerms({ instances, platforms }: Pick<MaintenanceWindow, "instances" | "platforms">): string[] {
  return [...(instances ?? []).map(instanceTerm), ...(platforms ?? []).map(platformTerm)];
}

export const windowsByScope = new ResourceIndex<MaintenanceWindow>((window) => {
  const askers = scopeTerms(window);
  if (askers.length === 0) return [wholeProject];
  return window.instances ? [someInstances, ...askers] : askers;
});

export const keysByScope = new ResourceIndex<ReadKey>(scopeTerms);

/** Sorts as text in order of time. */
function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

const atAnyTime = "";

/** A change need not check every window for one that may be removed. */
const windowsByEnd = new ResourceIndex<MaintenanceWindow>((window) => {
  if (isEndless(window)) return [];
  const end = lastPlannedEnd(window);
  return [end === null ? atAnyTime : monthOf(end)];
});

/** All other overrides end as planned. */
const overridesByEnd = new ResourceIndex<Override>(({ start, end, kept }) => {
  if (start === null && end === null && kept === null) return [];
  const ends = end ?? (start === null ? (kept?.plannedEnd ?? null) : null);
  return [ends === null || (start !== null && ends <= start) ? atAnyTime : monthOf(ends)];
});

export function windowsEndedBy(state: ProjectState, instant: number): ReadonlySet<string> {
  const month = monthOf(instant);
  const moved = [...overridesEndedBy(state, instant)].map((id) => id.slice(0, id.indexOf("/")));
  return new Set([...windowsByEnd.findWhere(state.window, (term) => term <= month), ...moved]);
}

/** May include some that end in the rest of the month. */
export function overridesEndedBy({ override }: ProjectState, instant: number): Iterable<string> {
  const month = monthOf(instant);
  return overridesByEnd.findWhere(override, (term) => term <= month);
}
