/** What a project asks of whoever edits it. */
import { queryOptions } from "@tanstack/react-query";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function protectionQuery(project: string) {
  return queryOptions({ queryKey: keyOf(project, "protection"), queryFn: () => admin.getProtection({ project }) });
}
