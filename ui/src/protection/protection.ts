/** Protection of a project. */
import { queryOptions } from "@tanstack/react-query";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function protectionQuery(project: string) {
  return queryOptions({ queryKey: projectQueryKey(project, "protection"), queryFn: () => admin.getProtection({ project }) });
}
