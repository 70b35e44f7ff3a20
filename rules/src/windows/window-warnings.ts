import { isAhead } from "../occurrence/occurrence-state.ts";
import { findWindow, type OccurrenceStatus, type WindowWithOverrides } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { isPlannedDate, plannedBetween } from "../schedule/schedule.ts";
import { DAY, printDuration } from "../values/duration.ts";
import type { Steps } from "../values/steps.ts";
import { instantToWall, offsetAt, parseDate, shiftedStart, shiftsBetween } from "../values/wall-time.ts";
import type { Warning } from "../wire/warning.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { readWindowOutlook } from "./window-outlook.ts";
import { overlapSteps } from "./window-overlap.ts";

export function windowWarnings(state: ProjectState, held: WindowWithOverrides, now: number): Warning[] {
  const outlook = readWindowOutlook(held, now);
  // A window started by hand is meant to end: no warning.
  if (now >= outlook.aliveUntil)
    return held.window.origin === "hand"
      ? []
      : [{ code: "window_ended", path: `windows.${held.id}`, window: held.id, canceled: outlook.hasCanceled }];
  const coverage = coverageWarning(state, held.id, held.window);
  return coverage ? [coverage] : [];
}

/** Apps that request only /config learn of maintenance that covers the project, their platform or every instance. */
function coverageWarning(state: ProjectState, id: string, { instances }: MaintenanceWindow): Warning | null {
  const all = state.instance.size;
  const covered = instances?.filter((name) => state.instance.has(name)).length ?? all;
  if (covered === all) return null;
  return { code: "partial_coverage", path: `windows.${id}.instances`, window: id, covered, instances: all };
}

/** Warns about clock changes at or during an upcoming or active occurrence. */
export function shiftWarnings({ occurrence, override, state, end }: OccurrenceStatus): Warning[] {
  if (!isAhead(state) && state !== "active") return [];
  // The times of a moved or kept occurrence were chosen by an operator.
  if (override?.kept || (override?.start ?? null) !== null) return [];
  const { window, name, start, zone } = occurrence;
  const shifted = shiftedStart(name.slice(window.length + 1), start, zone);
  const place = { path: `windows.${window}`, window };
  const found: Warning[] = shifted ? [{ ...place, ...shifted }] : [];
  if (offsetAt(start, zone) !== offsetAt(end, zone)) {
    const [from, to] = [start, end].map((at) => instantToWall(at, zone)) as [string, string];
    found.push({ code: "clock_change", ...place, zone, start: from, end: to, duration: printDuration(end - start) });
  }
  return found;
}

const YEAR = 366 * DAY;
/** Windows checked per change: checking more would take seconds, and no author reads that many warnings. */
const MAX_WINDOWS = 500;

/** Warnings about windows that are being written. @param ids windows to check; unknown ids are ignored */
export function* scheduleWarnings(state: ProjectState, ids: readonly string[], now: number): Steps<Warning[]> {
  const own: Warning[] = [];
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
function dateShiftWarnings(id: string, window: MaintenanceWindow, now: number): Warning[] {
  for (const { at } of shiftsBetween(window.zone, now, now + YEAR)) {
    for (const { wall, start } of plannedBetween(window, at - DAY, at + DAY)) {
      const shifted = start <= now ? null : shiftedStart(wall, start, window.zone);
      if (shifted !== null) return [{ path: `windows.${id}.start`, window: id, ...shifted }];
    }
  }
  return [];
}

function exceptWarnings(id: string, window: MaintenanceWindow): Warning[] {
  return window.except.flatMap((date, index) => {
    const day = parseDate(date);
    if (day === null || isPlannedDate(window, day)) return [];
    return [{ code: "unplanned_exception", path: `windows.${id}.except.${index}`, window: id, date }];
  });
}
