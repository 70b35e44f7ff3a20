/** Warnings about the times of windows that are being written. Never refusals, since each case can be intended. */

import { findWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { isPlannedDate, plannedBetween } from "../schedule/schedule.ts";
import { parseDate } from "../values/calendar-date.ts";
import type { Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { instantToWall, isAmbiguousTime, shiftsBetween } from "../values/wall-time.ts";
import { windowWarnings } from "./maintenance-warning.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { overlapSteps } from "./window-overlap.ts";

const DAY = 24 * 60 * 60 * 1_000;
const YEAR = 366 * DAY;
/** Windows checked per change: checking more would take seconds, and no author reads that many warnings. */
const MAX_WINDOWS = 500;

/** @param ids windows to check; unknown ids are ignored */
export function* scheduleWarnings(state: ProjectState, ids: readonly string[], now: number): Steps<Problem[]> {
  const own: Problem[] = [];
  for (const id of ids.slice(0, MAX_WINDOWS)) {
    yield;
    if (!state.window.has(id)) continue;
    const held = findWindow(state, id);
    const { window } = held;
    own.push(...windowWarnings(state, held, now), ...shiftWarnings(id, window, now), ...exceptWarnings(id, window));
  }
  return [...own, ...(yield* overlapSteps(state, ids, now))];
}

/** Warns once, about the first affected date within a year; later ones follow the same pattern. */
function shiftWarnings(id: string, window: MaintenanceWindow, now: number): Problem[] {
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
