/** Head of a project: languages, defaults, links. */
import { queryOptions } from "@tanstack/react-query";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function projectHeadQuery(project: string) {
  return queryOptions({ queryKey: projectQueryKey(project, "head"), queryFn: () => admin.getProject({ project }) });
}
