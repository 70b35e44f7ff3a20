import { type Occurrence, type Override, occurrencesAround } from "../occurrence/occurrence.ts";
import { stateAt } from "../occurrence/occurrence-state.ts";
import { overridesForWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { plannedAt, plannedBetween } from "../schedule/schedule.ts";
import { DAY, HOUR, printDuration } from "../values/duration.ts";
import { printInstant } from "../values/instant.ts";
import type { Steps } from "../values/steps.ts";
import { wallEndToInstant, wallToInstant } from "../values/wall-time.ts";
import type { Guard } from "../wire/guard.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

/** Clock changes are smaller: only lengths within this of 24 hours need the rule. */
const LONGEST_SHIFT = 3 * HOUR;
/** Covers every yearly clock change twice. */
const LOOKED_AHEAD = 2 * 366 * DAY;

/** More than 24 elapsed hours are refused. */
export function* longGuards(before: ProjectState, after: ProjectState, wanted: readonly Edit[], now: number): Steps<Guard[]> {
  const found = new Map<string, number>();
  for (const edit of wanted) {
    yield;
    const longest =
      edit.kind === "window"
        ? newLength(before.window.get(edit.id)?.value, after.window.get(edit.id)?.value, now)
        : edit.kind === "override" && edit.value !== null
          ? overrideLength(before, after, edit.id, edit.value)
          : 0;
    const window = edit.kind === "override" ? edit.id.slice(0, edit.id.indexOf("/")) : edit.id;
    if (longest > DAY) found.set(window, Math.max(longest, found.get(window) ?? 0));
  }
  return [...found].map(([window, length]) => {
    const duration = printDuration(Math.round(length / 1_000) * 1_000);
    return { code: "long_maintenance", path: `windows.${window}`, window, duration };
  });
}

/** Milliseconds; 0 if the change does not make the window longer. */
function newLength(before: MaintenanceWindow | undefined, after: MaintenanceWindow | undefined, now: number): number {
  if (!after) return 0;
  const length = longestOf(after, now);
  const isNew = !before || before.repeat !== after.repeat;
  return isNew || length > longestOf(before, now) ? length : 0;
}

function longestOf(window: MaintenanceWindow, now: number): number {
  if (window.end === null) return window.duration ?? 0;
  const start = wallToInstant(window.start, window.zone);
  if (window.repeat === null) return wallEndToInstant(window.end, window.zone, start) - start;
  const onTheClock = Date.parse(`${window.end}Z`) - Date.parse(`${window.start}Z`);
  if (Math.abs(onTheClock - DAY) > LONGEST_SHIFT) return onTheClock;
  const from = Math.max(start, now);
  return Math.max(0, ...plannedBetween(window, from, from + LOOKED_AHEAD).map((one) => one.end - one.start));
}

/** 0 means it was as long before. */
function overrideLength(before: ProjectState, after: ProjectState, id: string, override: Override): number {
  const length = lengthOf(after, override);
  const was = before.override.get(id)?.value ?? { ...override, start: null, end: null, canceled: false };
  return length > lengthOf(before, was) ? length : 0;
}

function lengthOf(state: ProjectState, { window: id, occurrence, start, end, canceled, kept }: Override): number {
  const window = state.window.get(id)?.value;
  if (!window || canceled) return 0;
  const plan = kept ? { start: kept.plannedStart, end: kept.plannedEnd } : plannedAt(window, occurrence);
  return plan === null ? 0 : (end ?? plan.end) - (start ?? plan.start);
}

/** A hold whose planned end has passed would close the apps of a new server. */
export function* pastEndGuards(before: ProjectState, after: ProjectState, wanted: readonly Edit[], now: number): Steps<Guard[]> {
  const guards: Guard[] = [];
  for (const { kind, id } of wanted) {
    const window = kind === "window" ? after.window.get(id)?.value : undefined;
    if (window?.overrun !== "hold") continue;
    yield;
    const held = activeOccurrences(after, id, window, now).filter(({ end }) => end <= now);
    if (held.length === 0) continue;
    const known = before.window.get(id)?.value;
    const names = new Set(known ? activeOccurrences(before, id, known, now).map(({ name }) => name) : []);
    for (const { name, end, holdLimit } of held) {
      const times = { planned_end: printInstant(end), active_until: printInstant(holdLimit) };
      if (!names.has(name)) guards.push({ code: "past_end", path: `windows.${id}`, window: id, ...times });
    }
  }
  return guards;
}

export function activeOccurrences(state: ProjectState, id: string, window: MaintenanceWindow, now: number): Occurrence[] {
  return occurrencesAround(id, window, overridesForWindow(state, id), now).filter((one) => stateAt(one, now) === "active");
}
