/** An occurrence as the timeline draws it: planned and actual times, and scope, as numbers that are quick to compare. */

import { listedTimes } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { OccurrenceTimes } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";

/** All times are epoch ms. */
export interface OccurrenceBar extends OccurrenceTimes {
  /** `db-upgrade/2026-12-06T02:00` */
  readonly name: string;
  readonly plannedStart: number;
  readonly plannedEnd: number;
  /** State by the clock, which may be ahead of the data. */
  readonly state: OccurrenceState;
  /** Keys of the lanes that it covers. */
  readonly lanes: readonly string[];
  readonly listed: ListedOccurrence;
}

/** Key of the project's lane. */
export const projectLane = "project";

export function laneKey(kind: "platform" | "instance", id: string): string {
  return `${kind} ${id}`;
}

const barCache = new WeakMap<ListedOccurrence, OccurrenceBar>();

/** Returns the same object for unchanged data. */
export function barFor(listed: ListedOccurrence): OccurrenceBar {
  const known = barCache.get(listed) ?? createBar(listed);
  barCache.set(listed, known);
  return known;
}

function createBar(listed: ListedOccurrence): OccurrenceBar {
  const times = listedTimes(listed);
  const { start, end } = times;
  return {
    ...times,
    name: listed.occurrence,
    plannedStart: listed.planned_start === listed.start ? start : Date.parse(listed.planned_start),
    plannedEnd: listed.planned_end === listed.end ? end : Date.parse(listed.planned_end),
    state: listed.state,
    lanes: laneKeysFor(listed),
    listed,
  };
}

export function laneKeysFor({ platforms, instances }: Pick<ListedOccurrence, "platforms" | "instances">): readonly string[] {
  const some = [
    ...(platforms ?? []).map((id) => laneKey("platform", id)),
    ...(instances ?? []).map((id) => laneKey("instance", id)),
  ];
  return some.length === 0 ? [projectLane] : some;
}

/** Maintenance started by hand is planned for that minute and begins in the middle of it. */
const minute = 60_000;

export function isAsPlanned({ start, end, plannedStart, plannedEnd }: OccurrenceBar): boolean {
  return Math.abs(start - plannedStart) < minute && Math.abs(end - plannedEnd) < minute;
}

/** How an occurrence can be dragged: moved as a whole, extended at its end, or not at all. */
export function dragFreedom({ state }: OccurrenceBar): "move" | "extend" | "none" {
  if (state === "scheduled") return "move";
  return state === "in_force" ? "extend" : "none";
}
