/** Active cell of the grid: the grid keeps the focus and refers to the cell, even when that is scrolled out of view. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import {
  firstPosition,
  type GridPosition,
  positionAt,
  type ResolvedPosition,
  resolvePosition,
  type VisibleRange,
} from "./grid-position.ts";
import type { LaneRow } from "./lane-row.ts";
import { type TimeScale, timeToX } from "./time-scale.ts";

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

interface GridFocus {
  /** Null: the grid has not had the focus yet. */
  readonly place: ResolvedPosition | null;
  readonly go: (place: ResolvedPosition) => void;
  readonly pick: (place: GridPosition) => void;
  readonly focused: () => void;
  /** Scrolls it into view. */
  readonly show: (from: number, until: number, row: number) => void;
}

export function useGridFocus(options: GridFocusOptions): GridFocus {
  const { scroller, rows, scale, width, rowHeight, headerHeight, sight } = options;
  const [active, setActive] = useState<GridPosition | null>(null);
  const place = active && resolvePosition(rows, active);
  useKeptRow(options);

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
  return { place, go, pick: setActive, focused, show };
}

/** Keeps the top row in place when rows above it appear or disappear. */
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
