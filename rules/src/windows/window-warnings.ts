/** Warnings about windows: their times, coverage and announcements. Never refusals, since each case can be intended. */

import { longestLead } from "../occurrence/announcement.ts";
import { occurrencesAround } from "../occurrence/occurrence.ts";
import { endAt, isAhead } from "../occurrence/occurrence-state.ts";
import {
  findWindow,
  type OccurrenceStatus,
  overridesForWindow,
  type WindowWithOverrides,
} from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { isEndless, isPlannedDate, plannedAfter, plannedBetween } from "../schedule/schedule.ts";
import { parseDate } from "../values/calendar-date.ts";
import { printDuration } from "../values/duration.ts";
import { onlyNew, type Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { instantToWall, isAmbiguousTime, offsetAt, shiftsBetween } from "../values/wall-time.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { someInstances, windowsByScope } from "./window-index.ts";
import { readWindowOutlook, type WindowOutlook } from "./window-outlook.ts";
import { overlapSteps } from "./window-overlap.ts";

/** Warns about a window that is past, covers only some instances, or is announced without a pause. */
export function windowWarnings(state: ProjectState, held: WindowWithOverrides, now: number): Problem[] {
  const outlook = readWindowOutlook(held, now);
  // A window started by hand is meant to end: no warning.
  if (now >= outlook.aliveUntil) return held.window.origin === "hand" ? [] : pastWarnings(held.id, outlook);
  const coverage = coverageWarning(state, held.id, held.window);
  return [...(coverage ? [coverage] : []), ...leadWarnings(state, held, outlook)];
}

/** Apps that request only /config learn of maintenance that covers the project, their platform or every instance. */
function coverageWarning(state: ProjectState, id: string, { instances }: MaintenanceWindow): Problem | null {
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

/** Warns about clock changes at or during an upcoming or active occurrence. */
export function shiftWarnings({ occurrence, override, state, end }: OccurrenceStatus): Problem[] {
  if (!isAhead(state) && state !== "active") return [];
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

const DAY = 24 * 60 * 60 * 1_000;
const YEAR = 366 * DAY;
/** Windows checked per change: checking more would take seconds, and no author reads that many warnings. */
const MAX_WINDOWS = 500;

/** Warnings about windows that are being written. @param ids windows to check; unknown ids are ignored */
export function* scheduleWarnings(state: ProjectState, ids: readonly string[], now: number): Steps<Problem[]> {
  const own: Problem[] = [];
  for (const id of ids.slice(0, MAX_WINDOWS)) {
    yield;
    if (!state.window.has(id)) continue;
    const held = findWindow(state, id);
    const { window } = held;
    own.push(...windowWarnings(state, held, now), ...dateShiftWarnings(id, window, now), ...exceptWarnings(id, window));
  }
  return [...own, ...(yield* overlapSteps(state, ids, now))];
}

/** Warns once, about the first affected date within a year; later ones follow the same pattern. */
function dateShiftWarnings(id: string, window: MaintenanceWindow, now: number): Problem[] {
  for (const { at } of shiftsBetween(window.zone, now, now + YEAR)) {
    for (const { wall, start } of plannedBetween(window, at - DAY, at + DAY)) {
      const text = start <= now ? null : shiftText(wall, start, window.zone);
      if (text !== null) return [{ path: `windows.${id}.start`, message: text }];
    }
  }
  return [];
}

function shiftText(wall: string, start: number, zone: string): string | null {
  const [date, time] = [wall.slice(0, 10), wall.slice(11)];
  const shown = instantToWall(start, zone);
  if (shown !== wall) {
    const moved = shown.slice(0, 10) === date ? shown.slice(11) : shown;
    return `on ${date}, ${time} does not exist in ${zone}: it starts at ${moved}`;
  }
  return isAmbiguousTime(wall, zone) ? `on ${date}, ${time} occurs twice in ${zone}: it starts at the first` : null;
}

function exceptWarnings(id: string, window: MaintenanceWindow): Problem[] {
  return window.except.flatMap((date, index) => {
    const day = parseDate(date);
    if (day === null || isPlannedDate(window, day)) return [];
    return [{ path: `windows.${id}.except.${index}`, message: `has no effect: no occurrence is planned on ${date}` }];
  });
}

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
