/** Indexes windows and keys by the instances and platforms that they name. */

import type { ReadKey } from "../credentials/read-key.ts";
import { ResourceIndex } from "../project/resource-index.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

type Scope = Pick<MaintenanceWindow, "instances" | "platforms">;

/** Term of windows that cover the whole project. */
export const wholeProject = "";
/** Term of windows that name instances. */
export const someInstances = "instances";

export function instanceTerm(name: string): string {
  return `i${name}`;
}

export function platformTerm(name: string): string {
  return `p${name}`;
}

/** Instances before platforms, each in the order in which they are named. */
export function scopeTerms({ instances, platforms }: Scope): string[] {
  return [...(instances ?? []).map(instanceTerm), ...(platforms ?? []).map(platformTerm)];
}

export const windowsByScope = new ResourceIndex<MaintenanceWindow>((window) => {
  const askers = scopeTerms(window);
  if (askers.length === 0) return [wholeProject];
  return window.instances ? [someInstances, ...askers] : askers;
});

export const keysByScope = new ResourceIndex<ReadKey>(scopeTerms);
