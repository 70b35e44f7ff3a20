/** Dates that recurring windows leave out, which the timeline shows. */
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { wallMs, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import type { LaneItem } from "./lane-row.ts";
import { laneKeysFor } from "./occurrence-bar.ts";
import { DAY } from "./zone-time.ts";

/** Skipped occurrences that would overlap the time span, in epoch ms. */
export function skippedDates(windows: readonly MaintenanceWindow[], from: number, until: number): LaneItem[] {
  return windows.flatMap((window) =>
    (window.except ?? []).filter((date) => isNear(date, from, until)).flatMap((date) => itemOf(window, date)),
  );
}

const itemCache = new WeakMap<MaintenanceWindow, Map<string, readonly LaneItem[]>>();

/** Returns the same object for unchanged data; nothing for an invalid date. */
function itemOf(window: MaintenanceWindow, date: string): readonly LaneItem[] {
  const known = itemCache.get(window) ?? new Map<string, readonly LaneItem[]>();
  itemCache.set(window, known);
  const found = known.get(date) ?? createItem(window, date);
  known.set(date, found);
  return found;
}

function createItem(window: MaintenanceWindow, date: string): readonly LaneItem[] {
  const { id, start, end, duration, zone = "UTC", platforms, instances } = window;
  const wall = `${date}T${start.slice(11)}`;
  const from = wallToInstant(wall, zone);
  const length = end === undefined ? parseDuration(duration ?? "") : wallMs(end) - wallMs(start);
  if (Number.isNaN(from) || length === null || Number.isNaN(length)) return [];
  const lanes = laneKeysFor({ platforms: platforms ?? null, instances: instances ?? null });
  return [{ key: `skipped ${id}/${wall}`, kind: "skipped", from, until: from + length, window: id, lanes, bar: null }];
}

/** No clock is further from UTC than a day, and what recurs is shorter than a month. */
function isNear(date: string, from: number, until: number): boolean {
  const at = Date.parse(date);
  return at > from - 32 * DAY && at < until + 2 * DAY;
}
