/** Where in the grid somebody is who goes through it by keys: in a lane, and mostly at one of its items. */
import type { LaneItem, LaneRow } from "./lane-row.ts";

export interface GridPlace {
  readonly lane: string;
  /** Its key; "": the lane itself, where it has nothing in sight. */
  readonly item: string;
}

/** A place with what is there now. */
export interface FoundPlace {
  readonly row: number;
  readonly item: LaneItem | null;
}

/** Epoch ms: what of time is in sight. */
export interface Sight {
  readonly from: number;
  readonly until: number;
}

/** Null: its lane is not there any more. The lane stays where its item is gone. */
export function findPlace(rows: readonly LaneRow[], { lane, item }: GridPlace): FoundPlace | null {
  const first = rows.findIndex((row) => row.lane.key === lane);
  const one = rows[first];
  if (!one) return null;
  for (let row = first; row < first + one.levels; row++) {
    const found = rows[row]?.items.find(({ key }) => key === item);
    if (found) return { row, item: found };
  }
  return { row: first, item: null };
}

export function placeAt(rows: readonly LaneRow[], { row, item }: FoundPlace): GridPlace {
  return { lane: rows[row]?.lane.key ?? "", item: item?.key ?? "" };
}

/** The item of the same lane before (-1) or after (1) it in time; null: there is none. */
export function besideInLane(rows: readonly LaneRow[], { row, item }: FoundPlace, by: 1 | -1, sight: Sight): FoundPlace | null {
  const own = laneItems(rows, row);
  const at = own.findIndex((one) => one.item === item);
  if (at >= 0) return own[at + by] ?? null;
  const middle = (sight.from + sight.until) / 2;
  const found = by === 1 ? own.find((one) => one.item.from >= middle) : own.findLast((one) => one.item.from < middle);
  return found ?? null;
}

/** The first (-1) or last (1) of the lane. */
export function endOfLane(rows: readonly LaneRow[], { row }: FoundPlace, by: 1 | -1): FoundPlace | null {
  return laneItems(rows, row).at(by === 1 ? -1 : 0) ?? null;
}

/** In the next row up (-1) or down (1) that has anything in sight, or the next lane: what is nearest there. */
export function besideRow(rows: readonly LaneRow[], { row, item }: FoundPlace, by: 1 | -1, sight: Sight): FoundPlace | null {
  const middle = clamped(item ? (item.from + item.until) / 2 : (sight.from + sight.until) / 2, sight);
  for (let next = row + by; rows[next]; next += by) {
    const found = nearest(rows[next], middle, sight);
    if (found) return { row: next, item: found };
    if (rows[next]?.level === 0 && laneItems(rows, next).every((one) => !isIn(one.item, sight))) return { row: next, item: null };
  }
  return null;
}

/** Where whoever comes to the grid begins: what is in sight first, from the top. */
export function firstPlace(rows: readonly LaneRow[], fromRow: number, sight: Sight): FoundPlace | null {
  const row = rows[fromRow];
  return row ? { row: fromRow, item: row.items.find((item) => isIn(item, sight)) ?? null } : null;
}

interface ItemPlace {
  readonly row: number;
  readonly item: LaneItem;
}

/** Of all rows of the lane, in order of time. */
function laneItems(rows: readonly LaneRow[], row: number): ItemPlace[] {
  const first = row - (rows[row]?.level ?? 0);
  const own = rows.slice(first, first + (rows[first]?.levels ?? 0));
  return own
    .flatMap(({ items }, level) => items.map((item) => ({ row: first + level, item })))
    .sort((a, b) => a.item.from - b.item.from || a.row - b.row);
}

function nearest(row: LaneRow | undefined, at: number, sight: Sight): LaneItem | null {
  const far = (item: LaneItem) => Math.max(item.from - at, at - item.until, 0);
  const seen = (row?.items ?? []).filter((item) => isIn(item, sight));
  return seen.reduce<LaneItem | null>((best, item) => (best === null || far(item) < far(best) ? item : best), null);
}

function isIn({ from, until }: LaneItem, sight: Sight): boolean {
  return until > sight.from && from < sight.until;
}

function clamped(at: number, { from, until }: Sight): number {
  return Math.max(from, Math.min(at, until));
}
