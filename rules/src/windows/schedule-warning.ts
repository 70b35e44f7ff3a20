/** What may surprise about the times of a window that is being written. Warnings only: each of these can be meant. */

import type { ProjectState } from "../project/project-state.ts";
import { parseDate } from "../values/calendar-date.ts";
import type { Problem } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { comesTwice, instantToWall, shiftsBetween } from "../values/wall-time.ts";
import { windowWarnings } from "./maintenance-warning.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { isPlannedDate, plannedBetween } from "./planned.ts";
import { overridesOf } from "./window-change.ts";
import { overlapSteps } from "./window-overlap.ts";

const DAY = 24 * 60 * 60 * 1_000;
const YEAR = 366 * DAY;
/** Who writes more at once reads no more; it would cost seconds. */
const MOST_WINDOWS = 500;

/** @param ids the windows that are asked about; one that is not there is not spoken of */
export function* scheduleWarnings(state: ProjectState, ids: readonly string[], now: number): Steps<Problem[]> {
  const own: Problem[] = [];
  for (const id of ids.slice(0, MOST_WINDOWS)) {
    yield;
    const window = state.window.get(id)?.value;
    if (!window) continue;
    const held = { id, window, overrides: overridesOf(state, id) };
    own.push(...windowWarnings(state, held, now), ...shiftWarnings(id, window, now), ...exceptWarnings(id, window));
  }
  return [...own, ...(yield* overlapSteps(state, ids, now))];
}

/** Once, with the first date within a year: who knows of one knows of all. */
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
    return `on ${date} its start moves to ${moved}: ${time} does not exist in ${zone} then`;
  }
  return comesTwice(wall, zone) ? `on ${date} ${time} comes twice in ${zone}: it starts the first time` : null;
}

function exceptWarnings(id: string, window: MaintenanceWindow): Problem[] {
  return window.except.flatMap((date, index) => {
    const day = parseDate(date);
    if (day === null || isPlannedDate(window, day)) return [];
    return [{ path: `windows.${id}.except.${index}`, message: `leaves nothing out: none is planned on ${date}` }];
  });
}
