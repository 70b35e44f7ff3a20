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
import { DAY, printDuration } from "../values/duration.ts";
import { onlyNew } from "../values/errors.ts";
import type { Steps } from "../values/steps.ts";
import { instantToWall, offsetAt, parseDate, shiftedStart, shiftsBetween } from "../values/wall-time.ts";
import type { Warning } from "../wire/warning.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { someInstances, windowsByScope } from "./window-index.ts";
import { readWindowOutlook, type WindowOutlook } from "./window-outlook.ts";
import { overlapSteps } from "./window-overlap.ts";

export function windowWarnings(state: ProjectState, held: WindowWithOverrides, now: number): Warning[] {
  const outlook = readWindowOutlook(held, now);
  // A window started by hand is meant to end: no warning.
  if (now >= outlook.aliveUntil)
    return held.window.origin === "hand"
      ? []
      : [{ code: "window_ended", path: `windows.${held.id}`, window: held.id, canceled: outlook.hasCanceled }];
  const coverage = coverageWarning(state, held.id, held.window);
  return [...(coverage ? [coverage] : []), ...leadWarnings(state, held, outlook)];
}

/** Apps that request only /config learn of maintenance that covers the project, their platform or every instance. */
function coverageWarning(state: ProjectState, id: string, { instances }: MaintenanceWindow): Warning | null {
  const all = state.instance.size;
  const covered = instances?.filter((name) => state.instance.has(name)).length ?? all;
  if (covered === all) return null;
  return { code: "partial_coverage", path: `windows.${id}.instances`, window: id, covered, instances: all };
}

function leadWarnings(state: ProjectState, { id, window }: WindowWithOverrides, { gap }: WindowOutlook): Warning[] {
  if (!window.repeat) return [];
  const lead = longestLead(state, window);
  if (lead <= gap) return [];
  const times = { reminder: printDuration(lead), gap: printDuration(gap) };
  return [{ code: "constant_reminder", path: `windows.${id}.reminder`, window: id, ...times }];
}

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
/** Checking more takes seconds, and no author reads that many warnings. */
const MAX_WINDOWS = 500;

/** Ignores unknown ids. */
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

/** One warning, about the first date within a year: later ones are alike. */
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

/** An instance affects every window that names instances, and more names add nothing. */
const MAX_NAMED = 10;
const MOST_LOOKED_AT = 200;

export function* coverageWarnings(state: ProjectState, ids: readonly string[], now: number): Steps<Warning[]> {
  const found: Warning[] = [];
  for (const id of ids) {
    found.push(...warningsOf(state, id, now));
    yield;
  }
  return found;
}

/** @param changed ids of the edited windows */
export function* otherCoverageWarnings(
  before: ProjectState,
  after: ProjectState,
  changed: ReadonlySet<string>,
  now: number,
): Steps<{ readonly found: readonly Warning[]; readonly more: readonly Warning[] }> {
  const differing = after.instance.differingFrom(before.instance);
  if (differing.every((id) => after.instance.has(id) === before.instance.has(id))) return { found: [], more: [] };
  const found: Warning[] = [];
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

const restWarning: Warning = { code: "more_coverage", path: "windows" };

export function inWindowOrder(warnings: readonly Warning[]): Warning[] {
  const idOf = ({ path }: Warning) => path.split(".", 2)[1] ?? "";
  return warnings.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b))));
}

function warningsOf(state: ProjectState, id: string, now: number): Warning[] {
  const window = state.window.get(id)?.value;
  const warning = window ? coverageWarning(state, id, window) : null;
  return warning === null || isOver(state, id, now) ? [] : [warning];
}

function isOver(state: ProjectState, id: string, now: number): boolean {
  const window = state.window.get(id)?.value;
  if (!window || isEndless(window)) return false;
  const overrides = overridesForWindow(state, id);
  // One upcoming occurrence without an override settles nearly every endless window; all cost ten times that.
  const next = plannedAfter(window, now);
  if (next !== null && !overrides.some(({ occurrence }) => occurrence === next.wall)) return false;
  return occurrencesAround(id, window, overrides, now).every((occurrence) => endAt(occurrence, now) <= now);
}
