import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { type Drag, type DragStore, draggedTo, fineStep, isMoved, spannedOver, step } from "./drag.ts";
import type { LaneItem, LaneRow } from "./lane-row.ts";
import { dragFreedom } from "./occurrence-bar.ts";
import { instantAt, type TimeScale, timeToX } from "./time-scale.ts";

interface SceneDragOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly store: DragStore;
  readonly rows: readonly LaneRow[];
  readonly scale: TimeScale;
  readonly labelWidth: number;
  readonly mayDrag: boolean;
  readonly onDrop: (drag: Drag) => void;
}

/** Pixels: minimum distance of a drag; width of an edge; distance from the border that scrolls. */
const slack = 4;
const edgeWidth = 7;
const borderWidth = 48;

interface PressedPointer {
  readonly pointer: number;
  /** Starting point in pixels. */
  readonly x: number;
  readonly y: number;
  /** The drag that starts as soon as the pointer moves. */
  readonly drag: Drag;
  /** Epoch ms of the starting point, and its distance from the start of the item. */
  readonly anchor: number;
  readonly offset: number;
  isDragged: boolean;
  latest: { readonly clientX: number; readonly altKey: boolean } | null;
  frame: number;
}

interface SceneDrag {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: () => void;
  /** Ignores the click that ends a drag, even on items that cannot be dragged. */
  readonly isClick: (event: MouseEvent) => boolean;
}

export function useSceneDrag(options: SceneDragOptions): SceneDrag {
  const held = useRef<PressedPointer | null>(null);
  const down = useRef({ x: 0, y: 0 });
  const { store, scroller, scale, labelWidth } = options;

  const instantOf = ({ clientX }: { readonly clientX: number }): number => {
    const area = scroller.current;
    const x = clientX - (area?.getBoundingClientRect().left ?? 0) - labelWidth + (area?.scrollLeft ?? 0);
    return instantAt(scale, x);
  };
  const follow = () => {
    const { current } = held;
    if (!current?.latest) return;
    current.frame = 0;
    const to = instantOf(current.latest);
    const snap = current.latest.altKey ? fineStep : step;
    const { drag, anchor, offset } = current;
    const made = drag.kind === "make" ? spannedOver(drag, anchor, to, snap, Date.now()) : null;
    store.set(made ?? draggedTo(drag, to - offset, snap, Date.now()));
    if (scrollOn(scroller.current, current.latest.clientX, labelWidth)) current.frame = requestAnimationFrame(follow);
  };
  const release = () => {
    if (held.current) cancelAnimationFrame(held.current.frame);
    held.current = null;
  };
  const cancel = () => {
    release();
    store.set(null);
  };
  const latestCancel = useRef(cancel);
  latestCancel.current = cancel;
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !held.current?.isDragged) return;
      event.preventDefault();
      latestCancel.current();
    };
    addEventListener("keydown", leave, true);
    return () => {
      removeEventListener("keydown", leave, true);
      cancelAnimationFrame(held.current?.frame ?? 0);
    };
  }, []);

  // A click without a pointer, as by a key or a screen reader, has no count and no position.
  const isClick = useCallback(
    ({ detail, clientX, clientY }: MouseEvent) =>
      detail === 0 || Math.hypot(clientX - down.current.x, clientY - down.current.y) < slack,
    [],
  );
  return {
    isClick,
    onPointerCancel: cancel,
    onPointerDown: (event) => {
      down.current = { x: event.clientX, y: event.clientY };
      if (!options.mayDrag || event.button !== 0 || event.pointerType === "touch") return;
      const at = instantOf(event);
      const drag = dragAt(event, options, at);
      if (!drag) return;
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      const offset = at - (drag.edge === "end" ? drag.end : drag.start);
      held.current = { pointer, x, y, drag, anchor: at, offset, isDragged: false, latest: null, frame: 0 };
    },
    onPointerMove: (event) => {
      const { current } = held;
      if (!current || current.pointer !== event.pointerId) return;
      if (!current.isDragged) {
        if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < slack) return;
        current.isDragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      current.latest = event;
      if (current.frame === 0) current.frame = requestAnimationFrame(follow);
    },
    onPointerUp: (event) => {
      const { current } = held;
      if (!current || current.pointer !== event.pointerId) return;
      if (current.isDragged) {
        current.latest = event;
        follow();
      }
      release();
      const drag = current.isDragged ? store.read() : null;
      if (drag && isMoved(drag)) options.onDrop(drag);
      else store.set(null);
    },
  };
}

/** The drag that a pointer would start; null means the item cannot be dragged. */
function dragAt(event: PointerEvent<HTMLElement>, { rows, scale }: SceneDragOptions, at: number): Drag | null {
  const target = event.target as HTMLElement;
  const index = rowAt(target, event);
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

/** Rows differ in height; empty space between them belongs to one too. */
function rowAt(target: HTMLElement, { clientY, currentTarget }: PointerEvent<HTMLElement>): number {
  const named = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  if (named !== undefined) return Number(named);
  const height = Number(currentTarget.dataset.rowHeight);
  return Math.floor((clientY - currentTarget.getBoundingClientRect().top) / height);
}

function itemAt(target: HTMLElement, row: LaneRow): LaneItem | null {
  const key = target.closest<HTMLElement>("[data-item]")?.dataset.item;
  return row.items.find((item) => item.key === key) ?? null;
}

/** Scrolls near the border, the faster the nearer. */
function scrollOn(area: HTMLElement | null, clientX: number, labelWidth: number): boolean {
  if (!area) return false;
  const { left, right } = area.getBoundingClientRect();
  const over = Math.max(0, clientX - (right - borderWidth)) - Math.max(0, left + labelWidth + borderWidth - clientX);
  if (over === 0) return false;
  area.scrollLeft += Math.max(-30, Math.min(30, over / 2));
  return true;
}
