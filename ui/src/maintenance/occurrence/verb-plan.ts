import { instantToWall, wallEndToInstant, wallMs, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { typedMs } from "../../elements/typed-times.ts";
import type { MaintenanceVerb } from "../../verbs/verb-form.tsx";

export type VerbKind = MaintenanceVerb["verb"];

/** Epoch ms; NaN where the typed text is not a time. */
export interface VerbTimes {
  readonly start: number;
  readonly end: number;
}

export type VerbProblem = "startPast" | "endBeforeStart" | "endWrong";

/** @param wanted from a drag on the calendar */
export function firstTimes(kind: VerbKind, occurrence: ListedOccurrence, wanted: VerbTimes | undefined): VerbTimes {
  const present = toVerbTimes(occurrence);
  if (kind === "extend") return { ...present, end: wanted?.end ?? present.end + quarter };
  return wanted ?? present;
}

export function toVerbTimes({ start, end }: ListedOccurrence): VerbTimes {
  return { start: Date.parse(start), end: Date.parse(end) };
}

/** Keeps the length. @param typed on the clock of the zone */
export function startingAt({ start, end }: VerbTimes, typed: string, zone: string, usual: VerbTimes, now: number): VerbTimes {
  const length = Number.isNaN(end - start) ? usual.end - usual.start : end - start;
  const at = typedMs(typed, zone, now, wallToInstant);
  return { start: at, end: at + length };
}

/** Takes the second of a time that occurs twice, as the server does. */
export function endingAt(times: VerbTimes, typed: string, zone: string, now: number): VerbTimes {
  // A gap moves only an end that is later on the clock than its start.
  const isLater = (wall: string) => !Number.isNaN(times.start) && wallMs(wall) > wallMs(instantToWall(times.start, zone));
  const onClock = (wall: string) => wallEndToInstant(wall, zone, isLater(wall) ? times.start : Number.NEGATIVE_INFINITY);
  return { ...times, end: typedMs(typed, zone, now, onClock) };
}

/** Null means canceled. */
export function plannedTimes(kind: VerbKind, occurrence: ListedOccurrence, times: VerbTimes, now: number): VerbTimes | null {
  const present = toVerbTimes(occurrence);
  if (kind === "cancel") return null;
  if (kind === "complete") return { ...present, end: now };
  if (kind === "start") return { start: now, end: now + present.end - present.start };
  return kind === "extend" ? { ...present, end: times.end } : times;
}

export function verbProblem(kind: VerbKind, occurrence: ListedOccurrence, times: VerbTimes, now: number): VerbProblem | null {
  const present = toVerbTimes(occurrence);
  if (kind === "extend") return times.end > Math.max(present.end, now) ? null : "endWrong";
  if (kind !== "move") return null;
  if (!(times.start > now)) return "startPast";
  return times.end > times.start ? null : "endBeforeStart";
}

export function verbRequest(
  kind: VerbKind,
  { occurrence, window }: ListedOccurrence,
  { start, end }: VerbTimes,
): MaintenanceVerb {
  const text = (at: number) => new Date(at).toISOString();
  if (kind === "start") return { verb: kind, request: { window } };
  if (kind === "extend") return { verb: kind, request: { occurrence, until: text(end) } };
  if (kind === "move") return { verb: kind, request: { occurrence, start: text(start), end: text(end) } };
  return { verb: kind, request: { occurrence } };
}

const quarter = 15 * 60_000;
