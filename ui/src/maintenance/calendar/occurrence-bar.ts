import { listedState, listedTimes } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { isAhead, nextTransition, type OccurrenceTimes } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { useEffect, useMemo, useState } from "react";

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

export function barFor(listed: ListedOccurrence): OccurrenceBar {
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

export function dragFreedom({ state }: OccurrenceBar): "move" | "extend" | "none" {
  if (isAhead(state)) return "move";
  return state === "active" ? "extend" : "none";
}

/** @param now epoch ms */
export function refreshBarState(bar: OccurrenceBar, now: number): OccurrenceBar {
  const state = listedState(bar.listed, now, bar);
  return state === bar.state ? bar : { ...bar, state, listed: { ...bar.listed, state } };
}

/** Sorted by start, with the state by the clock. */
export function useBars(occurrences: readonly ListedOccurrence[]): readonly OccurrenceBar[] {
  const bars = useMemo(
    () => occurrences.map(barFor).sort((a, b) => a.start - b.start || Number(a.name > b.name) - Number(a.name < b.name)),
    [occurrences],
  );
  const now = useTransitionTime(bars);
  return useMemo(() => bars.map((bar) => refreshBarState(bar, now)), [bars, now]);
}

/** Epoch ms; advances when one of them begins or ends. */
function useTransitionTime(bars: readonly OccurrenceBar[]): number {
  const [now, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a transition, waits for the next one
  useEffect(() => {
    const next = bars.reduce((least, bar) => Math.min(least, nextTransition(bar, Date.now())), Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 50, longestTimer));
    return () => clearTimeout(timer);
  }, [bars, now]);
  return now;
}

/** Maximum milliseconds of a timer. */
const longestTimer = 2 ** 31 - 1;
