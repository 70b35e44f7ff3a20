import { namesOf } from "../describe/reader.ts";
import { formatSpan } from "../describe/times.ts";
import { emptyOverride, type Override } from "../occurrence/occurrence.ts";
import { isAhead } from "../occurrence/occurrence-state.ts";
import {
  findOccurrence,
  findWindow,
  type OccurrenceStatus,
  statusesAround,
  type WindowWithOverrides,
  windowsWithOverrides,
} from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "../values/errors.ts";

/** Only for a hint; a look at each takes a fraction of a millisecond. */
const MAX_OTHERS = 500;

/** With neither, the active window that was started by hand is meant. */
export interface OccurrenceChoice {
  readonly window: string | null;
  readonly occurrence: string | null;
}

export interface VerbTarget {
  /** A new window's, if `held` is null. */
  readonly id: string;
  readonly held: WindowWithOverrides | null;
  /** Around now; if an occurrence was named, that one alone. */
  readonly occurrences: readonly OccurrenceStatus[];
  readonly isNamed: boolean;
  readonly now: number;
}

/** @throws not_found; conflict: nothing was named, and no sole window started by hand is active */
export function findChosen(state: ProjectState, choice: OccurrenceChoice, now: number): VerbTarget {
  if (choice.occurrence === null) return findTarget(state, choice.window ?? findSoleStartedByHand(state, now), now);
  const named = findOccurrence(state, choice.occurrence, now);
  const id = named.occurrence.window;
  return { id, held: findWindow(state, id), occurrences: [named], isNamed: true, now };
}

/** @throws not_found */
export function findTarget(state: ProjectState, id: string, now: number): VerbTarget {
  const held = findWindow(state, id);
  return { id, held, occurrences: statusesAround(held, now), isNamed: false, now };
}

/** @throws invalid: both, or neither where one is needed */
export function checkChoice({ window, occurrence }: OccurrenceChoice, isNeeded: boolean): void {
  const problems: Problem[] = [];
  if (window !== null && occurrence !== null) {
    problems.push({
      path: "occurrence",
      message: "`window` and `occurrence` are mutually exclusive: the name of an occurrence includes its window",
    });
  } else if (isNeeded && window === null && occurrence === null) {
    problems.push({ path: "window", message: "expected a `window`, for its next occurrence, or an `occurrence`" });
  }
  throwIfAny(problems, "the request");
}

/** The one that ends last, if there are several. */
export function findActive(statuses: readonly OccurrenceStatus[]): OccurrenceStatus | undefined {
  return statuses.filter(({ state }) => state === "active").reduce(laterEnd, undefined);
}

export function findLastEnded(statuses: readonly OccurrenceStatus[]): OccurrenceStatus | undefined {
  return statuses.filter(({ state }) => state === "ended").reduce(laterEnd, undefined);
}

/** Leaves out those completed before their start. */
export function findNext(statuses: readonly OccurrenceStatus[]): OccurrenceStatus | undefined {
  return statuses.find(({ state, isCompleted }) => isAhead(state) && !isCompleted);
}

/** @throws conflict, naming those that might be meant */
function findSoleStartedByHand(state: ProjectState, now: number): string {
  const { hand = [], planned = [] } = Object.groupBy(windowsWithOverrides(state), ({ window }) =>
    window.origin === "hand" ? "hand" : "planned",
  );
  const running = activeAmong(hand, now);
  const [first, ...rest] = running;
  if (first && rest.length === 0) return first.occurrence.window;
  if (first)
    throw conflict(
      `${running.length} windows that were started by hand are active: name one of them.`,
      running.map((each) => choiceOf(state, each, now)),
    );
  const others = activeAmong(planned.slice(0, MAX_OTHERS), now);
  if (others.length === 0) throw conflict("No maintenance that was started by hand is active.");
  throw conflict(
    "No maintenance that was started by hand is active. Name the window.",
    others.map((each) => choiceOf(state, each, now)),
  );
}

function activeAmong(windows: readonly WindowWithOverrides[], now: number): OccurrenceStatus[] {
  return windows.flatMap((held) => findActive(statusesAround(held, now)) ?? []);
}

function choiceOf(state: ProjectState, { occurrence, end }: OccurrenceStatus, now: number): Problem {
  const span = formatSpan(occurrence.start, end, { zone: occurrence.zone, now });
  return { path: occurrence.window, message: `${namesOf(state).window(occurrence.window)}, ${span}` };
}

function laterEnd(best: OccurrenceStatus | undefined, other: OccurrenceStatus): OccurrenceStatus {
  return best && best.end >= other.end ? best : other;
}

export interface VerbEdits {
  readonly edits: readonly Edit[];
  /** The verb is about this one; edits may also concern others. */
  readonly occurrence: string;
}

export function unchanged({ occurrence }: OccurrenceStatus): VerbEdits {
  return { edits: [], occurrence: occurrence.name };
}

export function overridden(status: OccurrenceStatus, change: Partial<Override>): VerbEdits {
  return { edits: [overriding(status, change)], occurrence: status.occurrence.name };
}

export function overriding({ occurrence, override }: OccurrenceStatus, change: Partial<Override>): Edit {
  const { window, name } = occurrence;
  const before = override ?? emptyOverride(window, name.slice(window.length + 1));
  return { kind: "override", id: name, value: { ...before, ...change } };
}

export function conflict(message: string, problems: readonly Problem[] = []): DrawbridgeError {
  return new DrawbridgeError("conflict", message, problems);
}

/** Milliseconds. */
export const LONGEST_OCCURRENCE = 366 * 24 * 60 * 60_000;

/** @param path of the member that asked for such an end. @throws invalid */
export function checkLength(start: number, end: number, path: string): void {
  if (end - start <= LONGEST_OCCURRENCE) return;
  throwIfAny([{ path, message: "expected maintenance of at most 366 days" }], "the request");
}

/** @param path of the member that asked for it. @throws conflict: it was completed; invalid: too late an end */
export function endingAt(status: OccurrenceStatus, end: number, path: string): VerbEdits {
  if (status.isCompleted) throw conflict(`${status.occurrence.name} was completed and cannot be extended.`);
  checkLength(status.occurrence.start, end, path);
  return overridden(status, { end });
}

/** @throws conflict */
export function checkNotStarted({ occurrence, state, isCompleted }: OccurrenceStatus, instead: string): void {
  if (state === "ended" || isCompleted) throw conflict(`${occurrence.name} has ended and can no longer be changed.`);
  if (state === "active") throw conflict(`${occurrence.name} has started: ${instead}.`);
}
