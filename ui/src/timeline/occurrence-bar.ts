/** An occurrence as the timeline draws it: what was planned, what came of it, and for whom, in numbers that are quick to compare. */
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";

/** All times are epoch ms. */
export interface OccurrenceBar {
  /** `db-upgrade/2026-12-06T02:00` */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly plannedStart: number;
  readonly plannedEnd: number;
  /** By the clock, which may be later than what was read. */
  readonly state: OccurrenceState;
  /** Keys of whom it is for. */
  readonly lanes: readonly string[];
  readonly listed: ListedOccurrence;
}

/** Of the lane of the whole project. */
export const projectLane = "project";

export function laneKey(kind: "platform" | "instance", id: string): string {
  return `${kind} ${id}`;
}

const made = new WeakMap<ListedOccurrence, OccurrenceBar>();

/** The same one for what was read and not changed. */
export function barOf(listed: ListedOccurrence): OccurrenceBar {
  const known = made.get(listed) ?? makeBar(listed);
  made.set(listed, known);
  return known;
}

function makeBar(listed: ListedOccurrence): OccurrenceBar {
  const [start, end] = [Date.parse(listed.start), Date.parse(listed.end)];
  return {
    name: listed.occurrence,
    start,
    end,
    plannedStart: listed.planned_start === listed.start ? start : Date.parse(listed.planned_start),
    plannedEnd: listed.planned_end === listed.end ? end : Date.parse(listed.planned_end),
    state: listed.state,
    lanes: lanesOf(listed),
    listed,
  };
}

export function lanesOf({ platforms, instances }: Pick<ListedOccurrence, "platforms" | "instances">): readonly string[] {
  const some = [
    ...(platforms ?? []).map((id) => laneKey("platform", id)),
    ...(instances ?? []).map((id) => laneKey("instance", id)),
  ];
  return some.length === 0 ? [projectLane] : some;
}

/** What is started by hand is planned for the minute in which it was, and begins in the middle of it. */
const minute = 60_000;

export function isAsPlanned({ start, end, plannedStart, plannedEnd }: OccurrenceBar): boolean {
  return Math.abs(start - plannedStart) < minute && Math.abs(end - plannedEnd) < minute;
}

/** What may be done to it by dragging: all of it moves, its end alone goes on, or nothing. */
export function freedomOf({ state }: OccurrenceBar): "move" | "extend" | "none" {
  if (state === "scheduled") return "move";
  return state === "in_force" ? "extend" : "none";
}
