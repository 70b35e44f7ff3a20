import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import type { KeyboardEvent } from "react";
import type { Drag } from "./drag.ts";
import { endOfLane, neighborInLane, neighborInRow, type ResolvedPosition, type VisibleRange } from "./grid-position.ts";
import type { LaneRow } from "./lane-row.ts";
import { HOUR } from "./zone-time.ts";

interface SceneKeysOptions {
  readonly rows: readonly LaneRow[];
  /** Null means no item. */
  readonly place: ResolvedPosition | null;
  readonly mayDrag: boolean;
  readonly sight: () => VisibleRange;
  readonly go: (place: ResolvedPosition) => void;
  readonly open: (place: ResolvedPosition) => void;
  readonly onDrop: (drag: Drag) => void;
}

const DAY_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };
const TIME_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

export function sceneKeyDown(event: KeyboardEvent, options: SceneKeysOptions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !goKey(event.key, options)) return;
  event.preventDefault();
  event.stopPropagation();
}

function goKey(key: string, options: SceneKeysOptions): boolean {
  const { rows, place, sight, go, open, mayDrag, onDrop } = options;
  if (!place) return false;
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
  if (!mayDrag || key.toLowerCase() !== "n") return false;
  const made = newDrag(options, place.row);
  if (made) onDrop(made);
  return true;
}

/** An hour in the middle of the visible time, or the next whole hour if that is past. */
function newDrag({ rows, sight }: SceneKeysOptions, row: number): Drag | null {
  const lane = rows[row]?.lane;
  if (!lane) return null;
  const { from, until } = sight();
  const start = (Math.floor(Math.max((from + until) / 2, Date.now()) / HOUR) + 1) * HOUR;
  return { kind: "make", edge: "whole", lane, row, bar: null, start, end: start + HOUR };
}

/** Initial times for the drawer of a new window. */
export function dragWallTimes({ start, end }: Drag, zone: string): { readonly from: string; readonly until: string } {
  return { from: instantToWall(start, zone), until: instantToWall(end, zone) };
}
