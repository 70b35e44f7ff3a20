/** The instances of a project, and when each is in maintenance. */
import { queryOptions } from "@tanstack/react-query";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function instanceListQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "instances"),
    queryFn: () => admin.listAll("listInstances", { project }),
  });
}

/** Its name in the first language that has one. */
export function instanceDisplayName({ name, id }: Instance, languages: readonly string[]): string {
  if (typeof name === "string") return name || id;
  return languages.map((language) => name[language]).find((text) => text) ?? Object.values(name)[0] ?? id;
}

export interface InstanceMaintenance {
  /** The active one that ends last. */
  readonly active: ListedOccurrence | undefined;
  /** The scheduled one that starts first. */
  readonly next: ListedOccurrence | undefined;
}

/** Finds the maintenance of an instance. @param now epoch ms */
export function maintenanceByInstance(
  occurrences: readonly ListedOccurrence[],
  now: number,
): (instance: string) => InstanceMaintenance {
  const inState = (state: OccurrenceState) => occurrences.filter((each) => listedState(each, now) === state);
  const active = firstByInstance(inState("active").toSorted((a, b) => b.end.localeCompare(a.end)));
  const next = firstByInstance(inState("scheduled").toSorted((a, b) => a.start.localeCompare(b.start)));
  return (instance) => ({ active: active(instance), next: next(instance) });
}

/** The first occurrence that covers an instance, alone or with the whole project. */
function firstByInstance(occurrences: readonly ListedOccurrence[]): (instance: string) => ListedOccurrence | undefined {
  const first = new Map<string, number>();
  const whole = occurrences.findIndex(({ instances, platforms }) => instances === null && platforms === null);
  for (const [index, { instances }] of occurrences.entries())
    for (const id of instances ?? []) if (!first.has(id)) first.set(id, index);
  return (instance) => {
    const found = [whole, first.get(instance) ?? -1].filter((index) => index >= 0);
    return occurrences[Math.min(...found)];
  };
}
