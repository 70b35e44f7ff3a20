/** A day is 24 hours; months and years have no fixed length and are refused. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const units = [WEEK, DAY, HOUR, MINUTE, SECOND];

/** Bounds the work of parsing: no printed duration has half as many characters. */
const maxLength = 64;

// At most ten digits each: 366 days are eight digits of seconds.
const isoForm = /^P(?=.)(?:(\d{1,10})W)?(?:(\d{1,10})D)?(?:T(?=.)(?:(\d{1,10})H)?(?:(\d{1,10})M)?(?:(\d{1,10})S)?)?$/i;

const words = [
  "w|weeks?|wochen?",
  "d|days?|tage?|tagen",
  "h|hrs?|hours?|std\\.?|stunden?",
  "m|mins?|minutes?|minuten?",
  "s|secs?|seconds?|sek\\.?|sekunden?",
];
const typedForm = new RegExp(
  `^(?=\\d)${words.map((word) => `(?:(\\d{1,10}(?:[.,]\\d{1,3})?) ?(?:${word})(?![a-z]) ?)?`).join("")}(?<! )$`,
  "i",
);
/** In ISO 8601, a capital M before the T means months. */
const capitalMonth = /\d ?M(?![A-Za-z])/;

/** `PT2H`, `P1W`, `1h30m` or `2 hours 15 min`; null without a unit, for parts of a second, and for `6M`. */
export function parseDuration(text: string): number | null {
  if (text.length > maxLength) return null;
  const [, ...amounts] = isoForm.exec(text) ?? (capitalMonth.test(text) ? null : typedForm.exec(text)) ?? [];
  if (amounts.length === 0) return null;
  const seconds = units.reduce((sum, unit, index) => sum + Number(amounts[index]?.replace(",", ".") ?? 0) * (unit / SECOND), 0);
  // 1.1 hours are whole seconds, but for the last binary digit.
  const ms = Math.round(seconds) * SECOND;
  return Number.isSafeInteger(ms) && Math.abs(seconds * SECOND - ms) < 1 ? ms : null;
}

export function durationUpTo(most: number): (text: string) => number | null {
  return (text) => {
    const ms = parseDuration(text);
    return ms !== null && ms <= most ? ms : null;
  };
}

export function printDuration(ms: number): string {
  // One day is written `PT24H`, as operators do; more whole days read better in days.
  if (ms > DAY && ms % DAY === 0) return `P${ms / DAY}D`;
  const { days, hours, minutes, seconds } = durationParts(ms);
  const text = joined([days * 24 + hours, "H"], [minutes, "M"], [seconds, "S"]);
  return text === "" ? "PT0S" : `PT${text}`;
}

/** `1m30s`, for whole seconds. */
export function printTypedDuration(ms: number): string {
  const { days, hours, minutes, seconds } = durationParts(ms);
  return joined([days, "d"], [hours, "h"], [minutes, "m"], [seconds, "s"]) || "0s";
}

export function durationParts(ms: number) {
  return {
    days: Math.floor(ms / DAY),
    hours: Math.floor((ms % DAY) / HOUR),
    minutes: Math.floor((ms % HOUR) / MINUTE),
    seconds: Math.floor((ms % MINUTE) / SECOND),
  };
}

function joined(...parts: readonly (readonly [count: number, unit: string])[]): string {
  return parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : "")).join("");
}
