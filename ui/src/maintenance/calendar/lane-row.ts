import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import { assignRows } from "../../version-policies/label-layout.ts";
import { occurrenceTexts } from "../occurrence/occurrence-texts.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { isAsPlanned, type OccurrenceBar } from "./occurrence-bar.ts";
import { spans } from "./zone-time.ts";

export interface Lane {
  readonly key: string;
  readonly kind: "project" | "platform" | "instance";
  readonly id: string;
  readonly name: string;
}

/** All times are epoch ms. */
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
  /** Within the lane, from 0. */
  readonly level: number;
  readonly levels: number;
  readonly items: readonly LaneItem[];
}

/** Minimum pixels of an item, with the gap after it. */
export const leastWidth = 14;

export function laneItems(bar: OccurrenceBar): readonly LaneItem[] {
  const { name, start, end, plannedStart, plannedEnd, lanes, listed } = bar;
  const shared = { window: listed.name, lanes, bar } as const;
  const isApart = plannedEnd <= start || end <= plannedStart;
  const item = (from: number, until: number): LaneItem => ({ ...shared, key: name, kind: "occurrence", from, until });
  if (isAsPlanned(bar)) return [item(start, end)];
  if (!isApart) return [item(Math.min(start, plannedStart), Math.max(end, plannedEnd))];
  return [item(start, end), { ...shared, key: `planned ${name}`, kind: "planned", from: plannedStart, until: plannedEnd }];
}

export function inOrderOfTime(a: LaneItem, b: LaneItem): number {
  return a.from - b.from || b.until - a.until || compareTexts(a.key, b.key);
}

/** @param sorted by time @param least minimum milliseconds of an item */
export function stacked(sorted: readonly LaneItem[], least: number): LaneItem[][] {
  const rows = assignRows(sorted.map(({ from, until }) => ({ left: from, width: Math.max(until - from, least) })));
  return [...Map.groupBy(sorted, (_, index) => rows[index]).values()];
}

export function rowsOf(lane: Lane, levels: readonly (readonly LaneItem[])[]): LaneRow[] {
  const filled = levels.length === 0 ? [[]] : levels;
  return filled.map((items, level) => ({ lane, level, levels: filled.length, items }));
}

/** Adds the nearest rows with an item on both sides, so that Tab reaches it over empty rows. */
export function withReachable(drawn: readonly number[], rows: readonly LaneRow[]): number[] {
  const [first = 0, last = -1] = [drawn[0], drawn.at(-1)];
  const before = rows.findLastIndex(({ items }, index) => index < first && items.length > 0);
  const after = rows.findIndex(({ items }, index) => index > last && items.length > 0);
  return [before, ...drawn, after].filter((index) => index >= 0);
}

export function itemText({ kind, window, from, until, bar }: LaneItem, zone: string): string {
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
}
