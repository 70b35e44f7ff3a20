import { type Interruption, interruptionAt } from "drawbridge-rules/occurrence/interruption.ts";
import { stateAt } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { CompiledHeader, CompiledPlatform, CompiledProject, ReadableProject } from "./compiled-project.ts";
import type { Transitions } from "./coverage.ts";

export interface ConfigMaintenance {
  readonly interruption: Interruption;
  /** Set if the interruption counts because every instance has one. */
  readonly instance: string | null;
}

export interface ConfigState {
  /** Under the policy of the instant. */
  readonly platform: CompiledPlatform;
  readonly maintenance: ConfigMaintenance | null;
}

export function configMaintenance(
  project: ReadableProject,
  header: CompiledHeader,
  platform: string,
  now: number,
): ConfigMaintenance | null {
  const direct = interruptionAt(project.coverage.ofPlatform(platform, now), now, header.project.reminder);
  if (direct?.state === "active") return { interruption: direct.interruption, instance: null };
  return everyInstance(project, header, now);
}

/** The interruption that ends first, if every instance has one; then by instance id. */
function everyInstance(project: ReadableProject, header: CompiledHeader, now: number): ConfigMaintenance | null {
  // The first instance is nearly always open, which spares checking thousands of windows.
  if (openInstance(project, now) !== null) return null;
  let first: ConfigMaintenance | null = null;
  for (const id of project.instanceIds) {
    const own = interruptionAt(project.coverage.ofInstance(id, now), now, header.project.reminder);
    if (own?.state !== "active") return null;
    const { interruption } = own;
    const isFirst = !first || interruption.end < first.interruption.end;
    if (isFirst || (interruption.end === first?.interruption.end && id < (first.instance ?? "")))
      first = { interruption, instance: id };
  }
  return first;
}

/** Any open instance will do: the last one found is tried first. */
function openInstance(project: ReadableProject, now: number): string | null {
  const { coverage } = project;
  const isOpen = (id: string) => !coverage.ofInstance(id, now).some((occurrence) => stateAt(occurrence, now) === "active");
  const { lastOpen } = coverage;
  if (lastOpen !== null && project.instance(lastOpen) && isOpen(lastOpen)) return lastOpen;
  coverage.lastOpen = Iterator.from(project.instanceIds).find(isOpen) ?? null;
  return coverage.lastOpen;
}

/** The platform's transitions, and those of one open instance. */
export function configTransitions(project: CompiledProject, platform: string): Transitions {
  const { coverage } = project;
  const own = coverage.platformTransitions(platform);
  const others = (now: number): Transitions[] => {
    const open = openInstance(project, now);
    return (open === null ? project.instanceIds : [open]).map((id) => coverage.instanceTransitions(id));
  };
  return {
    next: (now) => Math.min(own.next(now), ...others(now).map((transitions) => transitions.next(now))),
    previous: (now) => Math.max(own.previous(now), ...others(now).map((transitions) => transitions.previous(now))),
  };
}
