/** Durations as the console shows them. */
import { durationParts, parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

/** `PT2H15M` → `2 h 15 min`; any other text unchanged. */
export function durationText(text: string): string {
  const ms = parseDuration(text);
  return ms === null ? text : lengthText(ms);
}

/** Typed text → ISO 8601. Returns other text unchanged, and the server refuses it. */
export function typedDuration(typed: string): string {
  const ms = parseDuration(typed.trim());
  return ms === null ? typed.trim() : printDuration(ms);
}

/** Milliseconds → `2 h 15 min`. */
export function lengthText(ms: number): string {
  const { days, hours, minutes, seconds } = durationParts(ms);
  const parts = [
    [days, days === 1 ? sharedTexts.fields.day : sharedTexts.fields.days],
    [hours, "h"],
    [minutes, "min"],
    [seconds, "s"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.join(" ") || "0 min";
}
