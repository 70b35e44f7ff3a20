/** Windows that cover the same asker at the same time: it is told of one interruption, which may surprise. */

import type { Problem } from "./errors.ts";
import { occurrencesBetween } from "./occurrence.ts";
import type { ProjectState } from "./project-state.ts";
import { askersOf, everybody, windowsByScope } from "./scope-index.ts";
import { finished, type Steps } from "./steps.ts";
import { compareTexts } from "./text-order.ts";
import { overridesOf } from "./window-change.ts";
import { windowsDuring } from "./window-days.ts";

/** Epoch milliseconds. */
interface Times {
  readonly start: number;
  readonly end: number;
}

interface Span extends Times {
  readonly window: string;
  readonly name: string;
}

const LOOKED_AHEAD = 31 * 24 * 60 * 60 * 1_000;
/** Maximum spans checked: overlaps with thousands of windows take 0.1 s by then. */
const MOST_SPANS = 10_000;

/** Once for each two windows, with the first time, of the next 31 days. @param ids of two, one is among them */
export function overlapWarnings(state: ProjectState, ids: readonly string[], now: number): Problem[] {
  return finished(overlapSteps(state, ids, now));
}

export function* overlapSteps(state: ProjectState, ids: readonly string[], now: number): Steps<Problem[]> {
  const edited = new Set(ids.filter((id) => state.window.has(id)));
  const ahead = { start: now, end: now + LOOKED_AHEAD };
  const spans = new Map<string, readonly Span[]>();
  for (const id of edited) {
    spans.set(id, spansIn(state, id, ahead, now));
    yield;
  }
  const reach = joined([...spans.values()].flat());
  const within = { start: reach[0]?.start ?? now, end: Math.min(reach.at(-1)?.end ?? now, ahead.end) };
  for (const id of yield* windowsAround(state, edited, reach)) {
    if (edited.has(id)) continue;
    // A window that does not meet an edited one cannot affect its warnings.
    const meeting = spansIn(state, id, within, now).filter((span) => isWithin(reach, span));
    if (meeting.length > 0) spans.set(id, meeting);
    yield;
  }
  return yield* sweep(state, edited, spans);
}

function* sweep(
  state: ProjectState,
  edited: ReadonlySet<string>,
  spansOf: ReadonlyMap<string, readonly Span[]>,
): Steps<Problem[]> {
  const found = new Map<string, Problem>();
  let looked = 0;
  for (const windows of windowsByAsker(state, [...spansOf.keys()].sort(compareTexts), edited)) {
    const spans = windows.flatMap((id) => spansOf.get(id) ?? []).sort((a, b) => a.start - b.start);
    looked += spans.length;
    if (looked > MOST_SPANS) break;
    let open: Span | null = null;
    for (const span of spans) {
      if (open !== null && span.start < open.end) note(open, span, edited, found);
      if (open === null || span.end > open.end) open = span;
    }
    yield;
  }
  return [...found.values()];
}

/** Merges overlapping spans, in order. */
function joined(spans: readonly Times[]): Times[] {
  const whole: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else whole.push({ start, end });
  }
  return whole;
}

/** Whether a span overlaps one of the sorted, disjoint spans. */
function isWithin(spans: readonly Times[], { start, end }: Times): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) < end;
}

/** Up to this number, each window is expanded; above it, an index finds the windows on those days. */
const FEW = 200;

/**
 * Ids of other windows that affect the same askers as the edited ones and may occur within the spans. A window that covers
 * everyone meets all.
 */
function* windowsAround(state: ProjectState, edited: ReadonlySet<string>, spans: readonly Times[]): Steps<readonly string[]> {
  const askers = [...edited].map((id) => askersIn(state, id));
  if (askers.some((own) => own.length === 0)) return [...(yield* windowsDuring(state, spans))];
  const asked = new Set([everybody, ...askers.flat()]);
  const covering = new Set<string>();
  for (const asker of asked) for (const id of windowsByScope.find(state.window, asker)) covering.add(id);
  if (covering.size <= FEW) return [...covering];
  return [...(yield* windowsDuring(state, spans))].filter((id) => covering.has(id));
}

function note(first: Span, second: Span, edited: ReadonlySet<string>, found: Map<string, Problem>): void {
  if (first.window === second.window || !(edited.has(first.window) || edited.has(second.window))) return;
  const [about, other] = edited.has(second.window) ? [second, first] : [first, second];
  const pair = [about.window, other.window].sort().join(" ");
  if (found.has(pair)) return;
  const message = `${about.name} overlaps ${other.name}: whom both cover is told of one interruption`;
  found.set(pair, { path: `windows.${about.window}`, message });
}

/** The windows on everybody; and with them those of each instance and platform, where an edited one is among them. */
function* windowsByAsker(state: ProjectState, ids: readonly string[], edited: ReadonlySet<string>): Generator<readonly string[]> {
  const ofAll: string[] = [];
  const byAsker = new Map<string, string[]>();
  for (const id of ids) {
    const askers = askersIn(state, id);
    if (askers.length === 0) ofAll.push(id);
    for (const asker of askers) {
      const own = byAsker.get(asker);
      if (own) own.push(id);
      else byAsker.set(asker, [id]);
    }
  }
  const isEdited = (id: string) => edited.has(id);
  const isOfAll = ofAll.some(isEdited);
  if (isOfAll) yield ofAll;
  for (const own of byAsker.values()) if (isOfAll || own.some(isEdited)) yield [...ofAll, ...own];
}

function askersIn(state: ProjectState, id: string): readonly string[] {
  const window = state.window.get(id)?.value;
  return window ? askersOf(window) : [];
}

function spansIn(state: ProjectState, id: string, within: Times, now: number): Span[] {
  const window = state.window.get(id)?.value;
  if (!window) return [];
  const occurrences = occurrencesBetween(id, window, overridesOf(state, id), within.start, within.end);
  return occurrences.map(({ name, start, end }) => ({ window: id, name, start, end })).filter(({ end }) => end > now);
}
