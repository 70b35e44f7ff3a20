/** Apps get windows with a common audience as one interruption, which authors may not expect. */

import { occurrencesBetween } from "../occurrence/occurrence.ts";
import { overridesForWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { DAY } from "../values/duration.ts";
import { firstIndex } from "../values/first-index.ts";
import { printInstant } from "../values/instant.ts";
import { remembered } from "../values/remembered.ts";
import type { Steps } from "../values/steps.ts";
import { compareTexts } from "../values/text-order.ts";
import type { Warning } from "../wire/warning.ts";
import { scopeTerms, wholeProject, windowsByScope } from "./window-index.ts";

interface Times {
  readonly start: number;
  readonly end: number;
}

interface Span extends Times {
  readonly window: string;
}

const LOOKED_AHEAD = 31 * DAY;
/** A window that meets thousands of others costs 0.1 s by then. */
const MAX_SPANS = 10_000;
const NAMES_PER_STEP = 1_000;

/** @param ids one of the two windows of a warning is among them */
export function* overlapSteps(state: ProjectState, ids: readonly string[], now: number): Steps<Warning[]> {
  const edited = new Set(ids.filter((id) => state.window.has(id)));
  const ahead = { start: now, end: now + LOOKED_AHEAD };
  const spans = new Map<string, readonly Span[]>();
  let ofAll = 0;
  for (const id of edited) {
    const own = spansIn(state, id, ahead, now);
    spans.set(id, own);
    if (termsIn(state, id).length === 0) ofAll += own.length;
    // Each list of `sweep` has all of these in it, so it would look at none.
    if (ofAll > MAX_SPANS) return [];
    yield;
  }
  const reach = yield* reachOf(spans.values(), ahead);
  const within = { start: reach[0]?.start ?? now, end: Math.min(reach.at(-1)?.end ?? now, ahead.end) };
  for (const id of yield* windowsAround(state, edited)) {
    if (edited.has(id)) continue;
    // A window that does not overlap an edited one does not affect its warnings.
    const meeting = spansIn(state, id, within, now).filter((span) => isWithin(reach, span));
    if (meeting.length > 0) spans.set(id, meeting);
    if (termsIn(state, id).length === 0) ofAll += meeting.length;
    if (ofAll > MAX_SPANS) return [];
    yield;
  }
  return yield* sweep(state, edited, spans);
}

function* sweep(
  state: ProjectState,
  edited: ReadonlySet<string>,
  spansOf: ReadonlyMap<string, readonly Span[]>,
): Steps<Warning[]> {
  const found = new Map<string, Warning>();
  let looked = 0;
  const groups = yield* windowsByTerm(state, [...spansOf.keys()].sort(compareTexts), edited);
  for (const windows of groups) {
    yield;
    // A single list may have 100,000 entries, so they are counted before.
    for (const id of windows) looked += spansOf.get(id)?.length ?? 0;
    if (looked > MAX_SPANS) break;
    const spans = windows.flatMap((id) => spansOf.get(id) ?? []).sort((a, b) => a.start - b.start);
    let open: Span | null = null;
    for (const span of spans) {
      if (open !== null && span.start < open.end) note(open, span, edited, found);
      if (open === null || span.end > open.end) open = span;
    }
  }
  return [...found.values()];
}

/** A span that starts with the last millisecond looked at is part of the reach. */
function* reachOf(spansOfWindows: Iterable<readonly Span[]>, ahead: Times): Steps<Times[]> {
  const byDay = new Map<number, Times[]>();
  for (const spans of spansOfWindows) {
    const cut = spans.map(({ start, end }) => ({ start: Math.max(start, ahead.start), end: Math.min(end, ahead.end + 1) }));
    for (const span of joined(cut)) {
      const day = Math.floor(span.start / DAY);
      remembered(byDay, day, () => []).push(span);
    }
    yield;
  }
  const whole: Times[] = [];
  for (const day of [...byDay.keys()].sort((a, b) => a - b)) {
    const spans = joined(byDay.get(day) ?? []);
    const [first, last] = [spans[0], whole.at(-1)];
    if (first && last && first.start <= last.end) {
      // The last one of the days before reaches over any number of these.
      const met = spans.filter(({ start }) => start <= last.end);
      whole[whole.length - 1] = { start: last.start, end: Math.max(last.end, met.at(-1)?.end ?? last.end) };
      for (const span of spans.slice(met.length)) whole.push(span);
    } else for (const span of spans) whole.push(span);
    yield;
  }
  return whole;
}

function joined(spans: readonly Times[]): Times[] {
  const whole: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else whole.push({ start, end });
  }
  return whole;
}

