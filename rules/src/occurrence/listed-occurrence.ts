import { describeScope, namesOf, projectName } from "../describe/reader.ts";
import type { ProjectState } from "../project/project-state.ts";
import { printInstant } from "../values/instant.ts";
import { offsetAt, printOffset } from "../values/wall-time.ts";
import type * as wire from "../wire/maintenance.ts";
import { isAhead, type OccurrenceTimes, stateAt } from "./occurrence-state.ts";
import type { OccurrenceStatus } from "./window-occurrences.ts";

/** @param actions of an occurrence and its window, oldest first */
export function occurrencePrinter(
  state: ProjectState,
  actions: (status: OccurrenceStatus) => wire.OccurrenceAction[] = () => [],
) {
  const names = namesOf(state);
  const project = projectName(state);
  const times = ({ occurrence, window, end, state, announcedAt }: OccurrenceStatus): wire.OccurrenceTimes => ({
    occurrence: occurrence.name,
    window: occurrence.window,
    name: names.window(occurrence.window),
    scope: describeScope(window, names, project),
    planned_start: printInstant(occurrence.plannedStart),
    planned_end: printInstant(occurrence.plannedEnd),
    start: printInstant(occurrence.start),
    end: printInstant(end),
    announced_at: printInstant(announcedAt),
    state,
  });
  const listed = (status: OccurrenceStatus): wire.ListedOccurrence => {
    const { occurrence, window, end } = status;
    return {
      ...times(status),
      zone: occurrence.zone,
      local_start: localText(occurrence.start, occurrence.zone),
      local_end: localText(end, occurrence.zone),
      instances: window.instances,
      platforms: window.platforms,
      overrun: window.overrun,
      origin: window.origin,
      repeat: window.repeat,
      actions: actions(status),
    };
  };
  return { times, listed };
}

function localText(ms: number, zone: string): string {
  const offset = offsetAt(ms, zone);
  const shown = new Date(ms + offset).toISOString().slice(0, -1);
  return `${shown.replace(/\.000$/, "")}${printOffset(offset)}`;
}

type Read = Pick<wire.ListedOccurrence, "start" | "end" | "announced_at" | "state" | "overrun">;

/** Its times as they were read. Only the server knows until when a hold may last. */
function listedTimes({ start, end, announced_at, state, overrun }: Read): OccurrenceTimes {
  const ends = Date.parse(end);
  const hold = overrun === "hold" && (isAhead(state) || state === "active");
  const holdLimit = hold ? Number.POSITIVE_INFINITY : ends;
  const isCanceled = state === "canceled" || state === "skipped";
  return { start: Date.parse(start), end: ends, hold, holdLimit, isCanceled, announcedAt: Date.parse(announced_at) };
}

const inOrder: readonly wire.OccurrenceState[] = ["scheduled", "announced", "active", "ended", "canceled", "skipped"];

/** A clock that is wrong never returns to a state before the server's. */
export function listedState(listed: Read, now: number, times = listedTimes(listed)): wire.OccurrenceState {
  const state = stateAt(times, now);
  return inOrder.indexOf(state) < inOrder.indexOf(listed.state) ? listed.state : state;
}
