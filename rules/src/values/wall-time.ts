/** Wall-clock times and their instants: the only place that resolves time zones and clock changes. */

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;
// Every instant that a window can produce must print with a four-digit year.
const FIRST_YEAR = 1970;
const LAST_YEAR = 9997;

// The longest IANA name has 32 characters; names over 64 are rejected without a lookup.
export const ZONE_FORM = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

/** `2026-12-06T02:00`, with the seconds only where they are not :00; null if that is no real date and time of 1970 to 9997. Never throws. */
export function parseWall(text: string): string | null {
  if (!FORM.test(text)) return null;
  const year = Number(text.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const full = text.length === 16 ? `${text}:00` : text;
  const asUtc = new Date(`${full}Z`);
  // A day or an hour that does not exist is returned as another one, or not at all.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== `${full}.000Z`) return null;
  return full.endsWith(":00") ? full.slice(0, 16) : full;
}

/** Returns whether it is a zone of the IANA database, or UTC, in its exact spelling. Offsets are not zones. Never throws. */
export function isZone(name: string): boolean {
  if (!ZONE_FORM.test(name)) return false;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name;
  } catch {
    return false;
  }
}

/**
 * Epoch milliseconds of a start: a time that does not exist moves forward by the gap; of a doubled hour the first counts. NaN for a
 * text of another form.
 */
export function wallToInstant(wall: string, zone: string): number {
  return shownToInstant(wallMs(wall), zone);
}

/** The same for what the clock shows as `wallMs` gives it. */
export function shownToInstant(shown: number, zone: string): number {
  return resolve(shown, zone, "compatible");
}

/**
 * Epoch milliseconds of an end that is later on the clock than its start: of a doubled hour the second counts; in a gap
 * it moves forward, and also where its start was moved by the gap up to it or past it. NaN for a text of another form.
 */
export function wallEndToInstant(wall: string, zone: string, startMs: number): number {
  const end = resolve(wallMs(wall), zone, "later");
  if (Number.isNaN(end)) return end;
  return end > startMs ? end : end + gapBefore(startMs, zone);
}

/** A change of a zone's offset. */
export interface Shift {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Milliseconds that the clock jumps forward; negative where it goes back. */
  readonly by: number;
}

/** Clock changes of the zone after `from` and up to `until` (epoch ms), sorted. */
export function shiftsBetween(zone: string, from: number, until: number): Shift[] {
  const shifts: Shift[] = [];
  let before = stretchAt(zone, from);
  while (before.until <= until) {
    const next = stretchAt(zone, before.until);
    shifts.push({ at: next.from, by: next.offset - before.offset });
    before = next;
  }
  return shifts;
}

/** Returns whether the clock shows that time twice, as in the autumn. */
export function isAmbiguousTime(wall: string, zone: string): boolean {
  const first = wallToInstant(wall, zone);
  return first !== resolve(wallMs(wall), zone, "later") && instantToWall(first, zone) === wall;
}

/** Wall-clock time at the instant, in the format that `parseWall` returns. */
export function instantToWall(epochMs: number, zone: string): string {
  return printWall(epochMs + offsetAt(epochMs, zone));
}

/** Milliseconds that the clock is ahead of UTC. */
export function offsetAt(epochMs: number, zone: string): number {
  return stretchAt(zone, epochMs).offset;
}

/**
 * Milliseconds of a wall-clock time as if the clock never shifted: for how far two times are apart on the clock. NaN for a text of
 * another form.
 */
export function wallMs(wall: string): number {
  return FORM.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
}

/** The wall-clock time of `wallMs`, without fractions of a second. */
export function printWall(shown: number): string {
  const text = new Date(shown).toISOString().slice(0, -5);
  return text.endsWith(":00") ? text.slice(0, 16) : text;
}

/** A time between two clock changes of a zone: from ≤ instant < until, epoch milliseconds. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  /** Offset from UTC in milliseconds. */
  readonly offset: number;
}

/** The stretches used last, for each zone: dates of a rule share a few of them, and Temporal takes 10 µs to resolve each. */
const stretches = new Map<string, Stretch[]>();
const MAX_STRETCHES = 64;

function stretchAt(zone: string, epochMs: number): Stretch {
  const instant = Math.floor(epochMs);
  const known = stretches.get(zone) ?? [];
  const found = known.find(({ from, until }) => from <= instant && instant < until);
  if (found) return found;
  // `previous` is strictly before the instant.
  const previous = Temporal.Instant.fromEpochMilliseconds(instant + 1)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition("previous");
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const stretch = {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: at.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at.offsetNanoseconds / 1e6,
  };
  stretches.set(zone, [stretch, ...known.slice(0, MAX_STRETCHES - 1)]);
  return stretch;
}

/** Milliseconds: further from a clock change than any UTC offset, so a local time there is exactly one instant. */
const CLEAR_OF_SHIFTS = 2 * 24 * 60 * 60 * 1_000;

/** @param shown as `wallMs` gives it */
function resolve(shown: number, zone: string, disambiguation: "compatible" | "later"): number {
  if (Number.isNaN(shown)) return shown;
  const { from, until, offset } = stretchAt(zone, shown);
  if (shown - CLEAR_OF_SHIFTS > from && shown + CLEAR_OF_SHIFTS < until) return shown - offset;
  return Temporal.PlainDateTime.from(printWall(shown)).toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
}

/** Length of the gap that moved a start to this instant: the last one up to it. */
function gapBefore(startMs: number, zone: string): number {
  // "previous" is strictly before, and a start may be moved to the very end of the gap.
  const after = Temporal.Instant.fromEpochMilliseconds(startMs + 1).toZonedDateTimeISO(zone);
  const shift = after.getTimeZoneTransition("previous");
  if (shift === null) return 0;
  const gap = shift.offsetNanoseconds - shift.subtract({ nanoseconds: 1 }).offsetNanoseconds;
  return Math.max(0, gap / 1e6);
}
