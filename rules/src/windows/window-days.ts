/** The index of a day has the windows that plan something on it. */

import type { ProjectState, Revisioned } from "../project/project-state.ts";
import { plannedBetween } from "../schedule/schedule.ts";
import { remembered } from "../values/remembered.ts";
import type { Steps } from "../values/steps.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { overridesEndingAfter } from "./window-index.ts";

const DAY = 24 * 60 * 60 * 1_000;
/** A month and its margins. A daily window takes 50 bytes of each day. */
const MAX_DAYS = 48;
/** Entries or overrides read in one step, well under 1 ms. */
const READ_PER_STEP = 1_000;

/** Epoch milliseconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** In ms after midnight UTC. The parts of one window do not touch each other. */
interface PartOfDay {
  readonly window: string;
  readonly from: number;
  readonly until: number;
}

type Windows = ReadonlyMap<string, Revisioned<MaintenanceWindow>>;

/** By number of the day in UTC. */
type Days = Map<number, readonly PartOfDay[]>;

const known = new WeakMap<Windows, Days>();

/** May include others. @param spans in order and apart from each other */
export function* windowsDuring(state: ProjectState, spans: readonly Span[]): Steps<Set<string>> {
  const found = new Set<string>();
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return found;
  const { shared, changed } = state.window;
  const wanted = daysOf(spans);
  for (let at = 0; at < wanted.length; at += MAX_DAYS) {
    for (const [day, parts] of yield* partsOfDays(shared, wanted.slice(at, at + MAX_DAYS))) {
      yield;
      const midnight = day * DAY;
      for (const [index, { window, from, until }] of parts.entries()) {
        if (index % READ_PER_STEP === READ_PER_STEP - 1) yield;
        if (found.has(window) || changed.has(window)) continue;
        if (isWithin(spans, { start: midnight + from, end: midnight + until })) found.add(window);
      }
    }
  }
  for (const [id, held] of changed) {
    yield;
    if (held && plannedBetween(held.value, first.start, last.end).some((planned) => isWithin(spans, planned))) found.add(id);
  }
  let looked = 0;
  for (const id of overridesEndingAfter(state, first.start)) {
    const window = movedWithin(state, id, spans);
    if (window !== null) found.add(window);
    if (++looked % READ_PER_STEP === 0) yield;
  }
  return found;
}

/** @param spans sorted and apart from each other */
export function isWithin(spans: readonly Span[], { start, end }: Span): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) < end;
}

function daysOf(spans: readonly Span[]): number[] {
  const days: number[] = [];
  for (const { start, end } of spans) {
    const last = Math.floor(end / DAY);
    for (let day = Math.max(Math.floor(start / DAY), (days.at(-1) ?? Number.NEGATIVE_INFINITY) + 1); day <= last; day++)
      days.push(day);
  }
  return days;
}

function* partsOfDays(shared: Windows, wanted: readonly number[]): Steps<Days> {
  const kept = remembered(known, shared, () => new Map());
  // Work on the same map may drop any day between two steps: this one holds on to the days it needs.
  const found: Days = new Map(wanted.flatMap((day) => (kept.has(day) ? [[day, kept.get(day) ?? []]] : [])));
  const missing = wanted.filter((day) => !found.has(day));
  if (missing.length === 0) return found;
  for (const [day, parts] of yield* planDays(shared, missing)) {
    found.set(day, parts);
    kept.set(day, parts);
  }
  for (const day of kept.keys()) {
    if (kept.size <= MAX_DAYS) break;
    if (!found.has(day)) kept.delete(day);
  }
  return found;
}

function* planDays(shared: Windows, days: readonly number[]): Steps<Days> {
  const found = new Map<number, PartOfDay[]>(days.map((day) => [day, []]));
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  for (const [window, { value }] of shared) {
    const whole: PartOfDay = { window, from: 0, until: DAY };
    for (const { start, end } of plannedBetween(value, first * DAY, (last + 1) * DAY)) {
      for (let day = Math.max(first, Math.floor(start / DAY)); day <= last && day * DAY < end; day++) {
        const parts = found.get(day);
        if (parts) addPart(parts, whole, start - day * DAY, end - day * DAY);
      }
    }
    yield;
  }
  return found;
}

/** A day keeps a few parts of a window, however long each of its occurrences lasts. */
function addPart(parts: PartOfDay[], whole: PartOfDay, start: number, end: number): void {
  const { window } = whole;
  const last = parts.at(-1);
  // `| 0`: small integers, which take no number object of their own.
  const part = { window, from: Math.max(start, 0) | 0, until: Math.min(end, DAY) | 0 };
  if (last?.window !== window || last.until < part.from) parts.push(part.until - part.from === DAY ? whole : part);
  else if (last.until < part.until)
    parts[parts.length - 1] = last.from === 0 && part.until === DAY ? whole : { ...last, until: part.until };
}

/** A side that was not given is anywhere. */
function movedWithin(state: ProjectState, id: string, spans: readonly Span[]): string | null {
  const override = state.override.get(id)?.value;
  if (!override) return null;
  const start = override.start ?? override.kept?.plannedStart ?? Number.NEGATIVE_INFINITY;
  const end = override.end ?? override.kept?.plannedEnd ?? Number.POSITIVE_INFINITY;
  return isWithin(spans, { start, end }) ? override.window : null;
}
