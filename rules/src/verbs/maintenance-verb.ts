/** Verbs write an override. None ends an occurrence before its start or reopens it; repeating changes nothing. */
import { applyEdits } from "../changes/edit.ts";
import { findOccurrence, type OccurrenceStatus, statusesBetween } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { MINUTE } from "../values/duration.ts";
import { throwIfAny } from "../values/errors.ts";
import { printInstant } from "../values/instant.ts";
import { wallEndToInstant, wallToInstant } from "../values/wall-time.ts";
import { checkStart, findStarted, type Start, start } from "./start.ts";
import {
  checkChoice,
  checkLength,
  checkNotStarted,
  conflict,
  endingAt,
  findActive,
  findChosen,
  findLastEnded,
  findNext,
  type OccurrenceChoice,
  overridden,
  overriding,
  unchanged,
  type VerbEdits,
  type VerbTarget,
} from "./verb-target.ts";

export type MaintenanceVerb =
  | ({ readonly verb: "start" } & Start)
  | ({ readonly verb: "extend" } & Extension)
  | ({ readonly verb: "complete" } & OccurrenceChoice)
  | ({ readonly verb: "cancel" } & OccurrenceChoice)
  | ({ readonly verb: "move" } & Move);

export interface VerbOutcome {
  readonly edits: readonly Edit[];
  readonly status: OccurrenceStatus;
}

/** @throws not_found, conflict, invalid */
export function applyMaintenanceVerb(state: ProjectState, verb: MaintenanceVerb, now: number): VerbOutcome {
  checkVerb(verb, now);
  const target = verb.verb === "start" ? findStarted(state, verb, now) : findChosen(state, verb, now);
  const { edits, occurrence } = editsOf(target, verb);
  const present = edits.length === 0 && target.occurrences.find((status) => status.occurrence.name === occurrence);
  return { edits, status: present || findOccurrence(applyEdits(state, edits), occurrence, now) };
}

function checkVerb(verb: MaintenanceVerb, now: number): void {
  if (verb.verb === "start") checkStart(verb, now);
  else if (verb.verb === "extend") checkExtension(verb, now);
  else if (verb.verb === "move") checkMove(verb);
  else checkChoice(verb, verb.verb === "cancel");
}

function editsOf(target: VerbTarget, verb: MaintenanceVerb): VerbEdits {
  if (verb.verb === "start") return start(target, verb);
  if (verb.verb === "extend") return extend(target, verb);
  if (verb.verb === "move") return move(target, verb);
  return verb.verb === "complete" ? complete(target) : cancel(target);
}

/** Exactly one of `by`, `until` and `lease`. */
interface Extension extends OccurrenceChoice {
  /** Milliseconds. */
  readonly by: number | null;
  /** Epoch ms. */
  readonly until: number | null;
  /** Milliseconds from now; moves the end by at least a minute or half the lease: renewals cause few commits. */
  readonly lease: number | null;
}

/** @throws invalid */
function checkExtension({ by, until, lease, ...choice }: Extension, now: number): void {
  checkChoice(choice, false);
  const given = [by, until, lease].filter((value) => value !== null).length;
  const problems = given === 1 ? [] : [{ path: "by", message: "expected exactly one of `by`, `until` and `lease`" }];
  if (until !== null && until <= now) problems.push({ path: "until", message: "expected an instant in the future" });
  throwIfAny(problems, "the request");
}

/** @throws conflict, invalid */
function extend(target: VerbTarget, { by, until, lease }: Extension): VerbEdits {
  const { now } = target;
  const status = findExtended(target);
  const end = by === null ? (until ?? now + (lease ?? 0)) : status.end + by;
  const least = lease === null ? 1 : Math.min(MINUTE, lease / 2);
  if (end - status.end < least) return unchanged(status);
  return endingAt(status, end, by === null ? "until" : "by");
}

function findExtended({ id, occurrences, isNamed }: VerbTarget): OccurrenceStatus {
  const [named] = occurrences;
  if (isNamed && named) return notEnded(named);
  const running = findActive(occurrences);
  if (running) return running;
  const next = findNext(occurrences);
  if (next)
    throw conflict(
      `${id} is not active: its next occurrence is ${next.occurrence.name}, from ${printInstant(next.occurrence.start)}.`,
    );
  throw conflict(`${id} is not active: ${findLastEnded(occurrences) ? "it has ended" : "all its occurrences were canceled"}.`);
}

function notEnded(status: OccurrenceStatus): OccurrenceStatus {
  const { state, occurrence, end } = status;
  if (state === "canceled") throw conflict(`${occurrence.name} was canceled.`);
  if (state === "ended") throw conflict(`${occurrence.name} ended at ${printInstant(end)}: start new maintenance instead.`);
  return status;
}

/** Without a name, cancels the first upcoming one, even if canceled already. @throws conflict */
function cancel(target: VerbTarget): VerbEdits {
  const status = findCanceled(target);
  if (!status) throw conflict(`${target.id} has no upcoming occurrence to cancel.`);
  if (status.state === "canceled") return unchanged(status);
  checkNotStarted(status, "complete it instead");
  return overridden(status, { canceled: true });
}

function findCanceled({ occurrences, isNamed, now }: VerbTarget): OccurrenceStatus | undefined {
  if (isNamed) return occurrences[0];
  const next = findNext(occurrences);
  const first = occurrences.find((one) => one === next || (one.state === "canceled" && one.occurrence.start > now));
  return first ?? findActive(occurrences);
}

