import { sameValue } from "../changes/document-diff.ts";
import { emptyOverride } from "../occurrence/occurrence.ts";
import type { OccurrenceStatus, WindowWithOverrides } from "../occurrence/window-occurrences.ts";
import { isSlug, slugRule } from "../project/project.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { HOUR, printDuration, SECOND } from "../values/duration.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "../values/errors.ts";
import { listed } from "../values/fields.ts";
import { printInstant } from "../values/instant.ts";
import { freeWindowId, windowIdFor } from "../values/suggested-id.ts";
import { printWall } from "../values/wall-time.ts";
import { type MaintenanceWindow, parseWindow } from "../windows/maintenance-window.ts";
import {
  checkLength,
  conflict,
  endingAt,
  findActive,
  findLastEnded,
  findNext,
  findTarget,
  overridden,
  unchanged,
  type VerbEdits,
  type VerbTarget,
} from "./verb-target.ts";

export interface Start {
  readonly window: string | null;
  /** Null means derived from its title, or from the time. */
  readonly id: string | null;
  /** Milliseconds; at most one of `for` and `until` is set. */
  readonly for: number | null;
  /** Epoch ms. */
  readonly until: number | null;
  /** As in the manifest, only for a window by hand. */
  readonly form: Readonly<Record<string, unknown>>;
}

/** @throws not_found */
export function findStarted(state: ProjectState, wanted: Start, now: number): VerbTarget {
  const { window } = wanted;
  const id = window ?? wanted.id ?? newId(state, wanted.form.title, now);
  if (window !== null || state.window.has(id)) return findTarget(state, id, now);
  return { id, held: null, occurrences: [], isNamed: false, now };
}

/** @throws conflict, invalid */
export function start(target: VerbTarget, wanted: Start): VerbEdits {
  const { held } = target;
  if (held === null) return startByHand(target, wanted);
  return wanted.window === null ? startAgain(target, held, wanted) : startPlanned(target, held, wanted);
}

/** @throws invalid */
export function checkStart(wanted: Start, now: number): void {
  const problems: Problem[] = [];
  if (wanted.window !== null) {
    const strange = wanted.id === null ? Object.keys(wanted.form) : ["id", ...Object.keys(wanted.form)];
    problems.push(...strange.map((path) => ({ path, message: "applies only to a new window; `window` names an existing one" })));
  }
  if (wanted.id !== null && !isSlug(wanted.id)) problems.push({ path: "id", message: `expected a window's id: ${slugRule}` });
  if (wanted.for !== null && wanted.until !== null) {
    problems.push({ path: "until", message: "`for` and `until` are mutually exclusive: keep one" });
  }
  if (wanted.until !== null && wanted.until <= now)
    problems.push({ path: "until", message: "expected an instant in the future" });
  throwIfAny(problems, "the request");
}

function endOf(wanted: Start, now: number): number | null {
  return wanted.for === null ? wanted.until : now + wanted.for;
}

function pathOf(wanted: Start): string {
  return wanted.for === null ? "until" : "for";
}

function startPlanned({ occurrences, now }: VerbTarget, held: WindowWithOverrides, wanted: Start): VerbEdits {
  const running = findActive(occurrences);
  const end = endOf(wanted, now);
  if (running) return end === null || end <= running.end ? unchanged(running) : endingAt(running, end, pathOf(wanted));
  const next = findNext(occurrences);
  if (!next) throw conflict(nothingToStart(held, findLastEnded(occurrences)));
  const { occurrence } = next;
  const until = end ?? now + occurrence.end - occurrence.start;
  checkLength(now, until, pathOf(wanted));
  return overridden(next, { start: now, end: until });
}

function nothingToStart({ id, window }: WindowWithOverrides, last: OccurrenceStatus | undefined): string {
  const was = last ? `${last.occurrence.name} ended at ${printInstant(last.end)}` : "all its occurrences were canceled";
  const hint = window.origin === "hand" ? " To start it again by hand, send its id as `id`." : "";
  return `${id} has no upcoming occurrence to start: ${was}.${hint}`;
}

function startAgain(target: VerbTarget, held: WindowWithOverrides, wanted: Start): VerbEdits {
  const { id, occurrences } = target;
  const isRunning = findActive(occurrences) !== undefined;
  const isByHand = held.window.origin === "hand";
  if (!isRunning && !isByHand)
    throw conflict(`${id} is a planned window: send it as \`window\` to start it, or choose another id.`);
  if (!isRunning && findNext(occurrences) === undefined) return startByHand(target, wanted);
  checkSame(held, wanted, target.now);
  return startPlanned(target, held, wanted);
}

/** A success would claim that other instances are covered. */
function checkSame({ id, window }: WindowWithOverrides, wanted: Start, now: number): void {
  const asked = byHand(wanted, printWall(now), HOUR);
  const other = (["title", "platforms", "instances", "message", "overrun"] as const).filter(
    (key) => wanted.form[key] !== undefined && !sameValue(asked[key], window[key]),
  );
  if (other.length === 0) return;
  throw conflict(
    `${id} already exists with different ${listed(other)}: complete it first, or choose another id.`,
    other.map((path) => ({ path, message: "differs from the existing window" })),
  );
}

function startByHand({ id, held, now }: VerbTarget, wanted: Start): VerbEdits {
  const planned = plannedSecond(held, now);
  const end = endOf(wanted, now) ?? now + HOUR;
  checkLength(now, end, pathOf(wanted));
  const duration = Math.max(1, Math.round((end - planned) / SECOND)) * SECOND;
  const window = byHand(wanted, printWall(planned), duration);
  const edits: Edit[] = [{ kind: "window", id, value: window }];
  const name = `${id}/${window.start}`;
  const isAsPlanned = planned === now && planned + duration === end;
  if (!isAsPlanned) edits.push({ kind: "override", id: name, value: { ...emptyOverride(id, window.start), start: now, end } });
  return { edits, occurrence: name };
}

/** @throws invalid, with everything that is wrong with the form */
function byHand(wanted: Start, wall: string, duration: number): MaintenanceWindow {
  const problems: Problem[] = [];
  const window = parseWindow({ ...wanted.form, start: wall, duration: printDuration(duration) }, "", "hand", problems);
  throwIfAny(problems, "the request");
  if (!window) throw new DrawbridgeError("internal", "a window without problems was not parsed");
  return window;
}

/** Epoch ms. A reused name is planned for the next free second, and starts early. */
function plannedSecond(held: WindowWithOverrides | null, now: number): number {
  const second = Math.floor(now / SECOND) * SECOND;
  if (held === null) return second;
  const taken = new Set([held.window.start, ...held.overrides.map(({ occurrence }) => occurrence)]);
  let planned = second + SECOND;
  while (taken.has(printWall(planned))) planned += SECOND;
  return planned;
}

/** The same title is the same window: a repeated request starts no second one. */
function newId(state: ProjectState, title: unknown, now: number): string {
  if (typeof title !== "string") {
    const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").toLowerCase();
    return freeWindowId(`by-hand-${time}`, (id) => state.window.has(id));
  }
  const isOther = (window: MaintenanceWindow | undefined) => window && (window.origin !== "hand" || window.title !== title);
  return freeWindowId(windowIdFor(title), (id) => Boolean(isOther(state.window.get(id)?.value)));
}
