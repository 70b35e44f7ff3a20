import { DAY } from "../values/duration.ts";

export type OccurrenceState = "scheduled" | "announced" | "active" | "ended" | "canceled" | "skipped";

/** In epoch milliseconds. */
export interface OccurrenceTimes {
  readonly start: number;
  /** The end by plan or override; `endAt` is the end that counts. */
  readonly end: number;
  /** From `end` on the end moves, up to `holdLimit`. */
  readonly hold: boolean;
  /** Without `hold` the same as `end`. */
  readonly holdLimit: number;
  readonly isCanceled: boolean;
  /** Absent means that apps do not announce it before its start. */
  readonly announcedAt?: number;
}

export const HOLD_STEP = 15 * 60 * 1_000;

export function stateAt(occurrence: OccurrenceTimes, now: number): OccurrenceState {
  if (occurrence.isCanceled) return "canceled";
  if (now < occurrence.start) return now < announcementOf(occurrence) ? "scheduled" : "announced";
  return now < endAt(occurrence, now) ? "active" : "ended";
}

export function isAhead(state: OccurrenceState): boolean {
  return state === "scheduled" || state === "announced";
}

function announcementOf({ announcedAt, start }: OccurrenceTimes): number {
  return Math.min(announcedAt ?? start, start);
}

export function endAt({ end, hold, holdLimit }: OccurrenceTimes, now: number): number {
  if (!hold || now < end) return end;
  return Math.min(end + HOLD_STEP * (stepsSince(end, now) + 1), holdLimit);
}

/** Infinity means neither its state nor its end changes. */
export function nextTransition(occurrence: OccurrenceTimes, now: number): number {
  if (occurrence.isCanceled) return Number.POSITIVE_INFINITY;
  if (now < announcementOf(occurrence)) return announcementOf(occurrence);
  if (now < occurrence.start) return occurrence.start;
  const end = endAt(occurrence, now);
  return now < end ? end : Number.POSITIVE_INFINITY;
}

export function lastTransition(occurrence: OccurrenceTimes, now: number): number {
  const { start, end, holdLimit, isCanceled } = occurrence;
  const announced = announcementOf(occurrence);
  if (isCanceled || now < announced) return Number.NEGATIVE_INFINITY;
  if (now < start) return announced;
  if (now < end) return start;
  return now < holdLimit ? end + HOLD_STEP * stepsSince(end, now) : holdLimit;
}

function stepsSince(end: number, now: number): number {
  return Math.floor((now - end) / HOLD_STEP);
}

/** Milliseconds. */
export const LONGEST_LEAD = 30 * DAY;
