import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { untilNextTransition } from "./occurrence/occurrence-phase.ts";

/** Role required to plan and change maintenance. */
export const requiredRole: Role = "operator";

export function maintenanceNowQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "maintenance", "now"),
    queryFn: () => admin.listMaintenance({ project, warnings: false }),
    refetchInterval: ({ state }) => untilNextTransition(state.data, Date.now()),
  });
}
