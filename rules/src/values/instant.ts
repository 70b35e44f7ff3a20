/** Instants on the wire: RFC 3339, always with an offset; written in UTC with milliseconds and `+00:00`. */

const form = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const instantRule = "an instant with its offset (RFC 3339), such as 2026-12-06T02:00:00+01:00";

/** The last instant that RFC 3339 can write in UTC: 9999-12-31T23:59:59.999Z. */
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

/** @param ms epoch */
export function printInstant(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}
