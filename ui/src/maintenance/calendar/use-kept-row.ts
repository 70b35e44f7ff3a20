import { type RefObject, useLayoutEffect, useRef } from "react";
import type { LaneRow } from "./lane-row.ts";

/** Keeps the row at the top of the visible area there when rows come or go above it. */
export function useKeptRow(scroller: RefObject<HTMLDivElement | null>, rows: readonly LaneRow[], rowHeight: number): void {
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
