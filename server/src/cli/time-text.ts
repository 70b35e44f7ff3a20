/** Instants, in UTC, and durations as people read them. Windows have their own clocks: `maintenance-text.ts`. */
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";

/** `2026-12-06 03:00:00 UTC`: to the second, for readers who wait for it. */
export function instantText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** Epoch ms as `2026-12-06 03:00:00 UTC`. */
export function epochText(at: number): string {
  return instantText(new Date(at).toISOString());
}

/** `2026-12-06 03:00 UTC`, for tables. */
export function minuteText(instant: string): string {
  return `${instant.slice(0, 16).replace("T", " ")} UTC`;
}

/** `1h30m`, as it can be typed, for PT1H30M. */
export function lengthText(duration: string): string {
  const length = parseDuration(duration);
  return length === null ? duration : printTypedDuration(length);
}
