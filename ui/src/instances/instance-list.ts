import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { admin, projectQuery } from "../server-connection.ts";

export const instanceListQuery = projectQuery("instances", (project) => admin.listAll("listInstances", { project }));

export function instanceDisplayName({ name, id }: Instance, languages: readonly string[]): string {
  if (typeof name === "string") return name || id;
  return languages.map((language) => name[language]).find((text) => text) ?? Object.values(name)[0] ?? id;
}

export interface InstanceMaintenance {
  /** Ends last. */
  readonly active: ListedOccurrence | undefined;
  /** Starts first. */
  readonly next: ListedOccurrence | undefined;
  readonly planned: number;
}

/** @param now epoch ms */
export function maintenanceByInstance(
  occurrences: readonly ListedOccurrence[],
  now: number,
): (instance: string) => InstanceMaintenance {
  const inStates = (...states: readonly OccurrenceState[]) =>
    occurrences.filter((each) => states.includes(listedState(each, now)));
  const active = byInstance(inStates("active").toSorted((a, b) => b.end.localeCompare(a.end)));
  const ahead = byInstance(inStates("scheduled", "announced").toSorted((a, b) => a.start.localeCompare(b.start)));
  return (instance) => ({ active: active(instance).first, next: ahead(instance).first, planned: ahead(instance).count });
}

interface Covering {
  readonly first: ListedOccurrence | undefined;
  /** Number of windows. */
  readonly count: number;
}

function byInstance(occurrences: readonly ListedOccurrence[]): (instance: string) => Covering {
  const own = new Map<string, { readonly index: number; readonly windows: Set<string> }>();
  const whole = [...occurrences.entries()].filter(([, { instances, platforms }]) => instances === null && platforms === null);
  const wholeWindows = new Set(whole.map(([, { window }]) => window));
  for (const [index, { instances, window }] of occurrences.entries())
    for (const id of instances ?? []) {
      const found = own.get(id) ?? { index, windows: new Set() };
      found.windows.add(window);
      own.set(id, found);
    }
  return (instance) => {
    const { index, windows } = own.get(instance) ?? {};
    const firsts = [whole[0]?.[0], index].filter((each) => each !== undefined);
    return { first: occurrences[Math.min(...firsts)], count: wholeWindows.size + (windows?.size ?? 0) };
  };
}