/** Windows on the whole project, and those that share an audience with an edited one. */
function* windowsAround(state: ProjectState, edited: ReadonlySet<string>): Steps<Iterable<string>> {
  const asked = new Set([wholeProject]);
  for (const id of edited) {
    const askers = termsIn(state, id);
    if (askers.length === 0) return state.window.keys();
    for (const asker of askers) asked.add(asker);
    yield;
  }
  const covering = new Set<string>();
  for (const asker of asked) {
    for (const id of windowsByScope.find(state.window, asker)) covering.add(id);
    yield;
  }
  return covering;
}

/** @param spans sorted and apart from each other */
function isWithin(spans: readonly Times[], { start, end }: Times): boolean {
  const next = spans[firstIndex(spans.length, (index) => (spans[index]?.end ?? 0) <= start)];
  return (next?.start ?? Number.POSITIVE_INFINITY) < end;
}

function note(first: Span, second: Span, edited: ReadonlySet<string>, found: Map<string, Warning>): void {
  if (first.window === second.window || !(edited.has(first.window) || edited.has(second.window))) return;
  const [about, other] = edited.has(second.window) ? [second, first] : [first, second];
  const pair = [about.window, other.window].sort().join(" ");
  if (found.has(pair)) return;
  const start = printInstant(Math.max(about.start, other.start));
  found.set(pair, { code: "overlap", path: `windows.${about.window}`, window: about.window, other: other.window, start });
}

function* windowsByTerm(
  state: ProjectState,
  ids: readonly string[],
  edited: ReadonlySet<string>,
): Steps<Iterable<readonly string[]>> {
  const editedAskers = new Set<string>();
  let isOfAll = false;
  for (const id of edited) {
    const askers = termsIn(state, id);
    if (askers.length === 0) isOfAll = true;
    for (const asker of askers) editedAskers.add(asker);
    yield;
  }
  const ofAll: string[] = [];
  const byAsker = new Map<string, string[]>();
  let named = 0;
  for (const id of ids) {
    const askers = termsIn(state, id);
    if (askers.length === 0) ofAll.push(id);
    for (const asker of askers) {
      if (!isOfAll && !editedAskers.has(asker)) continue;
      remembered(byAsker, asker, () => []).push(id);
    }
    const before = named;
    named += askers.length + 1;
    if (Math.floor(named / NAMES_PER_STEP) > Math.floor(before / NAMES_PER_STEP)) yield;
  }
  return groupsOf(isOfAll, ofAll, byAsker);
}

function* groupsOf(
  isOfAll: boolean,
  ofAll: readonly string[],
  byAsker: ReadonlyMap<string, readonly string[]>,
): Generator<readonly string[]> {
  if (isOfAll) yield ofAll;
  // The order of warnings does not depend on which windows were looked up.
  for (const asker of [...byAsker.keys()].sort(compareTexts)) yield [...ofAll, ...(byAsker.get(asker) ?? [])];
}

function termsIn(state: ProjectState, id: string): readonly string[] {
  const window = state.window.get(id)?.value;
  return window ? scopeTerms(window) : [];
}

function spansIn(state: ProjectState, id: string, within: Times, now: number): Span[] {
  const window = state.window.get(id)?.value;
  if (!window) return [];
  const occurrences = occurrencesBetween(id, window, overridesForWindow(state, id), within.start, within.end, now);
  return occurrences.map(({ start, end }) => ({ window: id, start, end })).filter(({ end }) => end > now);
}
