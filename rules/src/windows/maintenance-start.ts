/** Maintenance that begins now: the next occurrence of a window that was planned, or a window by hand that is made for it. */

import { sameValue } from "../changes/document-diff.ts";
import { isSlug, slugRule } from "../project/project.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { printDuration } from "../values/duration.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "../values/errors.ts";
import { listed } from "../values/fields.ts";
import { checkLength, endingAt } from "./maintenance-extension.ts";
import { type MaintenanceWindow, parseWindow } from "./maintenance-window.ts";
import { conflict, inForceOf, lastOf, nextOf, outcome, textOf, unchanged, type VerbOutcome } from "./occurrence-choice.ts";
import { heldWindow, overriding, type Standing, standingsAround, untouched, type WindowHeld } from "./standing-occurrence.ts";

export interface Start {
  /** One that is there; or none, and one is made by hand. */
  readonly window: string | null;
  /** Of the window by hand; null: made of the time. */
  readonly name: string | null;
  /** Milliseconds from now; at most one of `for` and `until`. */
  readonly for: number | null;
  /** Epoch ms. */
  readonly until: number | null;
  /** `platforms`, `instances`, `message` and `overrun` as in the manifest: only of a window by hand. */
  readonly form: Readonly<Record<string, unknown>>;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** @throws not_found, conflict, invalid */
export function start(state: ProjectState, wanted: Start, now: number): VerbOutcome {
  checkStart(wanted, now);
  if (wanted.window !== null) return startPlanned(state, wanted.window, wanted, now);
  const id = wanted.name ?? freeName(state, now);
  const present = state.window.get(id)?.value;
  return present ? startAgain(state, id, present, wanted, now) : startByHand(state, id, wanted, now);
}

function checkStart(wanted: Start, now: number): void {
  const problems: Problem[] = [];
  if (wanted.window !== null) {
    const strange = wanted.name === null ? Object.keys(wanted.form) : ["name", ...Object.keys(wanted.form)];
    problems.push(
      ...strange.map((path) => ({ path, message: "only of a window that is made by hand; `window` is one that is there" })),
    );
  }
  if (wanted.name !== null && !isSlug(wanted.name))
    problems.push({ path: "name", message: `expected a window's id: ${slugRule}` });
  if (wanted.for !== null && wanted.until !== null) {
    problems.push({ path: "until", message: "`for` and `until` exclude each other: keep one" });
  }
  if (wanted.until !== null && wanted.until <= now)
    problems.push({ path: "until", message: "expected an instant in the future" });
  throwIfAny(problems, "the request");
}

function endOf(wanted: Start, now: number): number | null {
  return wanted.for === null ? wanted.until : now + wanted.for;
}

/** Of what says when it ends. */
function pathOf(wanted: Start): string {
  return wanted.for === null ? "until" : "for";
}

/** One in force goes on, and ends no earlier than was asked for. */
function startPlanned(state: ProjectState, id: string, wanted: Start, now: number): VerbOutcome {
  const held = heldWindow(state, id);
  const standings = standingsAround(held, now);
  const running = inForceOf(standings);
  const end = endOf(wanted, now);
  if (running)
    return end === null || end <= running.end ? unchanged(running) : endingAt(state, running, end, pathOf(wanted), now);
  const next = nextOf(standings);
  if (!next) throw conflict(nothingToStart(held, lastOf(standings)));
  const { occurrence } = next;
  const until = end ?? now + occurrence.end - occurrence.start;
  checkLength(now, until, pathOf(wanted));
  return outcome(state, [overriding(next, { start: now, end: until })], occurrence.name, now);
}

function nothingToStart({ id, window }: WindowHeld, last: Standing | undefined): string {
  const was = last ? `${last.occurrence.name} is over since ${textOf(last.end)}` : "every one was cancelled";
  const hint = window.origin === "hand" ? " One by hand begins anew by its `name`." : "";
  return `${id} has no occurrence to come that could begin now: ${was}.${hint}`;
}

/** A name that is there: it goes on if it is in force, and is used anew if it was made by hand and is over. */
function startAgain(state: ProjectState, id: string, present: MaintenanceWindow, wanted: Start, now: number): VerbOutcome {
  const standings = standingsAround(heldWindow(state, id), now);
  const isRunning = inForceOf(standings) !== undefined;
  const isByHand = present.origin === "hand";
  if (!isRunning && !isByHand) throw conflict(`${id} is a window that was planned: begin it as such, or take another name.`);
  if (!isRunning && nextOf(standings) === undefined) return startByHand(state, id, wanted, now);
  checkSame(id, present, wanted, now);
  return startPlanned(state, id, { ...wanted, window: id }, now);
}

/** Whoever asks for other instances must not be told that all is well. */
function checkSame(id: string, present: MaintenanceWindow, wanted: Start, now: number): void {
  const asked = byHand(wanted, wallOf(now), HOUR);
  const other = (["platforms", "instances", "message", "overrun"] as const).filter(
    (key) => wanted.form[key] !== undefined && !sameValue(asked[key], present[key]),
  );
  if (other.length === 0) return;
  throw conflict(
    `${id} is there, and not with the same ${listed(other)}: complete it first, or take another name.`,
    other.map((path) => ({ path, message: "is not what the window has" })),
  );
}

function startByHand(state: ProjectState, id: string, wanted: Start, now: number): VerbOutcome {
  const planned = plannedSecond(state, id, now);
  const end = endOf(wanted, now) ?? now + HOUR;
  checkLength(now, end, pathOf(wanted));
  const duration = Math.max(1, Math.round((end - planned) / SECOND)) * SECOND;
  const window = byHand(wanted, wallOf(planned), duration);
  const edits: Edit[] = [{ kind: "window", id, value: window }];
  const name = `${id}/${window.start}`;
  const isAsPlanned = planned === now && planned + duration === end;
  if (!isAsPlanned) edits.push({ kind: "override", id: name, value: { ...untouched(id, window.start), start: now, end } });
  return outcome(state, edits, name, now);
}

/** @throws invalid, with everything that is wrong with the form */
function byHand(wanted: Start, wall: string, duration: number): MaintenanceWindow {
  const problems: Problem[] = [];
  const window = parseWindow({ ...wanted.form, start: wall, duration: printDuration(duration) }, "", "hand", problems);
  throwIfAny(problems, "the request");
  if (!window) throw new DrawbridgeError("internal", "a window without problems gave nothing");
  return window;
}

/**
 * Epoch ms of the whole second in which it begins, since a plan has no milliseconds. A name that is used anew has its last
 * occurrence behind it: the next one is planned for the first second to come, and begins early.
 */
function plannedSecond(state: ProjectState, id: string, now: number): number {
  const second = Math.floor(now / SECOND) * SECOND;
  if (!state.window.has(id)) return second;
  const taken = takenNames(state, id);
  let planned = second + SECOND;
  while (taken.has(wallOf(planned))) planned += SECOND;
  return planned;
}

function takenNames(state: ProjectState, id: string): Set<string> {
  const present = state.window.get(id)?.value;
  const done = [...state.override.values()].filter(({ value }) => value.window === id).map(({ value }) => value.occurrence);
  return new Set([...(present ? [present.start] : []), ...done]);
}

/** As a window writes it: without seconds where there are none. */
function wallOf(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, 19);
  return text.endsWith(":00") ? text.slice(0, 16) : text;
}

/** Two that are started in one second are two. */
function freeName(state: ProjectState, now: number): string {
  const base = `by-hand-${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").toLowerCase()}`;
  let name = base;
  for (let count = 2; state.window.has(name); count++) name = `${base}-${count}`;
  return name;
}
