/** What a feed shows: the occurrences around now that cover whom it is for, each as it is now, and when it last changed. */

import { type Held, type ProjectState, projectOf } from "drawbridge-rules/project/project-state.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import {
  endInForce,
  lastEndMove,
  type Occurrence,
  type Override,
  occurrencesBetween,
} from "drawbridge-rules/windows/occurrence.ts";
import { inTurns } from "../../base/work-in-turns.ts";
import type { CommitTimes } from "./commit-times.ts";
import { descriptionOf, instanceName } from "./feed-text.ts";

export interface FeedEntry {
  /** The occurrence's: `<window>/<planned local start>` */
  readonly name: string;
  readonly window: string;
  readonly zone: string;
  /** Epoch ms, like all times here; those in force. */
  readonly start: number;
  readonly end: number;
  readonly isCancelled: boolean;
  /** Whether a verb was at it. */
  readonly isTouched: boolean;
  /** Grows with every change of the occurrence that somebody made: the revision of its window or of its override. */
  readonly sequence: number;
  /** When it last changed; also when a hold moved its end, which is no revision. */
  readonly updated: number;
  readonly description: string;
}

export interface Feed {
  readonly project: string;
  readonly projectName: string;
  readonly language: string;
  readonly instance: { readonly id: string; readonly name: string } | null;
  /** In order of start. */
  readonly entries: readonly FeedEntry[];
}

const day = 86_400_000;
/** Days. */
const daysBack = 31;
const daysAhead = 366;
/** Days ahead that are looked at first: where thousands of windows fill the feed with those, the rest is cut off anyway. */
const firstLooks = [1, 31];
const mostEntries = 1_000;

/**
 * Null where there is no such project, or no such instance any more.
 * @param at epoch ms @throws unavailable
 */
export async function feedOf(
  state: ProjectState,
  instance: string | null,
  at: number,
  times: Pick<CommitTimes, "of">,
): Promise<Feed | null> {
  const project = projectOf(state);
  if (!project || (instance !== null && !state.instance.has(instance))) return null;
  const shown = await shownAt(state, instance, at);
  const committed = await times.of(
    state.id,
    shown.map(({ sequence }) => sequence),
  );
  const entries = await inTurns(shown, (one) => entryOf(state, instance, one, committed.get(one.sequence) ?? 0, at));
  return {
    project: state.id,
    projectName: project.name,
    language: project.languages[0] ?? "en",
    instance: instance === null ? null : { id: instance, name: instanceName(state, instance) },
    entries: entries.sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1)),
  };
}

/** An occurrence, with what of its window and its override is needed. */
interface Shown {
  readonly occurrence: Occurrence;
  readonly window: MaintenanceWindow;
  readonly end: number;
  readonly isCancelled: boolean;
  readonly isTouched: boolean;
  readonly sequence: number;
}

interface HeldWindow {
  readonly id: string;
  readonly held: Held<MaintenanceWindow>;
  readonly overrides: readonly Held<Override>[];
}

async function shownAt(state: ProjectState, instance: string | null, at: number): Promise<Shown[]> {
  const overrides = Map.groupBy(state.override.values(), ({ value }) => value.window);
  const windows = [...state.window]
    .filter(([, { value }]) => covers(value, instance))
    .map(([id, held]) => ({ id, held, overrides: overrides.get(id) ?? [] }));
  for (const days of firstLooks) {
    // No rule has more than one a day.
    if (windows.length * days < mostEntries) continue;
    const next = await nearestBetween(windows, at, at + days * day, at);
    if (next.length === mostEntries && next.every(({ end }) => end > at)) return next;
  }
  return nearestBetween(windows, at - daysBack * day, at + daysAhead * day, at);
}

/** At most as many as a feed has. */
async function nearestBetween(windows: readonly HeldWindow[], from: number, until: number, at: number): Promise<Shown[]> {
  let found: Shown[] = [];
  await inTurns(windows, (window) => {
    found.push(...shownOf(window, from, until, at));
    if (found.length > 4 * mostEntries) found = nearest(found, at);
  });
  return nearest(found, at);
}

/** One that is on platforms covers no instance: whoever asks about an instance is not told of it. */
function covers({ instances, platforms }: MaintenanceWindow, instance: string | null): boolean {
  if (instance === null) return true;
  return instances ? instances.includes(instance) : platforms === null;
}

function shownOf(
  { id, held: { value: window, revision }, overrides: held }: HeldWindow,
  from: number,
  until: number,
  at: number,
): Shown[] {
  const overrides = held.map(({ value }) => value);
  const byName = new Map(held.map((one) => [`${id}/${one.value.occurrence}`, one]));
  const shown = (occurrence: Occurrence, isCancelled: boolean): Shown => {
    const override = byName.get(occurrence.name);
    const sequence = Math.max(revision, override?.revision ?? 0);
    const end = isCancelled ? occurrence.end : endInForce(occurrence, at);
    return { occurrence, window, end, isCancelled, isTouched: override !== undefined, sequence };
  };
  const standing = occurrencesBetween(id, window, overrides, from, until, at).map((one) => shown(one, false));
  const cancelled = overrides.filter((override) => override.cancelled);
  if (cancelled.length === 0) return standing;
  // A cancelled one does not exist: it is shown as it would be.
  const restored = overrides.map((override) => ({ ...override, cancelled: false }));
  const names = new Set(cancelled.map(({ occurrence }) => `${id}/${occurrence}`));
  const all = occurrencesBetween(id, window, restored, from, until, at);
  return [...standing, ...all.filter(({ name }) => names.has(name)).map((one) => shown(one, true))];
}

/** What is to come, the next first; then what is over, the last first. */
function nearest(shown: readonly Shown[], at: number): Shown[] {
  const ordered = shown.toSorted((a, b) => {
    const isAOver = a.end <= at;
    if (isAOver !== b.end <= at) return isAOver ? 1 : -1;
    const apart = isAOver ? b.end - a.end : a.occurrence.start - b.occurrence.start;
    return apart || (a.occurrence.name < b.occurrence.name ? -1 : 1);
  });
  return ordered.slice(0, mostEntries);
}

function entryOf(state: ProjectState, instance: string | null, shown: Shown, committed: number, at: number): FeedEntry {
  const { occurrence, end, isCancelled, isTouched, sequence } = shown;
  const isHeld = !isCancelled && occurrence.hold && at >= occurrence.end;
  return {
    name: occurrence.name,
    window: occurrence.window,
    zone: occurrence.zone,
    start: occurrence.start,
    end,
    isCancelled,
    isTouched,
    sequence,
    updated: isHeld ? Math.max(committed, lastEndMove(occurrence, at)) : committed,
    description: descriptionOf(state, instance, { ...occurrence, ...shown }),
  };
}
