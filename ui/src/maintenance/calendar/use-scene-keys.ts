/** Keyboard control of the calendar: navigation between items, and everything that a pointer can drag. */

import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import type { KeyboardEvent } from "react";
import { type Drag, type DragStore, draggedTo, fineStep, isMoved, otherEdge, step } from "./drag.ts";
import { endOfLane, neighborInLane, neighborInRow, type ResolvedPosition, type VisibleRange } from "./grid-position.ts";
import type { LaneRow } from "./lane-row.ts";
import { dragFreedom } from "./occurrence-bar.ts";
import { HOUR, type ZoneTime } from "./zone-time.ts";

interface SceneKeysOptions {
  readonly store: DragStore;
  readonly rows: readonly LaneRow[];
  /** Null: no item. */
  readonly place: ResolvedPosition | null;
  readonly time: ZoneTime;
  readonly mayDrag: boolean;
  readonly sight: () => VisibleRange;
  readonly go: (place: ResolvedPosition) => void;
  readonly open: (place: ResolvedPosition) => void;
  readonly onDrop: (drag: Drag) => void;
  /** Keeps the dragged item visible. */
  readonly show: (from: number, until: number, row: number) => void;
  /** Reason that a key does nothing there. */
  readonly refuse: (why: "none" | "extend") => void;
}

const DAY_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };
const TIME_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

export function sceneKeyDown(event: KeyboardEvent, options: SceneKeysOptions): void {
  if (event.ctrlKey || event.metaKey) return;
  const drag = options.store.read();
  const isDone = drag?.isByKeys ? dragKey(event, drag, options) : goKey(event, options);
  if (!isDone) return;
  event.preventDefault();
  event.stopPropagation();
}

function goKey({ key, altKey }: KeyboardEvent, options: SceneKeysOptions): boolean {
  const { rows, place, sight, go, open, mayDrag } = options;
  if (!place || altKey) return false;
  const by = TIME_KEYS[key] ?? DAY_KEYS[key];
  if (by !== undefined) {
    const next = key in TIME_KEYS ? neighborInLane(rows, place, by, sight()) : neighborInRow(rows, place, by, sight());
    if (next) go(next);
    return true;
  }
  if (key === "Home" || key === "End") {
    const next = endOfLane(rows, place, key === "End" ? 1 : -1);
    if (next) go(next);
    return true;
  }
  if ((key === "Enter" || key === " ") && place.item) {
    open(place);
    return true;
  }
  if (!mayDrag) return false;
  const letter = key.toLowerCase();
  if (letter === "n") return begin(options, newDrag(options));
  if (letter === "m" || letter === "s") return begin(options, dragOf(options, letter === "m" ? "whole" : "end"));
  return false;
}

function begin({ store, show }: SceneKeysOptions, drag: Drag | null): boolean {
  if (!drag) return true;
  store.set(drag);
  show(drag.start, drag.end, drag.row);
  return true;
}

/** Null: it cannot be dragged this way, and the user was told. */
function dragOf({ place, rows, refuse }: SceneKeysOptions, edge: Drag["edge"]): Drag | null {
  const row = rows[place?.row ?? -1];
  const bar = place?.item?.bar;
  if (!place || !row) return null;
  const freedom = bar && place.item?.kind === "occurrence" ? dragFreedom(bar) : "none";
  if (!bar || freedom === "none" || (freedom === "extend" && edge === "whole")) {
    refuse(freedom === "extend" ? "extend" : "none");
    return null;
  }
  return { kind: freedom, edge, lane: row.lane, row: place.row, bar, start: bar.start, end: bar.end, isByKeys: true };
}

/** An hour in the middle of the visible time, or the next whole hour if that is past. */
function newDrag({ place, rows, sight }: SceneKeysOptions): Drag | null {
  const row = rows[place?.row ?? -1];
  if (!place || !row) return null;
  const { from, until } = sight();
  const start = (Math.floor(Math.max((from + until) / 2, Date.now()) / HOUR) + 1) * HOUR;
  const shared = { kind: "make", edge: "whole", bar: null, isByKeys: true } as const;
  return { ...shared, lane: row.lane, row: place.row, start, end: start + HOUR };
}

function dragKey(event: KeyboardEvent, drag: Drag, options: SceneKeysOptions): boolean {
  const { store, onDrop, show } = options;
  const { key } = event;
  const change = (next: Drag) => {
    store.set(next);
    show(next.start, next.end, next.row);
    return true;
  };
  if (key === "Escape") {
    store.set(null);
    return true;
  }
  if (key === "Enter" || key === " ") {
    if (isMoved(drag)) onDrop(drag);
    else store.set(null);
    return true;
  }
  if (key.toLowerCase() === "s") return change({ ...drag, edge: otherEdge(drag) });
  if (key.toLowerCase() === "m" && drag.kind !== "extend") return change({ ...drag, edge: "whole" });
  const to = movedBy(event, drag, options.time);
  if (to !== null) return change(draggedTo(drag, to.at, to.snap, Date.now()));
  // Other keys would leave the drag.
  return key !== "Tab" && !event.altKey;
}

interface Target {
  readonly at: number;
  readonly snap: number;
}

/** Left and right by a step: a quarter of an hour, with Alt five minutes, with Shift an hour. Up and down by a day on the clock. */
function movedBy({ key, altKey, shiftKey }: KeyboardEvent, { edge, start, end }: Drag, time: ZoneTime): Target | null {
  const at = edge === "end" ? end : start;
  const snap = altKey ? fineStep : step;
  const days = DAY_KEYS[key];
  if (days !== undefined) return { at: time.instant(time.wall(at) + days * 24 * HOUR), snap: fineStep };
  const by = TIME_KEYS[key];
  if (by === undefined) return null;
  const next = shiftKey ? at + by * HOUR : (by > 0 ? Math.floor(at / snap) + 1 : Math.ceil(at / snap) - 1) * snap;
  return { at: next, snap };
}

/** Initial times for the drawer of a new window. */
export function dragWallTimes({ start, end }: Drag, zone: string): { readonly from: string; readonly until: string } {
  return { from: instantToWall(start, zone), until: instantToWall(end, zone) };
}
