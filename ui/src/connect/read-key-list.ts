import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { usageEvery } from "../usage/usage-list.ts";

/** Role required to create and revoke keys. */
export const requiredRole: Role = "owner";

export function readKeyListQuery(project: string) {
  // It includes the last use, which no commit announces.
  return queryOptions({
    queryKey: projectQueryKey(project, "keys"),
    queryFn: () => admin.listAll("listReadKeys", { project }),
    refetchInterval: usageEvery,
  });
}
