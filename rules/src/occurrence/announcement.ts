import type { Instance } from "../project/instance.ts";
import { findProject, type ProjectState, type Revisioned } from "../project/project-state.ts";
import { remembered } from "../values/remembered.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { Occurrence } from "./occurrence.ts";
import { LONGEST_LEAD } from "./occurrence-state.ts";

/** Epoch ms, never after the start. @param usual lead of windows that set none, ms */
export function announcedFrom(occurrence: Occurrence, usual: number): number {
  if (occurrence.byHand) return occurrence.start;
  return Math.min(occurrence.plannedStart - Math.min(occurrence.lead ?? usual, LONGEST_LEAD), occurrence.start);
}

export function longestLead(
  state: ProjectState,
  window: Pick<MaintenanceWindow, "reminder" | "platforms" | "instances">,
): number {
  return Math.min(window.reminder ?? longestOf(state, window), LONGEST_LEAD);
}

function longestOf(state: ProjectState, { platforms, instances }: Pick<MaintenanceWindow, "platforms" | "instances">): number {
  const usual = findProject(state)?.reminder ?? 0;
  if (platforms) return usual;
  if (!instances) return Math.max(usual, longestOwnLead(state));
  return Math.max(...instances.map((id) => state.instance.get(id)?.value.reminder ?? usual));
}

/** Longest first. */
const byLead = new WeakMap<ReadonlyMap<string, Revisioned<Instance>>, readonly (readonly [string, number])[]>();

function longestOwnLead({ instance }: ProjectState): number {
  const { shared, changed } = instance;
  const known = remembered(byLead, shared, () =>
    [...shared].map(([id, { value }]) => [id, value.reminder ?? 0] as const).sort(([, a], [, b]) => b - a),
  );
  const [, longest] = known.find(([id]) => !changed.has(id)) ?? ["", 0];
  return Math.max(longest, ...[...changed.values()].map((held) => held?.value.reminder ?? 0));
}
