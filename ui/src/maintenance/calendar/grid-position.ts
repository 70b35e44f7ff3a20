import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { LaneItem, LaneRow } from "./lane-row.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";

interface GridPosition {
  readonly lane: string;
  /** Key of the item; "": the lane itself, if none of its items is visible. */
  readonly item: string;
}

/** Position with the lane and item at it. */
export interface ResolvedPosition {
  readonly row: number;
  readonly item: LaneItem | null;
}

/** Visible time span, epoch ms. */
export interface VisibleRange {
  readonly from: number;
  readonly until: number;
}

/** Null means its lane is gone. The lane stays if only its item is gone. */
export function resolvePosition(rows: readonly LaneRow[], { lane, item }: GridPosition): ResolvedPosition | null {
  const first = rows.findIndex((row) => row.lane.key === lane);
  const one = rows[first];
  if (!one) return null;
  for (let row = first; row < first + one.levels; row++) {
    const found = rows[row]?.items.find(({ key }) => key === item);
    if (found) return { row, item: found };
  }
  return { row: first, item: null };
}

export function positionAt(rows: readonly LaneRow[], { row, item }: ResolvedPosition): GridPosition {
  return { lane: rows[row]?.lane.key ?? "", item: item?.key ?? "" };
}

/** Previous (-1) or next (1) item of the lane; null means none. */
export function neighborInLane(
  rows: readonly LaneRow[],
  { row, item }: ResolvedPosition,
  by: 1 | -1,
  sight: VisibleRange,
): ResolvedPosition | null {
  const own = laneItems(rows, row);
  const at = own.findIndex((one) => one.item === item);
  if (at >= 0) return own[at + by] ?? null;
  const middle = (sight.from + sight.until) / 2;
  const found = by === 1 ? own.find((one) => one.item.from >= middle) : own.findLast((one) => one.item.from < middle);
  return found ?? null;
}

/** First (-1) or last (1) item of the lane. */
export function endOfLane(rows: readonly LaneRow[], { row }: ResolvedPosition, by: 1 | -1): ResolvedPosition | null {
  return laneItems(rows, row).at(by === 1 ? -1 : 0) ?? null;
}

/** Nearest visible item in the next row up (-1) or down (1), or in the next lane. */
export function neighborInRow(
  rows: readonly LaneRow[],
  { row, item }: ResolvedPosition,
  by: 1 | -1,
  sight: VisibleRange,
): ResolvedPosition | null {
  const middle = clamped(item ? (item.from + item.until) / 2 : (sight.from + sight.until) / 2, sight);
  for (let next = row + by; rows[next]; next += by) {
    const found = nearest(rows[next], middle, sight);
    if (found) return { row: next, item: found };
    if (rows[next]?.level === 0 && laneItems(rows, next).every((one) => !isIn(one.item, sight))) return { row: next, item: null };
  }
  return null;
}

/** Initial position: the first visible item, from the top. */
export function firstPosition(rows: readonly LaneRow[], fromRow: number, sight: VisibleRange): ResolvedPosition | null {
  const row = rows[fromRow];
  return row ? { row: fromRow, item: row.items.find((item) => isIn(item, sight)) ?? null } : null;
}

function laneItems(rows: readonly LaneRow[], row: number): { readonly row: number; readonly item: LaneItem }[] {
  const first = row - (rows[row]?.level ?? 0);
  const own = rows.slice(first, first + (rows[first]?.levels ?? 0));
  return own
    .flatMap(({ items }, level) => items.map((item) => ({ row: first + level, item })))
    .sort((a, b) => a.item.from - b.item.from || a.row - b.row);
}

function nearest(row: LaneRow | undefined, at: number, sight: VisibleRange): LaneItem | null {
  const far = (item: LaneItem) => Math.max(item.from - at, at - item.until, 0);
  const seen = (row?.items ?? []).filter((item) => isIn(item, sight));
  return seen.reduce<LaneItem | null>((best, item) => (best === null || far(item) < far(best) ? item : best), null);
}

function isIn({ from, until }: LaneItem, sight: VisibleRange): boolean {
  return until > sight.from && from < sight.until;
}

function clamped(at: number, { from, until }: VisibleRange): number {
  return Math.max(from, Math.min(at, until));
}

interface GridFocusOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: readonly LaneRow[];
  readonly scale: TimeScale;
  /** Pixels. */
  readonly width: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly sight: () => VisibleRange;
}

/** Active cell of the grid: the grid keeps the focus and refers to the cell, even when that is scrolled out of view. */
export function useGridFocus(options: GridFocusOptions) {
  const { scroller, rows, scale, width, rowHeight, headerHeight, sight } = options;
  const [active, setActive] = useState<GridPosition | null>(null);
  const place = active && resolvePosition(rows, active);
  useKeptRow(options);

  /** Scrolls it into view. */
  const show = (from: number, until: number, row: number) => {
    const area = scroller.current;
    if (!area) return;
    const top = row * rowHeight;
    const room = area.clientHeight - headerHeight - rowHeight;
    area.scrollTop = Math.max(Math.min(area.scrollTop, top), top - room);
    const [left, right] = [timeToX(scale, from), timeToX(scale, until)];
    const seen = area.scrollLeft;
    const isIn = right > seen + 16 && left < seen + width - 16 && (left >= seen || right <= seen + width || right - left > width);
    if (!isIn) area.scrollLeft = left - Math.max(16, (width - (right - left)) / 2);
  };
  const go = (next: ResolvedPosition) => {
    setActive(positionAt(rows, next));
    if (next.item) show(next.item.from, next.item.until, next.row);
    else show(sight().from, sight().until, next.row);
  };
  const focused = () => {
    if (place) return;
    const first = firstPosition(rows, Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeight), sight());
    if (first) setActive(positionAt(rows, first));
  };
  /** No place: the grid has not had the focus yet. */
  return { place, go, pick: setActive, focused };
}

function useKeptRow({ scroller, rows, rowHeight }: GridFocusOptions): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const area = scroller.current;
    const last = before.current;
    before.current = rows;
    if (!area || last === rows || area.scrollTop === 0) return;
    const at = Math.floor(area.scrollTop / rowHeight);
    const top = last[at];
    if (!top) return;
    const now = rows.findIndex(({ lane }) => lane.key === top.lane.key);
    if (now < 0) return;
    const level = Math.min(top.level, (rows[now]?.levels ?? 1) - 1);
    if (now + level !== at) area.scrollTop += (now + level - at) * rowHeight;
  }, [rows, rowHeight, scroller]);
}
