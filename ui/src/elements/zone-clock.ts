/**
 * What a clock on the wall shows in a zone, and which instant that is, as the server has it: a time that the clock skips moves
 * forward by the gap, and of one that comes twice the first counts. By Intl, since not every browser has Temporal.
 */

const HOUR = 3_600_000;

/** `2026-12-06T02:00`, with the seconds only where there are any. @param at epoch ms */
export function wallAt(at: number, zone: string): string {
  return printWall(at + offsetAt(at, zone));
}

/** Epoch ms. @param wall as `wallAt` gives it; another text gives NaN */
export function instantOf(wall: string, zone: string): number {
  const shown = wallMs(wall);
  if (Number.isNaN(shown)) return Number.NaN;
  // No clock shifts by more than a day: one of the two offsets is the right one, and in a gap the earlier moves it forward.
  const before = shown - offsetAt(shown - 24 * HOUR, zone);
  const after = shown - offsetAt(shown + 24 * HOUR, zone);
  const found = [before, after].filter((at) => at + offsetAt(at, zone) === shown);
  return found.length === 0 ? before : Math.min(...found);
}

/** Whether the clock shows that time a second time later, as in the autumn. */
export function comesTwice(wall: string, zone: string): boolean {
  const shown = wallMs(wall);
  const offsets = [-24 * HOUR, 24 * HOUR].map((by) => offsetAt(shown + by, zone));
  const found = new Set(offsets.map((offset) => shown - offset).filter((at) => at + offsetAt(at, zone) === shown));
  return found.size > 1;
}

/** Milliseconds that the clock is ahead of UTC. @param at epoch ms */
export function offsetAt(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const shown = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return shown - Math.floor(at / 1000) * 1000;
}

/** As on a clock that never shifts: for how far two times are apart, and what is so far from one. NaN: no such time. */
export function wallMs(wall: string): number {
  return wallForm.test(wall) ? Date.parse(`${wall.length === 16 ? `${wall}:00` : wall}Z`) : Number.NaN;
}

/** @param ms as `wallMs` gives it */
export function printWall(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, 19);
  return text.endsWith(":00") ? text.slice(0, 16) : text;
}

const wallForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone) ?? makeClock(timeZone);
  clocks.set(timeZone, known);
  return known;
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  const two = "2-digit";
  return new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
}
