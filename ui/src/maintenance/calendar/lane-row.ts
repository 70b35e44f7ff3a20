import { remembered } from "drawbridge-rules/values/remembered.ts";
import { useMemo } from "react";
import { occurrenceTexts } from "../occurrence/occurrence-texts.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { isAsPlanned, type OccurrenceBar } from "./occurrence-bar.ts";
import { forEachInBatches } from "./time-slicing.ts";
import { spans } from "./zone-time.ts";

export interface Lane {
  readonly key: string;
  readonly kind: "project" | "platform" | "instance";
  readonly id: string;
  /** Display name; the id if it has none. */
  readonly name: string;
}

/** Item drawn in a lane. All times are epoch ms. */
export interface LaneItem {
  readonly key: string;
  /** `planned`: original place of a moved occurrence. */
  readonly kind: "occurrence" | "planned";
  readonly from: number;
  readonly until: number;
  readonly window: string;
  readonly lanes: readonly string[];
  readonly bar: OccurrenceBar;
}

export interface LaneRow {
  readonly lane: Lane;
  /** Row within the lane, from 0. */
  readonly level: number;
  /** Number of rows in the lane. */
  readonly levels: number;
  /** Sorted by time. */
  readonly items: readonly LaneItem[];
}

/** Minimum pixels of an item, with the gap after it. */
export const leastWidth = 14;

const items = new WeakMap<OccurrenceBar, readonly LaneItem[]>();

/** One item, or two if an occurrence was moved. */
export function laneItems(bar: OccurrenceBar): readonly LaneItem[] {
  return remembered(items, bar, () => createItems(bar));
}

function createItems(bar: OccurrenceBar): readonly LaneItem[] {
  const { name, start, end, plannedStart, plannedEnd, lanes, listed } = bar;
  const shared = { window: listed.name, lanes, bar } as const;
  const isApart = plannedEnd <= start || end <= plannedStart;
  const item = (from: number, until: number): LaneItem => ({ ...shared, key: name, kind: "occurrence", from, until });
  if (isAsPlanned(bar)) return [item(start, end)];
  if (!isApart) return [item(Math.min(start, plannedStart), Math.max(end, plannedEnd))];
  return [item(start, end), { ...shared, key: `planned ${name}`, kind: "planned", from: plannedStart, until: plannedEnd }];
}

export function inOrderOfTime(a: LaneItem, b: LaneItem): number {
  return a.from - b.from || b.until - a.until || Number(a.key > b.key) - Number(a.key < b.key);
}

/** @param sorted by time @param least minimum milliseconds of an item */
export function stacked(sorted: readonly LaneItem[], least: number): LaneItem[][] {
  const levels: LaneItem[][] = [];
  const ends: number[] = [];
  for (const item of sorted) {
    const free = ends.findIndex((end) => end <= item.from);
    const level = free < 0 ? levels.length : free;
    if (level === levels.length) levels.push([item]);
    else levels[level]?.push(item);
    ends[level] = Math.max(item.until, item.from + least);
  }
  return levels;
}

interface LaidLane {
  readonly lane: Lane;
  readonly items: readonly LaneItem[];
  readonly rows: readonly LaneRow[];
}

/** Rows of lanes. Unchanged rows keep their object identity, so that React skips them. */
export class LaneRows {
  #least = 0;
  #known: ReadonlyMap<string, LaidLane> = new Map();

  *of(
    lanes: readonly Lane[],
    items: ReadonlyMap<string, readonly LaneItem[]>,
    least: number,
  ): Generator<void, readonly LaneRow[]> {
    const before = this.#least === least ? this.#known : new Map<string, LaidLane>();
    const after = new Map<string, LaidLane>();
    const lay = (lane: Lane) => {
      const own = items.get(lane.key) ?? [];
      const known = before.get(lane.key);
      const isSame =
        known !== undefined && known.lane.key === lane.key && known.lane.name === lane.name && isSameList(known.items, own);
      after.set(lane.key, isSame ? known : { lane, items: own, rows: rowsOf(lane, stacked(own, least)) });
    };
    yield* forEachInBatches(lanes, lay, 50);
    this.#least = least;
    this.#known = after;
    return [...after.values()].flatMap(({ rows }) => rows);
  }
}

function rowsOf(lane: Lane, levels: readonly (readonly LaneItem[])[]): LaneRow[] {
  const filled = levels.length === 0 ? [[]] : levels;
  return filled.map((items, level) => ({ lane, level, levels: filled.length, items }));
}

export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Memoized per item. @param zone of the times */
export function useItemText(zone: string): (item: LaneItem) => string {
  return useMemo(() => {
    const written = new WeakMap<LaneItem, string>();
    const write = ({ kind, window, from, until, bar }: LaneItem): string => {
      const when = (start: number, end: number) => `${spans.span(start, end, zone)} ${zone}`;
      if (kind === "planned") return texts.itemPlanned(window, when(from, until), when(bar.start, bar.end));
      const { repeat, origin } = bar.listed;
      return [
        window,
        occurrenceTexts.phases[bar.state],
        when(bar.start, bar.end),
        ...(isAsPlanned(bar) ? [] : [texts.plannedFor(when(bar.plannedStart, bar.plannedEnd))]),
        ...(repeat === null ? [] : [texts.recurring]),
        texts.origins[origin],
      ].join(" · ");
    };
    return (item) => remembered(written, item, () => write(item));
  }, [zone]);
}
