/** Indexes windows by the days on which they plan an occurrence. */
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { movedAfter } from "./past-index.ts";
import { plannedBetween } from "./planned.ts";
import type { Held, ProjectState } from "./project-state.ts";
import type { ResourceMap } from "./resource-map.ts";
import type { Steps } from "./steps.ts";

const DAY = 24 * 60 * 60 * 1_000;
/** Days kept for each shared map: a month and its margins. A daily window takes 50 bytes for each day. */
const MOST_DAYS = 48;

/** Epoch milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface PlannedSpan extends Span {
  readonly window: string;
}

/** Keyed by the number of the day in UTC. */
type Days = Map<number, readonly PlannedSpan[]>;

const known = new WeakMap<ReadonlyMap<string, Held<MaintenanceWindow>>, Days>();

/**
 * Ids of the windows that may have an occurrence within one of the spans: all that have one, and some with overrides. The first
 * query for a day expands every window; later queries cost only their results.
 */
export function* windowsDuring(state: ProjectState, spans: readonly Span[]): Steps<Set<string>> {
  const { shared, changed } = state.window;
  const found = new Set<string>();
  for (const span of spans) {
    for (const { window, start, end } of yield* plannedOnDays(shared, span))
      if (start <= span.end && end >= span.start && !changed.has(window)) found.add(window);
    for (const [id, held] of changed)
      if (held && !found.has(id) && plannedBetween(held.value, span.start, span.end).length > 0) found.add(id);
    for (const id of movedDuring(state, span)) found.add(id);
    yield;
  }
  return found;
}

function* plannedOnDays(shared: ResourceMap<Held<MaintenanceWindow>>["shared"], { start, end }: Span): Steps<PlannedSpan[]> {
  const days = known.get(shared) ?? new Map();
  known.set(shared, days);
  const [first, last] = [Math.floor(start / DAY), Math.floor(end / DAY)];
  const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const missing = wanted.filter((day) => !days.has(day));
  if (days.size + missing.length > MOST_DAYS) for (const day of days.keys()) if (day < first || day > last) days.delete(day);
  if (missing.length > 0) for (const [day, planned] of yield* plannedOn(shared, missing)) days.set(day, planned);
  return wanted.flatMap((day) => days.get(day) ?? []);
}

function* plannedOn(
  shared: ReadonlyMap<string, Held<MaintenanceWindow>>,
  days: readonly number[],
): Steps<Map<number, PlannedSpan[]>> {
  const found = new Map<number, PlannedSpan[]>(days.map((day) => [day, []]));
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  for (const [window, { value }] of shared) {
    for (const { start, end } of plannedBetween(value, first * DAY, (last + 1) * DAY)) {
      for (let day = Math.floor(start / DAY); day <= last && day * DAY <= end; day++)
        found.get(day)?.push({ window, start, end });
    }
    yield;
  }
  return found;
}

/** Windows with overrides whose times may lie within the span. A side that the override omits is unbounded. */
function movedDuring(state: ProjectState, span: Span): string[] {
  return [...movedAfter(state, span.start)].flatMap((id) => {
    const override = state.override.get(id)?.value;
    if (!override) return [];
    const start = override.start ?? override.kept?.plannedStart ?? Number.NEGATIVE_INFINITY;
    const end = override.end ?? override.kept?.plannedEnd ?? Number.POSITIVE_INFINITY;
    return start <= span.end && end >= span.start ? [override.window] : [];
  });
}
