import { DAY, parseDuration } from "../values/duration.ts";
import { printWall, wallEndToInstant, wallMs, wallToInstant } from "../values/wall-time.ts";
import type { WindowForm } from "../windows/maintenance-window.ts";
import { listNames, type Reader } from "./reader.ts";
import { describeRecurrence, monthNames, readRule } from "./recurrence.ts";
import { formatDayAndTime, formatDuration, formatWallRange, formatZone, wallAt, wallClock } from "./times.ts";

type Schedule = Pick<WindowForm, "start" | "zone" | "duration" | "end" | "repeat" | "except">;

const maxShownDates = 3;

/** `Every Tuesday 02:00–04:00 (Rome), from 1 December`, on the clock of the window's zone. */
export function describeSchedule(window: Schedule, { now }: Pick<Reader, "now">): string {
  const { start, zone = "UTC", repeat, except = [] } = window;
  const today = wallAt(now, zone);
  const rule = repeat === undefined ? null : readRule(repeat);
  if (rule === null) return describeOnce(window, today);
  const { count, until } = rule;
  const days = describeRecurrence(rule, start);
  const parts = [
    `${days}${days.includes(" on ") ? "," : ""} ${clockSpan(window)}`,
    `from ${formatDate(start, today)}`,
    ...(count === null ? [] : [count === 1 ? "once" : `${count} times`]),
    ...(until === null ? [] : [`until ${formatDate(until.endsWith("Z") ? wallAt(until, zone) : until, today)}`]),
    ...(except.length === 0 ? [] : [`not on ${listDates(except, today)}`]),
  ];
  return parts.join(", ");
}

export function scheduleEnd(form: Readonly<Record<string, unknown>>): number | null {
  const { start, zone = "UTC", duration, end } = form as Partial<Schedule>;
  if (start === undefined) return null;
  if (end !== undefined) return wallEndToInstant(end, zone, wallToInstant(start, zone));
  const length = duration === undefined ? null : parseDuration(duration);
  return length === null ? null : wallToInstant(start, zone) + length;
}

/** `1 December`, with the year if it is not that of `today`. */
export function formatDate(wall: string, today: string): string {
  const [year = "", month = "", day = ""] = wall.slice(0, 10).split("-");
  const date = `${Number(day)} ${monthNames[Number(month) - 1]}`;
  return today.startsWith(`${year}-`) ? date : `${date} ${year}`;
}

export function listDates(dates: readonly string[], today: string): string {
  return listNames(
    dates.map((date) => formatDate(date, today)),
    maxShownDates,
  );
}

function describeOnce(window: Schedule, today: string): string {
  const { start, zone = "UTC" } = window;
  const at = scheduleEnd(window);
  const end = window.end ?? (at === null ? null : wallAt(at, zone));
  return `${end === null ? formatDayAndTime(start, today) : formatWallRange(start, end, today)} (${formatZone(zone)})`;
}

function clockSpan(window: Schedule): string {
  const { start, zone = "UTC", duration, end } = window;
  const length = duration === undefined ? wallMs(end ?? start) - wallMs(start) : (parseDuration(duration) ?? 0);
  const ends = printWall(wallMs(start) + length);
  const span = length < DAY ? `–${wallClock(ends)}` : ` for ${formatDuration(length)}`;
  return `${wallClock(start)}${span} (${formatZone(zone)})`;
}
