import type { Role } from "drawbridge-rules/people/role.ts";
import { admin, projectQuery } from "../server-connection.ts";
import { polled } from "../usage/usage-list.ts";

export const requiredRole: Role = "owner";

/** Polled: no commit announces the last use. */
export const readKeyListQuery = projectQuery("keys", (project) => admin.listAll("listReadKeys", { project }), polled);
