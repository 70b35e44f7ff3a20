/** Elapsed time as ISO 8601 text: a day is 24 hours, whatever the clocks do; months and years have no fixed length and are refused. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

// At most ten digits each keep it linear; 366 days are eight digits of seconds.
const FORM = /^P(?=.)(?:(\d{1,10})W)?(?:(\d{1,10})D)?(?:T(?=.)(?:(\d{1,10})H)?(?:(\d{1,10})M)?(?:(\d{1,10})S)?)?$/;

/** Milliseconds of `PT2H`, `P1D`, `P1W`, `PT1H30M`, `PT0S` (whole numbers, capital letters), or null. Never throws. */
export function parseDuration(text: string): number | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, weeks, days, hours, minutes, seconds] = match;
  const ms =
    Number(weeks ?? 0) * WEEK +
    Number(days ?? 0) * DAY +
    Number(hours ?? 0) * HOUR +
    Number(minutes ?? 0) * MINUTE +
    Number(seconds ?? 0) * SECOND;
  return Number.isSafeInteger(ms) ? ms : null;
}

/** The shortest usual form of whole, non-negative seconds (what is below a second is left out): `PT1H30M`, `PT24H`, `P30D`. */
export function printDuration(ms: number): string {
  // One day is written `PT24H`, as operators do; only more than one whole day reads better in days.
  if (ms > DAY && ms % DAY === 0) return `P${ms / DAY}D`;
  const hours = Math.floor(ms / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = Math.floor((ms % MINUTE) / SECOND);
  const text = `${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}${seconds > 0 ? `${seconds}S` : ""}`;
  return text === "" ? "PT0S" : `PT${text}`;
}
