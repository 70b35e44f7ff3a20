/** Instants on the wire: RFC 3339, always with an offset; written in UTC with milliseconds and `+00:00`. */

const form = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const instantRule = "an instant with its offset (RFC 3339), such as 2026-12-06T02:00:00+01:00";

/** Epoch ms, or null where it is not such a text or no real date and time. */
export function parseInstant(text: string): number | null {
  if (!form.test(text)) return null;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return null;
  }
}

/** @param ms epoch */
export function printInstant(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}
