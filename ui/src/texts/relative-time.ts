/** Distances in time, in the largest unit that fits at least once. */
import { instantToWall, wallMs } from "drawbridge-rules/values/wall-time.ts";

const DAY = 86_400_000;
/** Milliseconds by which clocks of browsers and servers may differ. */
const nearNow = 10_000;

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** @returns how far away `at` is from `now` (epoch ms, both) on the calendar of a zone: `in 3 hours`, `tomorrow` */
export function relativeTime(locale: string): (at: number, now: number, zone: string) => string {
  const named = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  // 40 days from now are not "next month".
  const counted = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  return (at, now, zone) => {
    const ms = at - now;
    if (Math.abs(ms) < nearNow) return named.format(0, "second");
    // Calendar days: 47 hours can reach the day after tomorrow.
    if (DAY <= Math.abs(ms) && Math.abs(ms) < 30 * DAY) return named.format(dayOf(at, zone) - dayOf(now, zone), "day");
    const [unit, length] = units.find(([, length]) => Math.abs(ms) >= length) ?? (["second", 1000] as const);
    return counted.format(Math.trunc(ms / length), unit);
  };
}

/** Number of the day on the calendar of the zone. */
function dayOf(at: number, zone: string): number {
  return Math.floor(wallMs(instantToWall(Math.floor(at / 1000) * 1000, zone)) / DAY);
}
