/** Instants: RFC 3339 with an offset, or a duration from now. Printed in UTC with milliseconds and `+00:00`. */

import { parseDuration } from "./duration.ts";

const form = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const instantRule = "an instant with its offset (RFC 3339), such as 2026-12-06T02:00:00+01:00";

/** Goes on from "expected", as `instantRule` does. */
export const instantAheadRule = `${instantRule}, or a duration from now such as 7d`;

/** Last instant that RFC 3339 can express in UTC: 9999-12-31T23:59:59.999Z. */
const last = 253_402_300_799_999;
/** 0000-01-01T00:00:00Z */
const first = -62_167_219_200_000;

/** Epoch ms, or null where it is not such a text, no real date and time, or could not be printed in UTC. */
export function parseInstant(text: string): number | null {
  if (!form.test(text)) return null;
  try {
    const ms = Temporal.Instant.from(text).epochMilliseconds;
    return ms >= first && ms <= last ? ms : null;
  } catch {
    return null;
  }
}

/** Epoch ms of RFC 3339, or of a duration from `now` such as `7d`; null means neither, or no UTC text. @param now epoch ms */
export function parseInstantAhead(text: string, now: number): number | null {
  const length = parseDuration(text);
  if (length === null) return parseInstant(text);
  return now + length <= last ? now + length : null;
}

/** @param ms epoch */
export function printInstant(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}
