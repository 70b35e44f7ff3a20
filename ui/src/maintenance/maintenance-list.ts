import type { Role } from "drawbridge-rules/people/role.ts";
import { admin, projectQuery } from "../server-connection.ts";
import { untilNextTransition } from "./occurrence/occurrence-phase.ts";

export const requiredRole: Role = "operator";

export const maintenanceNowQuery = projectQuery("maintenance", (project) => admin.listMaintenance({ project, warnings: false }), {
  refetchInterval: ({ state }) => untilNextTransition(state.data, Date.now()),
});
