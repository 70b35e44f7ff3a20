/** The server deletes windows that ended 30 days ago (`endedEdits`). A manifest may still name them. */

import { isOpen, nextPastProposal, pastProposals } from "../changes/proposal.ts";
import { LONGEST_HOLD, type Override } from "../occurrence/occurrence.ts";
import { findWindow, statusesAround, type WindowWithOverrides, windowsWithOverrides } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { isEndless, lastPlannedEnd, plannedAt } from "../schedule/schedule.ts";
import { DAY } from "../values/duration.ts";
import type { Steps } from "../values/steps.ts";
import type { Warning } from "../wire/warning.ts";
import { parseWindow } from "./maintenance-window.ts";

const KEPT_FOR = 30 * DAY;

interface PastWindows {
  readonly leftOut: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
}

export function* pastWindows(
  before: ProjectState,
  after: ProjectState,
  wanted: readonly Edit[],
  now: number,
): Steps<PastWindows> {
  const leftOut = new Set<string>();
  const warnings: Warning[] = [];
  const edited = wanted.filter(({ kind, value }) => kind === "window" && value !== null).map(({ id }) => id);
  for (const id of edited.sort()) {
    yield;
    if (!isPast(findWindow(after, id), now)) continue;
    const isPresent = before.window.has(id);
    if (!isPresent) leftOut.add(id);
    warnings.push({ code: "past_window", path: `windows.${id}`, window: id, created: isPresent });
  }
  return { leftOut, warnings };
}

export function withoutPastWindows(edits: readonly Edit[], { leftOut }: PastWindows): readonly Edit[] {
  if (leftOut.size === 0) return edits;
  return edits.filter(({ kind, id, value }) => {
    if (value === null) return true;
    return kind === "override" ? !leftOut.has(windowIdOf(id)) : kind !== "window" || !leftOut.has(id);
  });
}

/** Deletes nothing that an open proposal changes. @param most number of edits */
export function* endedEdits(state: ProjectState, now: number, most = Number.POSITIVE_INFINITY): Steps<readonly Edit[]> {
  const proposed = yield* proposedWindows(state);
  const edits: Edit[] = [];
  for (const held of windowsWithOverrides(state)) {
    yield;
    if (edits.length >= most) return edits;
    if (!proposed.has(held.id) && isPast(held, now)) edits.push(...removal(held));
  }
  const gone = new Set(edits.map(({ id }) => id));
  const overrides = pastOverrides(state, now).filter(({ id }) => !gone.has(id) && !proposed.has(windowIdOf(id)));
  const others = [...overrides, ...pastProposals(state, now)];
  return [...edits, ...others.slice(0, Math.max(0, most - edits.length))];
}

/** Epoch ms; never too late. */
export function* nextEnded(state: ProjectState): Steps<number | null> {
  let next = nextPastProposal(state) ?? Number.POSITIVE_INFINITY;
  for (const { window, overrides: own } of windowsWithOverrides(state)) {
    yield;
    const ends = own.flatMap((override) => overrideEnd(override) ?? []);
    if (!isEndless(window)) next = Math.min(next, (lastPlannedEnd(window) ?? 0) + KEPT_FOR, ...ends.map((end) => end + KEPT_FOR));
    const isUnplanned = ({ kept, occurrence }: Override) => kept !== null && plannedAt(window, occurrence) === null;
    const kept = own.filter(isUnplanned).flatMap((override) => overrideEnd(override) ?? []);
    next = Math.min(next, ...kept.map((end) => end + LONGEST_HOLD + KEPT_FOR));
  }
  return Number.isFinite(next) ? next : null;
}

function overrideEnd({ end, kept }: Override): number | null {
  return end ?? kept?.plannedEnd ?? null;
}

function* proposedWindows(state: ProjectState): Steps<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { value } of state.proposal.values()) {
    yield;
    if (!isOpen(value)) continue;
    for (const { kind, id } of value.before) if (kind === "window" || kind === "override") found.add(windowIdOf(id));
  }
  return found;
}

/** @param id of a window or an override, `<window>/<occurrence>` */
function windowIdOf(id: string): string {
  return id.split("/", 1)[0] ?? id;
}

type WindowToCheck = Omit<WindowWithOverrides, "lead">;

/** Also checked without overrides: a manifest may create the window again. */
export function isPast(held: WindowToCheck, now: number): boolean {
  // A zone is less than two days from UTC, and the text sorts in order of time.
  const latest = new Date(now - KEPT_FOR + 2 * DAY).toISOString();
  if (isEndless(held.window) || held.window.start >= latest) return false;
  const { since, ...anew } = held.window;
  const isAnew = held.overrides.length === 0 && since === undefined;
  const isWrittenAgain = held.window.origin !== "hand" && !isAnew;
  return isOver(held, now) && (!isWrittenAgain || isOver({ id: held.id, window: anew, overrides: [] }, now));
}

function isOver(held: WindowToCheck, now: number): boolean {
  const statuses = statusesAround({ ...held, lead: 0 }, now);
  return statuses.length > 0 && statuses.every(({ end }) => end <= now - KEPT_FOR);
}

export function withoutPast(
  document: Readonly<Record<string, unknown>>,
  state: ProjectState,
  now: number,
): Readonly<Record<string, unknown>> {
  const { windows, ...rest } = document;
  if (typeof windows !== "object" || windows === null) return document;
  const present = Object.entries(windows).filter(([id, form]) => state.window.has(id) || !isPastForm(id, form, now));
  return present.length === 0 ? rest : { ...rest, windows: Object.fromEntries(present) };
}

function isPastForm(id: string, form: unknown, now: number): boolean {
  const window = parseWindow(form, "", "manifest", []);
  return window !== null && isPast({ id, window, overrides: [] }, now);
}

function removal({ id, overrides }: { readonly id: string; readonly overrides: readonly Override[] }): Edit[] {
  const done = overrides.map(({ occurrence }) => ({ kind: "override", id: `${id}/${occurrence}`, value: null }) as const);
  return [{ kind: "window", id, value: null }, ...done];
}

/** Keeps overrides of planned occurrences. */
function pastOverrides(state: ProjectState, now: number): Edit[] {
  return [...state.override].flatMap(([id, { value }]) => {
    const window = state.window.get(value.window)?.value;
    if (!value.kept || !window || (overrideEnd(value) ?? 0) + LONGEST_HOLD > now - KEPT_FOR) return [];
    return plannedAt(window, value.occurrence) === null ? [{ kind: "override", id, value: null } as const] : [];
  });
}
