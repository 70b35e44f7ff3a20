/** The concrete times of a window: what was planned, what the verbs did to it, and which end is in force when. */

import type { MaintenanceWindow } from "./maintenance-window.ts";
import { wallEndToInstant, wallToInstant } from "./wall-time.ts";

/** What was done to one occurrence. All instants are epoch milliseconds. */
export interface Override {
  readonly window: string;
  /** Planned local start as the window says it, e.g. `2026-12-06T02:00`. */
  readonly occurrence: string;
  /** In force instead of the planned one. */
  readonly start: number | null;
  readonly end: number | null;
  readonly cancelled: boolean;
  /** Its end is final: nothing holds it open. */
  readonly completed: boolean;
  readonly byHand: boolean;
  /** The window was changed after it had started: it stays what it was. */
  readonly kept: { readonly plannedStart: number; readonly plannedEnd: number; readonly lead: number | null } | null;
}

/** One `[start, end)`. All instants are epoch milliseconds. */
export interface Occurrence {
  readonly window: string;
  /** `<window>/<planned local start>` */
  readonly name: string;
  readonly plannedStart: number;
  readonly plannedEnd: number;
  readonly start: number;
  /** The end as said by plan or override; `endInForce` is what counts. */
  readonly end: number;
  /** From `end` on the end in force moves, up to `holdLimit`. */
  readonly hold: boolean;
  /** Without `hold` the same as `end`. */
  readonly holdLimit: number;
  readonly byHand: boolean;
  /** Milliseconds from the reminder to the planned start; null is the asker's. */
  readonly lead: number | null;
  readonly zone: string;
}

const HOLD_STEP = 15 * 60 * 1_000;
const LONGEST_HOLD = 24 * 60 * 60 * 1_000;

/**
 * Those that exist, in order of start: planned ones, and those kept from before the window was changed. Cancelled ones and
 * those that end before they start do not exist. Overrides of other windows are skipped, but cost a look each.
 */
export function occurrencesOf(id: string, window: MaintenanceWindow, overrides: readonly Override[]): Occurrence[] {
  const own = new Map(overrides.filter((override) => override.window === id).map((override) => [override.occurrence, override]));
  const kept = [...own.values()].flatMap(keptPlan);
  // A name is one occurrence: what was kept under it is not planned again.
  const planned = plans(window).filter(({ wall }) => !own.get(wall)?.kept);
  const starts = new Set<number>();
  const found: Occurrence[] = [];
  for (const plan of [...kept, ...planned]) {
    // Equal starts are one occurrence, and the one that was kept is the one that has begun.
    if (starts.has(plan.start)) continue;
    starts.add(plan.start);
    found.push(...occurrence(id, window, plan, own.get(plan.wall)));
  }
  return limitHolds(found.sort(inOrder));
}

/** Epoch milliseconds of the end at that time: design §5, overrun. */
export function endInForce(occurrence: Occurrence, now: number): number {
  if (!occurrence.hold || now < occurrence.end) return occurrence.end;
  const steps = Math.floor((now - occurrence.end) / HOLD_STEP) + 1;
  return Math.min(occurrence.end + HOLD_STEP * steps, occurrence.holdLimit);
}

/** The latest instant up to `now` at which its end in force moved or passed, or its end while `now` is before it. */
export function lastEndMove(occurrence: Occurrence, now: number): number {
  if (!occurrence.hold || now < occurrence.end) return occurrence.end;
  if (now >= occurrence.holdLimit) return occurrence.holdLimit;
  return occurrence.end + HOLD_STEP * Math.floor((now - occurrence.end) / HOLD_STEP);
}

interface Plan {
  readonly wall: string;
  readonly start: number;
  readonly end: number;
}

function keptPlan({ occurrence, kept }: Override): Plan[] {
  return kept === null ? [] : [{ wall: occurrence, start: kept.plannedStart, end: kept.plannedEnd }];
}

/** One today; a rule will be expanded here, on wall time, and each of its starts resolved as this one is. */
function plans(window: MaintenanceWindow): Plan[] {
  const start = wallToInstant(window.start, window.zone);
  const end = window.end === null ? start + (window.duration ?? 0) : wallEndToInstant(window.end, window.zone, start);
  return [{ wall: window.start, start, end }];
}

/** None where it was cancelled or nothing is left of it. */
function occurrence(id: string, window: MaintenanceWindow, plan: Plan, override: Override | undefined): Occurrence[] {
  const start = override?.start ?? plan.start;
  const end = override?.end ?? plan.end;
  if (override?.cancelled || end <= start) return [];
  const one: Occurrence = {
    window: id,
    name: `${id}/${plan.wall}`,
    plannedStart: plan.start,
    plannedEnd: plan.end,
    start,
    end,
    hold: window.overrun === "hold" && override?.completed !== true,
    holdLimit: end,
    byHand: window.origin === "hand" || override?.byHand === true,
    lead: override?.kept ? override.kept.lead : window.reminder,
    zone: window.zone,
  };
  return [one];
}

function inOrder(a: Occurrence, b: Occurrence): number {
  return a.start - b.start || (a.name < b.name ? -1 : 1);
}

/** A hold gives way to the next occurrence of its window, but never cuts into what was planned. */
function limitHolds(occurrences: readonly Occurrence[]): Occurrence[] {
  let start = Number.POSITIVE_INFINITY;
  let later = Number.POSITIVE_INFINITY;
  const limited = occurrences.toReversed().map((occurrence) => {
    if (occurrence.start < start) [later, start] = [start, occurrence.start];
    if (!occurrence.hold) return occurrence;
    const { end } = occurrence;
    return { ...occurrence, holdLimit: Math.max(end, Math.min(end + LONGEST_HOLD, later)) };
  });
  return limited.reverse();
}
