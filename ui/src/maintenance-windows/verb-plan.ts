/** What a verb would make of an occurrence, and how it is asked for. */
import { instantToWall, wallEndToInstant, wallMs, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { MaintenanceVerb } from "../verbs/use-maintenance-verb.ts";

export type VerbKind = MaintenanceVerb["verb"];

/** Epoch ms. NaN, each: what is typed is no time. */
export interface VerbTimes {
  readonly start: number;
  readonly end: number;
}

export type VerbProblem = "startPast" | "endBeforeStart" | "endWrong";

/** What is offered first. @param wanted RFC 3339: of a drag */
export function firstTimes(
  kind: VerbKind,
  occurrence: ListedOccurrence,
  wanted: { readonly start?: string | undefined; readonly end?: string | undefined },
): VerbTimes {
  const present = timesOf(occurrence);
  if (kind === "extend") return { ...present, end: wanted.end === undefined ? present.end + quarter : Date.parse(wanted.end) };
  if (kind !== "move" || wanted.start === undefined) return present;
  const start = Date.parse(wanted.start);
  return { start, end: wanted.end === undefined ? start + present.end - present.start : Date.parse(wanted.end) };
}

export function timesOf({ start, end }: ListedOccurrence): VerbTimes {
  return { start: Date.parse(start), end: Date.parse(end) };
}

/** Another start, typed on the clock of the zone: it keeps its length. */
export function startingAt({ start, end }: VerbTimes, wall: string, zone: string, usual: VerbTimes): VerbTimes {
  const length = Number.isNaN(end - start) ? usual.end - usual.start : end - start;
  const at = wallToInstant(wall, zone);
  return { start: at, end: at + length };
}

/** Another end, typed on the clock of the zone: of a time that comes twice the second, as on the server. */
export function endingAt(times: VerbTimes, wall: string, zone: string): VerbTimes {
  // A gap moves only an end that is later on the clock than its start.
  const isLater = wallMs(wall) > wallMs(wallIn(times.start, zone));
  return { ...times, end: wallEndToInstant(wall, zone, isLater ? times.start : Number.NEGATIVE_INFINITY) };
}

/** As a field shows it; "" where there is no time. */
export function wallIn(at: number, zone: string): string {
  return Number.isNaN(at) ? "" : instantToWall(at, zone);
}

/** Null: it comes to nothing. @param now epoch ms */
export function plannedTimes(kind: VerbKind, occurrence: ListedOccurrence, times: VerbTimes, now: number): VerbTimes | null {
  const present = timesOf(occurrence);
  if (kind === "cancel") return null;
  if (kind === "complete") return { ...present, end: now };
  if (kind === "start") return { start: now, end: now + present.end - present.start };
  return kind === "extend" ? { ...present, end: times.end } : times;
}

/** Null: it can be asked for. */
export function verbProblem(kind: VerbKind, occurrence: ListedOccurrence, times: VerbTimes, now: number): VerbProblem | null {
  const present = timesOf(occurrence);
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
