/** What in the grid is active: the grid has the focus, and says which of its cells it is about, wherever that is scrolled to. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type FoundPlace, findPlace, firstPlace, type GridPlace, placeAt, type Sight } from "./grid-place.ts";
import type { LaneRow } from "./lane-row.ts";
import { type TimeScale, xOf } from "./time-scale.ts";

export interface GridFocusOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: readonly LaneRow[];
  readonly scale: TimeScale;
  /** Pixels. */
  readonly width: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly sight: () => Sight;
}

export interface GridFocus {
  /** Null: nobody has been there yet. */
  readonly place: FoundPlace | null;
  readonly go: (place: FoundPlace) => void;
  readonly pick: (place: GridPlace) => void;
  readonly focused: () => void;
  /** Scrolls so far that it is in sight. */
  readonly show: (from: number, until: number, row: number) => void;
}

export function useGridFocus(options: GridFocusOptions): GridFocus {
  const { scroller, rows, scale, width, rowHeight, headerHeight, sight } = options;
  const [active, setActive] = useState<GridPlace | null>(null);
  const place = active && findPlace(rows, active);
  useKeptRow(options);

  const show = (from: number, until: number, row: number) => {
    const area = scroller.current;
    if (!area) return;
    const top = row * rowHeight;
    const room = area.clientHeight - headerHeight - rowHeight;
    area.scrollTop = Math.max(Math.min(area.scrollTop, top), top - room);
    const [left, right] = [xOf(scale, from), xOf(scale, until)];
    const seen = area.scrollLeft;
    const isIn = right > seen + 16 && left < seen + width - 16 && (left >= seen || right <= seen + width || right - left > width);
    if (!isIn) area.scrollLeft = left - Math.max(16, (width - (right - left)) / 2);
  };
  const go = (next: FoundPlace) => {
    setActive(placeAt(rows, next));
    if (next.item) show(next.item.from, next.item.until, next.row);
    else show(sight().from, sight().until, next.row);
  };
  const focused = () => {
    if (place) return;
    const first = firstPlace(rows, Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeight), sight());
    if (first) setActive(placeAt(rows, first));
  };
  return { place, go, pick: setActive, focused, show };
}

/** Where rows come or go above it, what is at the top stays there. */
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
