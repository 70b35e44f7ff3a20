import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import type { Watched } from "../../elements/watched.ts";
import type { Lane } from "./lane-row.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";
import { MINUTE } from "./zone-time.ts";

/** All times are epoch ms. */
export interface Drag {
  /** `extend`: active, so that only its end moves. */
  readonly kind: "make" | "move" | "extend";
  readonly edge: "whole" | "start" | "end";
  readonly lane: Lane;
  readonly row: number;
  /** Null means a new window. */
  readonly bar: OccurrenceBar | null;
  readonly start: number;
  readonly end: number;
}

/** Dragged times snap to it. */
export const step = 15 * MINUTE;

/** @param to new instant of the edge, or of the start */
export function draggedTo(drag: Drag, to: number, now: number): Drag {
  const { kind, edge, start, end, bar } = drag;
  const first = kind === "extend" ? Number.NEGATIVE_INFINITY : firstAfter(now);
  const at = Math.round(to / step) * step;
  if (edge === "whole") {
    const moved = Math.max(at, first);
    return { ...drag, start: moved, end: moved + end - start };
  }
  if (edge === "start") return { ...drag, start: Math.max(first, Math.min(at, end - step)) };
  // Dragging never shortens active maintenance.
  const least = kind === "extend" && bar ? bar.end : start + step;
  return { ...drag, end: Math.max(at, least) };
}

export function spannedOver(drag: Drag, anchor: number, to: number, now: number): Drag {
  const [low, high] = anchor <= to ? [anchor, to] : [to, anchor];
  const start = Math.max(firstAfter(now), Math.floor(low / step) * step);
  return { ...drag, start, end: Math.max(start + step, Math.round(high / step) * step) };
}

function firstAfter(now: number): number {
  return (Math.floor(now / step) + 1) * step;
}

export function isMoved({ bar, start, end }: Drag): boolean {
  return bar === null || start !== bar.start || end !== bar.end;
}

export function dragWallTimes({ start, end }: Drag, zone: string): { readonly from: string; readonly until: string } {
  return { from: instantToWall(start, zone), until: instantToWall(end, zone) };
}

/** Current drag, kept outside React state, so that a drag redraws only its ghost. */
export type DragStore = Watched<Drag | null>;
