import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import type { Watched } from "../../elements/watched.ts";
import type { Lane, LaneItem, LaneRow } from "./lane-row.ts";
import { dragFreedom, type OccurrenceBar } from "./occurrence-bar.ts";
import { instantAt, type TimeScale, timeToX } from "./time-scale.ts";
import type { SceneSize } from "./use-scene-size.ts";
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

function isMoved({ bar, start, end }: Drag): boolean {
  return bar === null || start !== bar.start || end !== bar.end;
}

export function dragWallTimes({ start, end }: Drag, zone: string): { readonly from: string; readonly until: string } {
  return { from: instantToWall(start, zone), until: instantToWall(end, zone) };
}

/** Current drag, kept outside React state, so that a drag redraws only its ghost. */
export type DragStore = Watched<Drag | null>;

export interface SceneDragOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly store: DragStore;
  readonly rows: readonly LaneRow[];
  readonly scale: TimeScale;
  readonly size: SceneSize;
  readonly mayDrag: boolean;
  readonly onDrop: (drag: Drag) => void;
}

/** Pixels: minimum distance of a drag; width of an edge. */
const slack = 4;
const edgeWidth = 7;

type Point = Pick<MouseEvent, "clientX" | "clientY">;

interface PressedPointer {
  readonly pointer: number;
  readonly drag: Drag;
  /** Epoch ms of the starting point, and its distance from the start of the item. */
  readonly anchor: number;
  readonly offset: number;
  isDragged: boolean;
}

export function useSceneDrag(options: SceneDragOptions) {
  const held = useRef<PressedPointer | null>(null);
  const down = useRef<Point>({ clientX: 0, clientY: 0 });
  const { store, scroller, scale, size } = options;

  const instantOf = ({ clientX }: Point): number => {
    const area = scroller.current;
    const x = clientX - (area?.getBoundingClientRect().left ?? 0) - size.labelWidth + (area?.scrollLeft ?? 0);
    return instantAt(scale, x);
  };
  const follow = ({ drag, anchor, offset }: PressedPointer, event: PointerEvent) => {
    const to = instantOf(event);
    const made = drag.kind === "make" ? spannedOver(drag, anchor, to, Date.now()) : null;
    store.set(made ?? draggedTo(drag, to - offset, Date.now()));
  };
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !held.current?.isDragged) return;
      event.preventDefault();
      held.current = null;
      store.set(null);
    };
    addEventListener("keydown", leave, true);
    return () => removeEventListener("keydown", leave, true);
  }, [store]);

  // A click without a pointer, as by a key or a screen reader, has no count and no position.
  const isClick = useCallback((event: MouseEvent) => event.detail === 0 || distance(event, down.current) < slack, []);
  return {
    /** Ignores the click that ends a drag, even on items that cannot be dragged. */
    isClick,
    onPointerCancel: () => {
      held.current = null;
      store.set(null);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      down.current = event;
      if (!options.mayDrag || event.button !== 0 || event.pointerType === "touch") return;
      const at = instantOf(event);
      const drag = dragAt(event, options, at);
      if (!drag) return;
      const offset = at - (drag.edge === "end" ? drag.end : drag.start);
      held.current = { pointer: event.pointerId, drag, anchor: at, offset, isDragged: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = held;
      if (!current || current.pointer !== event.pointerId) return;
      if (!current.isDragged) {
        if (distance(event, down.current) < slack) return;
        current.isDragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      follow(current, event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { current } = held;
      if (!current || current.pointer !== event.pointerId) return;
      held.current = null;
      const drag = current.isDragged ? store.read() : null;
      if (drag && isMoved(drag)) options.onDrop(drag);
      else store.set(null);
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function dragAt(event: PointerEvent<HTMLElement>, { rows, scale, size }: SceneDragOptions, at: number): Drag | null {
  const target = event.target as HTMLElement;
  const index = Math.floor((event.clientY - event.currentTarget.getBoundingClientRect().top) / size.rowHeight);
  const row = rows[index];
  if (!row) return null;
  const item = itemAt(target, row);
  if (!item) return { kind: "make", edge: "end", lane: row.lane, row: index, bar: null, start: at, end: at };
  const { bar } = item;
  const freedom = item.kind === "occurrence" ? dragFreedom(bar) : "none";
  if (freedom === "none") return null;
  const edge = edgeAt(timeToX(scale, at), timeToX(scale, bar.start), timeToX(scale, bar.end), freedom === "extend");
  if (freedom === "extend" && edge !== "end") return null;
  const { start, end } = bar;
  return { kind: freedom, edge, lane: row.lane, row: index, bar, start, end };
}

/** An item as narrow as its edges can only be moved. */
function edgeAt(x: number, start: number, end: number, isEndAlone: boolean): Drag["edge"] {
  const isWide = end - start > 3 * edgeWidth;
  if (end - x <= edgeWidth && (isWide || isEndAlone)) return "end";
  if (x - start <= edgeWidth && isWide) return "start";
  return "whole";
}

function itemAt(target: HTMLElement, row: LaneRow): LaneItem | null {
  const key = target.closest<HTMLElement>("[data-item]")?.dataset.item;
  return row.items.find((item) => item.key === key) ?? null;
}
