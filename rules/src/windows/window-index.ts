import type { ReadKey } from "../credentials/read-key.ts";
import { ResourceIndex } from "../project/resource-index.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

export const wholeProject = "";
export const someInstances = "instances";

export function instanceTerm(name: string): string {
  return `i${name}`;
}

export function platformTerm(name: string): string {
  return `p${name}`;
}

/** Instances before platforms, in the order in which they are named. */
export function scopeTerms({ instances, platforms }: Pick<MaintenanceWindow, "instances" | "platforms">): string[] {
  return [...(instances ?? []).map(instanceTerm), ...(platforms ?? []).map(platformTerm)];
}

export const windowsByScope = new ResourceIndex<MaintenanceWindow>((window) => {
  const askers = scopeTerms(window);
  if (askers.length === 0) return [wholeProject];
  return window.instances ? [someInstances, ...askers] : askers;
});

export const keysByScope = new ResourceIndex<ReadKey>(scopeTerms);
