/** The instances of a project. */
import { queryOptions } from "@tanstack/react-query";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
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

/** Proxies rewrite such an id in a path in different ways, so it has no address. */
export function hasAddress(id: string): boolean {
  return id !== "." && id !== ".." && !/[/\\]/.test(id);
}

export function matchesSearch(instance: Instance, query: string, languages: readonly string[]): boolean {
  const wanted = query.trim().toLowerCase();
  return instance.id.toLowerCase().includes(wanted) || instanceDisplayName(instance, languages).toLowerCase().includes(wanted);
}
