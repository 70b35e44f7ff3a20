import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { runSteps, type Steps } from "drawbridge-rules/values/steps.ts";
import { type MaintenanceEffect, maintenanceEffects } from "./maintenance-effect.ts";
import { OccurrenceCache, PlannedProject, type Side } from "./planned-project.ts";
import { type TextEffect, type Traffic, type VersionEffect, versionEffects } from "./version-effect.ts";

interface Effects {
  readonly versions: readonly VersionEffect[];
  readonly texts: readonly TextEffect[];
  readonly maintenance: readonly MaintenanceEffect[];
  /** True if there are more effects than listed. */
  readonly more: boolean;
}

/** @param now epoch ms */
export function previewEffects(before: ProjectState, after: ProjectState, now: number, traffic: Traffic = new Map()): Effects {
  return runSteps(previewSteps(before, after, traffic, now));
}

/** Costs only the answers that the change can affect. */
export function* previewSteps(before: ProjectState, after: ProjectState, traffic: Traffic, now: number): Steps<Effects> {
  const expanded = new OccurrenceCache(now);
  const [was, is] = [before, after].map((state) => ({ state, project: new PlannedProject(state, expanded) })) as [Side, Side];
  for (const { project } of [was, is]) yield* project.coverage.prepare();
  const { versions, texts, more } = yield* versionEffects(was, is, traffic, now);
  const maintenance = yield* maintenanceEffects(was, is, now);
  return { versions, texts, maintenance: maintenance.found, more: more || maintenance.more };
}
