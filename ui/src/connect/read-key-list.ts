import type { Role } from "drawbridge-rules/people/role.ts";
import { projectQuery } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { usageEvery } from "../usage/usage-list.ts";

/** Role required to create and revoke keys. */
export const requiredRole: Role = "owner";

/** It includes the last use, which no commit announces. */
export const readKeyListQuery = projectQuery("keys", (project) => admin.listAll("listReadKeys", { project }), {
  refetchInterval: usageEvery,
});