/** Without a name, ends every active one of the window. @throws conflict */
function complete({ id, occurrences, isNamed, now }: VerbTarget): VerbEdits {
  const active = occurrences.filter(({ state }) => state === "active");
  // A completed occurrence looks active again after the clock is set back: it stays as it is.
  const shown = findActive(active.filter(({ isCompleted }) => isCompleted)) ?? findActive(active);
  if (shown) return { edits: active.flatMap((status) => completion(status, now)), occurrence: shown.occurrence.name };
  const ended = findLastEnded(occurrences);
  if (ended) return unchanged(ended);
  const [named] = occurrences;
  if (!isNamed || !named) throw conflict(`${id} has not started: cancel an occurrence to skip it.`);
  const { name } = named.occurrence;
  throw conflict(named.state === "canceled" ? `${name} was canceled.` : `${name} has not started: cancel it to skip it.`);
}

function completion(status: OccurrenceStatus, now: number): Edit[] {
  if (status.isCompleted) return [];
  // An occurrence completed in the millisecond of its start lasts 1 ms: it took place.
  const end = Math.max(now, status.occurrence.start + 1);
  return [overriding(status, { end, completed: true })];
}

/** Epoch ms, or a wall-clock time in the window's zone. */
export type WallOrInstant = number | string;

interface Move extends OccurrenceChoice {
  readonly start: WallOrInstant;
  /** At most one of `end` and `for` is set; with neither, it keeps its length. */
  readonly end: WallOrInstant | null;
  /** Milliseconds. */
  readonly for: number | null;
}

// Every instant prints with a year of four digits, as those that a window plans.
const LAST_START = Date.UTC(9998, 0, 1) - 1;

/** @throws invalid */
function checkMove(wanted: Move): void {
  checkChoice(wanted, true);
  if (wanted.end !== null && wanted.for !== null) {
    throwIfAny([{ path: "for", message: "`end` and `for` are mutually exclusive: keep one" }], "the request");
  }
}

/** @throws conflict, invalid */
export function move(target: VerbTarget, wanted: Move): VerbEdits {
  const { id, occurrences, isNamed, now } = target;
  // A request that is repeated does not move the next occurrence too.
  const done = occurrences.find((status) => isThere(status, wanted));
  if (done) return unchanged(done);
  const status = isNamed ? occurrences[0] : (findNext(occurrences) ?? findActive(occurrences));
  if (!status) throw conflict(`${id} has no upcoming occurrence to move.`);
  if (status.state === "canceled") throw conflict(`${status.occurrence.name} was canceled.`);
  checkNotStarted(status, "extend or complete it instead");
  const { start, end } = timesOf(status, wanted);
  checkTimes(start, end, wanted, now);
  checkApart(target, status, start, end);
  return overridden(status, { start, end });
}

function isThere(status: OccurrenceStatus, wanted: Move): boolean {
  const { override, state, occurrence } = status;
  if (override === null || override.start === null || state === "canceled") return false;
  const { start, end } = timesOf(status, wanted);
  return start === occurrence.start && end === occurrence.end;
}

function timesOf({ occurrence, window }: OccurrenceStatus, wanted: Move): { readonly start: number; readonly end: number } {
  const start = typeof wanted.start === "number" ? wanted.start : wallToInstant(wanted.start, window.zone);
  if (wanted.for !== null) return { start, end: start + wanted.for };
  if (wanted.end === null) return { start, end: start + occurrence.end - occurrence.start };
  return { start, end: typeof wanted.end === "number" ? wanted.end : wallEnd(wanted, wanted.end, start, window.zone) };
}

/** The gap helps only an end that is after its start on the clock. */
function wallEnd(wanted: Move, end: string, start: number, zone: string): number {
  const isLater = typeof wanted.start === "number" || end > wanted.start;
  return isLater ? wallEndToInstant(end, zone, start) : Number.NEGATIVE_INFINITY;
}

function checkTimes(start: number, end: number, wanted: Move, now: number): void {
  const problems = [];
  if (start <= now) problems.push({ path: "start", message: "expected a time in the future; to start it now, use start" });
  if (end <= start) problems.push({ path: wanted.for === null ? "end" : "for", message: "expected an end later than the start" });
  if (start > LAST_START) problems.push({ path: "start", message: "expected a time before the year 9998" });
  throwIfAny(problems, "the request");
  checkLength(start, end, wanted.for === null ? "end" : "for");
}

/** Two that touch would be one interruption, and completing one would end both. */
function checkApart({ held, now }: VerbTarget, { occurrence }: OccurrenceStatus, start: number, end: number): void {
  const others = held ? statusesBetween(held, start, end, now) : [];
  const touching = others.find(
    (other) =>
      other.state !== "canceled" &&
      other.occurrence.name !== occurrence.name &&
      other.occurrence.start <= end &&
      other.occurrence.end >= start,
  );
  if (!touching) return;
  const { name, start: from, end: until } = touching.occurrence;
  const times = `${new Date(from).toISOString()} to ${new Date(until).toISOString()}`;
  const message = `would touch or overlap ${name} of the same window, from ${times}: expected another time; cancel that occurrence if this one replaces it`;
  throwIfAny([{ path: "start", message }], "the request");
}
