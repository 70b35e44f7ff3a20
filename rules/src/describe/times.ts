/** The year is written where it is not the reader's, the day where it is not today. */
import { durationParts } from "../values/duration.ts";
import { instantToWall, wallMs } from "../values/wall-time.ts";
import type { Reader } from "./reader.ts";

export type Clock = Pick<Reader, "zone" | "now">;

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `21:17` of the reader's day, else `Tue 1 Dec 02:00`. @param at epoch ms or RFC 3339 */
export function formatInstant(at: number | string, { zone, now }: Clock): string {
  return formatWall(wallAt(at, zone), wallAt(now, zone));
}

/** `Tue 1 Dec 02:00 (Rome)`, always with the day. */
export function formatZonedInstant(at: number | string, { zone, now }: Clock): string {
  return `${formatDayAndTime(wallAt(at, zone), wallAt(now, zone))} (${formatZone(zone)})`;
}

/** `Tue 1 Dec 02:00–04:00 (Rome)`, `Tue 1 Dec 22:00 – Wed 2 Dec 04:00 (Rome)` */
export function formatSpan(start: number | string, end: number | string, clock: Clock): string {
  return `${formatRange(start, end, clock)} (${formatZone(clock.zone)})`;
}

/** The same without the zone, where a heading or a line names it. */
export function formatRange(start: number | string, end: number | string, { zone, now }: Clock): string {
  return formatWallRange(wallAt(start, zone), wallAt(end, zone), wallAt(now, zone));
}

/** The same for wall-clock times of one zone. */
export function formatWallRange(from: string, to: string, now: string): string {
  const rest = wallDate(from) === wallDate(to) ? `–${wallClock(to)}` : ` – ${formatDayAndTime(to, now)}`;
  return `${formatDayAndTime(from, now)}${rest}`;
}

/** `2 h 15 min`. Fractions of a second are dropped. */
export function formatDuration(ms: number): string {
  const { days, hours, minutes, seconds } = durationParts(ms);
  const parts = [
    [days, days === 1 ? "day" : "days"],
    [hours, "h"],
    [minutes, "min"],
    [seconds, "s"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.join(" ") || "0 min";
}

/** `Rome` for `Europe/Rome`. */
export function formatZone(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** `Tue 1 Dec` for a wall-clock time or date. @param now its year is left out */
export function formatWallDay(wall: string, now: string): string {
  const [year = "", month = "", day = ""] = wallDate(wall).split("-");
  const weekday = weekdays[new Date(wallMs(`${wallDate(wall)}T00:00`)).getUTCDay()];
  const date = `${weekday} ${Number(day)} ${months[Number(month) - 1]}`;
  return year === now.slice(0, now.indexOf("-", 1)) ? date : `${date} ${Number(year)}`;
}

/** `21:17` on the day of `now`, otherwise with the day. */
export function formatWall(wall: string, now: string): string {
  return wallDate(wall) === wallDate(now) ? wallClock(wall) : formatDayAndTime(wall, now);
}

/** `Tue 1 Dec 21:17` */
export function formatDayAndTime(wall: string, now: string): string {
  return `${formatWallDay(wall, now)} ${wallClock(wall)}`;
}

/** `02:00` */
export function wallClock(wall: string): string {
  const at = wall.indexOf("T");
  return wall.slice(at + 1, at + 6);
}

function wallDate(wall: string): string {
  const at = wall.indexOf("T");
  return at < 0 ? wall : wall.slice(0, at);
}

/** To the second. */
export function wallAt(at: number | string, zone: string): string {
  return instantToWall(typeof at === "number" ? Math.floor(at) : Date.parse(at), zone);
}
