import { type OccurrenceStatus, statusesBetween } from "../occurrence/window-occurrences.ts";
import { throwIfAny } from "../values/errors.ts";
import { wallEndToInstant, wallToInstant } from "../values/wall-time.ts";
import {
  checkChoice,
  checkLength,
  checkNotStarted,
  conflict,
  findActive,
  findNext,
  type OccurrenceChoice,
  overridden,
  unchanged,
  type VerbEdits,
  type VerbTarget,
} from "./verb-target.ts";

/** Epoch ms, or a wall-clock time in the window's zone, as `parseWall` gives it. */
export type WallOrInstant = number | string;

export interface Move extends OccurrenceChoice {
  readonly start: WallOrInstant;
  /** At most one of `end` and `for`; with neither it keeps its length. */
  readonly end: WallOrInstant | null;
  /** Milliseconds. */
  readonly for: number | null;
}

// So that every instant prints with a year of four digits, as those do that a window plans.
const LAST_START = Date.UTC(9998, 0, 1) - 1;

/** @throws invalid */
export function checkMove(wanted: Move): void {
  checkChoice(wanted, true);
  if (wanted.end !== null && wanted.for !== null) {
    throwIfAny([{ path: "for", message: "`end` and `for` are mutually exclusive: keep one" }], "the request");
  }
}

/** @throws conflict, invalid */
export function move(target: VerbTarget, wanted: Move): VerbEdits {
  const { id, occurrences, isNamed, now } = target;
  // Asked twice of a window, it does not move the one after it too.
  const done = occurrences.find((status) => isThere(status, wanted));
  if (done) return unchanged(done);
  const status = isNamed ? occurrences[0] : (findNext(occurrences) ?? findActive(occurrences));
  if (!status) throw conflict(`${id} has no upcoming occurrence to move.`);
  if (status.state === "canceled") throw conflict(`${status.occurrence.name} was canceled.`);
  checkNotStarted(status, "extend or complete it instead");
  const { start, end } = timesOf(status, wanted);
  checkTimes(start, end, wanted, now);
  checkApart(target, status, start, end);
  return overridden(status, { start, end });
}

/** It was moved to that very time before. */
function isThere(status: OccurrenceStatus, wanted: Move): boolean {
  const { override, state, occurrence } = status;
  if (override === null || override.start === null || state === "canceled") return false;
  const { start, end } = timesOf(status, wanted);
  return start === occurrence.start && end === occurrence.end;
}

function timesOf({ occurrence, window }: OccurrenceStatus, wanted: Move): { readonly start: number; readonly end: number } {
  const start = typeof wanted.start === "number" ? wanted.start : wallToInstant(wanted.start, window.zone);
  if (wanted.for !== null) return { start, end: start + wanted.for };
  if (wanted.end === null) return { start, end: start + occurrence.end - occurrence.start };
  return { start, end: typeof wanted.end === "number" ? wanted.end : wallEnd(wanted, wanted.end, start, window.zone) };
}

/** The gap helps only an end that is later than its start on the clock. */
function wallEnd(wanted: Move, end: string, start: number, zone: string): number {
  const isLater = typeof wanted.start === "number" || end > wanted.start;
  return isLater ? wallEndToInstant(end, zone, start) : Number.NEGATIVE_INFINITY;
}

function checkTimes(start: number, end: number, wanted: Move, now: number): void {
  const problems = [];
  if (start <= now) problems.push({ path: "start", message: "expected a time in the future; to start it now, use start" });
  if (end <= start) problems.push({ path: wanted.for === null ? "end" : "for", message: "expected an end later than the start" });
  if (start > LAST_START) problems.push({ path: "start", message: "expected a time before the year 9998" });
  throwIfAny(problems, "the request");
  checkLength(start, end, wanted.for === null ? "end" : "for");
}

/** Refused as in planning: two that touch would be one interruption, and completing one would end both. */
function checkApart({ held, now }: VerbTarget, { occurrence }: OccurrenceStatus, start: number, end: number): void {
  const others = held ? statusesBetween(held, start, end, now) : [];
  const touching = others.find(
    (other) =>
      other.state !== "canceled" &&
      other.occurrence.name !== occurrence.name &&
      other.occurrence.start <= end &&
      other.occurrence.end >= start,
  );
  if (!touching) return;
  const { name, start: from, end: until } = touching.occurrence;
  const times = `${new Date(from).toISOString()} to ${new Date(until).toISOString()}`;
  const message = `would touch or overlap ${name} of the same window, from ${times}: expected another time; cancel that occurrence if this one replaces it`;
  throwIfAny([{ path: "start", message }], "the request");
}
