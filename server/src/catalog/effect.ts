/**
 * What apps would be told before and after a change. It asks the same compiled project that answers apps: a second way of
 * deciding could say something else than what is then answered. Only whoever reviews a change pays for it.
 */
import type { ProjectState } from "../domain/project-state.ts";
import { CompiledProject, type Source } from "./compiled-project.ts";
import { type MaintenanceEffect, maintenanceEffects } from "./maintenance-effect.ts";
import { type TextEffect, type VersionEffect, versionEffects } from "./version-effect.ts";

export interface Effects {
  readonly versions: readonly VersionEffect[];
  readonly texts: readonly TextEffect[];
  readonly maintenance: readonly MaintenanceEffect[];
  /** There is more than is said here. */
  readonly more: boolean;
}

/** One side of a change. */
export interface Side {
  readonly state: ProjectState;
  readonly project: CompiledProject;
}

/** @param now epoch ms */
export function effects(before: ProjectState, after: ProjectState, now: number): Effects {
  const sides = { before: sideOf(before), after: sideOf(after) };
  const { versions, texts, more } = versionEffects(sides.before, sides.after, now);
  const maintenance = maintenanceEffects(sides.before, sides.after, now);
  return { versions, texts, maintenance: maintenance.found, more: more || maintenance.more };
}

const compiledKinds = ["project", "platform", "instance", "window", "override"] as const;

function sideOf(state: ProjectState): Side {
  const sources = compiledKinds.flatMap((kind) =>
    [...state[kind]].map(([id, { value }]): Source => ({ kind, id, schema: 1, value: JSON.stringify(value) })),
  );
  return { state, project: new CompiledProject(sources) };
}
