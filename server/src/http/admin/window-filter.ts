/** Which windows a list shows: by who made them, by whom they cover, and by how they stand now. */

import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { MaintenanceWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { heldWindow, standingsAround, type WindowHeld } from "drawbridge-rules/windows/standing-occurrence.ts";
import { z } from "zod";

const origins = ["manifest", "api", "hand"] as const;
const states = ["in_force", "upcoming", "over"] as const;

export const windowQuery = {
  origin: z
    .enum(origins, { error: "expected manifest, api or hand" })
    .optional()
    .meta({ description: "Only windows created this way" }),
  instance: z
    .string()
    .optional()
    .meta({ description: "Only what covers it: windows on platforms cover none", examples: ["eu-1"] }),
  platform: z
    .string()
    .optional()
    .meta({ description: "Only what covers it: windows on instances cover none", examples: ["ios"] }),
  state: z
    .enum(states, { error: "expected in_force, upcoming or over" })
    .optional()
    .meta({ description: "`in_force`: an occurrence is; `upcoming`: the next one is to come; `over`: no more will" }),
};

const querySchema = z.object(windowQuery);
type WindowQuery = z.infer<typeof querySchema>;

/** Whether the query includes a window, by its id; undefined: it includes all. @param now epoch ms */
export function windowFilter(state: ProjectState, query: WindowQuery, now: number): ((id: string) => boolean) | undefined {
  const { origin, instance, platform, state: wanted } = query;
  if ([origin, instance, platform, wanted].every((value) => value === undefined)) return undefined;
  return (id) => {
    const window = state.window.get(id)?.value;
    if (!window || !isCovered(window, query)) return false;
    return query.state === undefined || stateOf(heldWindow(state, id), now) === query.state;
  };
}

function isCovered({ origin, instances, platforms }: MaintenanceWindow, query: WindowQuery): boolean {
  if (query.origin !== undefined && origin !== query.origin) return false;
  if (query.instance !== undefined && !(instances?.includes(query.instance) ?? platforms === null)) return false;
  return query.platform === undefined || (platforms?.includes(query.platform) ?? instances === null);
}

/** A window of which everything to come is cancelled is over. */
function stateOf(held: WindowHeld, now: number): (typeof states)[number] {
  const standings = standingsAround(held, now);
  if (standings.some(({ state }) => state === "in_force")) return "in_force";
  return standings.some(({ state }) => state === "scheduled") ? "upcoming" : "over";
}
