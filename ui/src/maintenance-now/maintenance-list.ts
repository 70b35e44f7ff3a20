/** What is in force in a project and what is to come. */
import { queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import { keyOf } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { untilNextBoundary } from "./listed-clock.ts";

/** To do anything to maintenance. */
export const neededRole: Role = "operator";

export function maintenanceNowQuery(project: string) {
  return queryOptions({
    queryKey: keyOf(project, "maintenance", "now"),
    queryFn: () => admin.listMaintenance({ project }),
    refetchInterval: ({ state }) => untilNextBoundary(state.data, Date.now()),
  });
}
