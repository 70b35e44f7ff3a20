import { parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import { parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { wallEndToInstant } from "drawbridge-rules/values/wall-time.ts";

/** Returns ISO 8601, or other text unchanged, which the server refuses. */
export function typedDuration(typed: string): string {
  const ms = parseDuration(typed.trim());
  return ms === null ? typed.trim() : printDuration(ms);
}

/** Epoch ms; NaN means other text. Of two times on the clock, it takes the second. @param now epoch ms */
export function typedMs(
  typed: string,
  zone: string,
  now: number,
  onClock = (wall: string, zone: string) => wallEndToInstant(wall, zone, Number.NEGATIVE_INFINITY),
): number {
  const text = typed.trim();
  return parseInstantAhead(text, now) ?? onClock(text.replace(" ", "T"), zone);
}

/** The server adds durations itself, so that a retry sends the same text. @param now epoch ms */
export function typedInstant(typed: string, zone: string, now: number): string {
  if (parseDuration(typed.trim()) !== null) return typed.trim();
  const at = typedMs(typed, zone, now);
  return Number.isNaN(at) ? typed : new Date(at).toISOString();
}
