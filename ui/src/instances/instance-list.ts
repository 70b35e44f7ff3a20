/** The instances of a project, and the members that a form edits. */
import { queryOptions } from "@tanstack/react-query";
import type { InstanceForm } from "drawbridge-rules/project/instance.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function instanceListQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "instances"),
    queryFn: () => admin.listAll("listInstances", { project }),
  });
}

/** All members except read-only ones: unknown members are sent back unchanged. */
export function toInstanceForm({ id: _id, revision: _revision, etag: _etag, ...form }: Instance): InstanceForm {
  return form;
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
