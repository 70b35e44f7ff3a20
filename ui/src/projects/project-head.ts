/** What a project says about itself: languages, defaults, links. */
import { queryOptions } from "@tanstack/react-query";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function projectHeadQuery(project: string) {
  return queryOptions({ queryKey: keyOf(project, "head"), queryFn: () => admin.getProject({ project }) });
}
