import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";

/** All times are epoch ms. */
export interface OccurrenceBar {
  /** `db-upgrade/2026-12-06T02:00` */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly plannedStart: number;
  readonly plannedEnd: number;
  readonly state: OccurrenceState;
  readonly lanes: readonly string[];
  readonly listed: ListedOccurrence;
}

export const projectLane = "project";

export function laneKey(kind: "platform" | "instance", id: string): string {
  return `${kind} ${id}`;
}

export function barFor(listed: ListedOccurrence): OccurrenceBar {
  const [start, end] = [Date.parse(listed.start), Date.parse(listed.end)];
  return {
    name: listed.occurrence,
    start,
    end,
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

export function dragFreedom({ state }: OccurrenceBar): "move" | "extend" | "none" {
  if (isAhead(state)) return "move";
  return state === "active" ? "extend" : "none";
}
