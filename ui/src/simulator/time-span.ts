/** Range of the slider: the day, week, month or year around an instant, in a time zone. */
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";

export const spanNames = ["day", "week", "month", "year"] as const;
export type SpanName = (typeof spanNames)[number];

/** Epoch ms: `from ≤ t ≤ until`. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

interface Tick {
  readonly at: number;
  /** Position from 0 to 1. */
  readonly place: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** A day is as long as its zone has it: 23, 24 or 25 hours. A week begins on Monday (ISO 8601). */
export function spanAround(at: number, name: SpanName, zone: string): TimeSpan {
  const date = instantToWall(at, zone).slice(0, 10);
  const [first, next] = datesOf(date, name);
  return { from: midnight(first, zone), until: midnight(next, zone) };
}

/** Position in the span, from 0 to 1; outside the span below or above. */
export function positionInSpan(at: number, { from, until }: TimeSpan): number {
  return (at - from) / (until - from);
}

/** Instant at a position, rounded to the minute, and more coarsely in a longer span. */
export function instantAt(place: number, { from, until }: TimeSpan): number {
  const length = until - from;
  const step = [minute, 5 * minute, 15 * minute, 60 * minute].find((wanted) => length / wanted <= 2500) ?? 60 * minute;
  const at = from + Math.round((place * length) / step) * step;
  return Math.min(until, Math.max(from, at));
}

/** Instant that a key of the slider leads to; null: another key. Past its end, the slider moves to the next span. */
export function timeAfterKey(key: string, at: number, { from, until }: TimeSpan): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return wholeMinute(at) + minute;
  if (key === "ArrowLeft" || key === "ArrowDown") return at === wholeMinute(at) ? at - minute : wholeMinute(at);
  if (key === "PageUp") return at + 60 * minute;
  if (key === "PageDown") return at - 60 * minute;
  if (key === "Home") return from;
  if (key === "End") return until - minute;
  return null;
}

/** About eight, at hours or midnights of the zone. */
export function timeTicks(span: TimeSpan, name: SpanName, zone: string): readonly Tick[] {
  const found: number[] = [];
  if (name === "day") for (let hour = 0; hour < 24; hour += 3) found.push(instantOn(dateOf(span, zone), hour, zone));
  else
    for (let date = dateOf(span, zone); midnight(date, zone) < span.until; date = after(date, name))
      found.push(midnight(date, zone));
  return found.map((at) => ({ at, place: positionInSpan(at, span) }));
}

function after(date: string, name: SpanName): string {
  if (name === "week") return shifted(date, 0, 1);
  return name === "month" ? shifted(date, 0, 5) : shifted(date, 2, 0);
}

function datesOf(date: string, name: SpanName): readonly [string, string] {
  if (name === "day") return [date, shifted(date, 0, 1)];
  if (name === "week") {
    const monday = shifted(date, 0, -((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7));
    return [monday, shifted(monday, 0, 7)];
  }
  const first = name === "month" ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;
  return [first, shifted(first, name === "month" ? 1 : 12, 0)];
}

function shifted(date: string, months: number, days: number): string {
  const there = new Date(`${date}T00:00Z`);
  there.setUTCMonth(there.getUTCMonth() + months, there.getUTCDate() + days);
  return there.toISOString().slice(0, 10);
}

function dateOf({ from }: TimeSpan, zone: string): string {
  return instantToWall(from, zone).slice(0, 10);
}

function midnight(date: string, zone: string): number {
  return instantOn(date, 0, zone);
}

function instantOn(date: string, hour: number, zone: string): number {
  const found = wallToInstant(`${date}T${String(hour).padStart(2, "0")}:00`, zone);
  return Number.isNaN(found) ? Date.parse(`${date}T00:00Z`) + hour * 60 * minute : found;
}

function wholeMinute(at: number): number {
  return Math.floor(at / minute) * minute;
}

/** Milliseconds of a day without a change of the clock. */
export const defaultDay = day;
