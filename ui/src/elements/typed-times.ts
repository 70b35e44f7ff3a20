/** Durations and instants as users type them and as fields show them. */
import { parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import { parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { wallEndToInstant } from "drawbridge-rules/values/wall-time.ts";

/** Typed text → ISO 8601. Returns other text unchanged, and the server refuses it. */
export function typedDuration(typed: string): string {
  const ms = parseDuration(typed.trim());
  return ms === null ? typed.trim() : printDuration(ms);
}

/**
 * Epoch ms of RFC 3339, of a duration from now, or of a time on the clock of the zone, with a space or a T after the date. For a
 * time that occurs twice, the second one, as for every end. NaN: any other text.
 * @param now epoch ms
 * @param onClock reads the time on the clock
 */
export function typedMs(typed: string, zone: string, now: number, onClock = endOnClock): number {
  const text = typed.trim();
  return parseInstantAhead(text, now) ?? onClock(text.replace(" ", "T"), zone);
}

function endOnClock(wall: string, zone: string): number {
  return wallEndToInstant(wall, zone, Number.NEGATIVE_INFINITY);
}

/**
 * Text for the server, which refuses anything but an instant and adds durations itself: added here, a retry with the same
 * Idempotency-Key would be another request.
 * @param now epoch ms
 */
export function typedInstant(typed: string, zone: string, now: number): string {
  if (parseDuration(typed.trim()) !== null) return typed.trim();
  const at = typedMs(typed, zone, now);
  return Number.isNaN(at) ? typed : new Date(at).toISOString();
}
