/** Elapsed time as people type it: `90s`, `30m`, `2h`, `1d` (24 hours), `1h30m`; or as ISO 8601, `PT30M`. */
import { parseDuration } from "drawbridge-rules/values/duration.ts";

// At most ten digits each keep it linear.
const shortForm = /^(?=\d)(?:\d{1,10}d)?(?:\d{1,10}h)?(?:\d{1,10}m)?(?:\d{1,10}s)?$/;

/** Milliseconds, or null. Never throws. */
export function parseTimeSpan(text: string): number | null {
  if (!shortForm.test(text)) return parseDuration(text);
  const [, days = "", clock = ""] = /^(\d+d)?(.*)$/.exec(text) ?? [];
  return parseDuration(`P${days}${clock === "" ? "" : `T${clock}`}`.toUpperCase());
}

/** The shortest of these forms, for whole seconds: `90s` is `1m30s`. */
export function printTimeSpan(ms: number): string {
  const units = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "m"],
    [1_000, "s"],
  ] as const;
  let left = ms;
  let text = "";
  for (const [unit, letter] of units) {
    const count = Math.floor(left / unit);
    if (count > 0) text += `${count}${letter}`;
    left -= count * unit;
  }
  return text || "0s";
}
