/** Filters a list of windows by origin, scope and current state. */

import { findWindow, statusesAround, type WindowWithOverrides } from "drawbridge-rules/occurrence/window-occurrences.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import type { WindowListQuery } from "drawbridge-rules/wire/window.ts";

/** Returns a test of ids: is the window in the query? Undefined: every one is. @param now epoch ms */
export function windowFilter(state: ProjectState, query: WindowListQuery, now: number): ((id: string) => boolean) | undefined {
  const { origin, instance, platform, state: wanted } = query;
  if ([origin, instance, platform, wanted].every((value) => value === undefined)) return undefined;
  return (id) => {
    const window = state.window.get(id)?.value;
    if (!window || !isCovered(window, query)) return false;
    return query.state === undefined || stateOf(findWindow(state, id), now) === query.state;
  };
}

function isCovered({ origin, instances, platforms }: MaintenanceWindow, query: WindowListQuery): boolean {
  if (query.origin !== undefined && origin !== query.origin) return false;
  if (query.instance !== undefined && !(instances?.includes(query.instance) ?? platforms === null)) return false;
  return query.platform === undefined || (platforms?.includes(query.platform) ?? instances === null);
}

/** A window whose remaining occurrences are all canceled has ended. */
function stateOf(held: WindowWithOverrides, now: number): WindowListQuery["state"] {
  const statuses = statusesAround(held, now);
  if (statuses.some(({ state }) => state === "active")) return "in_force";
  return statuses.some(({ state }) => state === "scheduled") ? "upcoming" : "over";
}
