/** Who may use a route. It stands beside the handler; without one a program does not start. */

import { isAtLeast, type Role, roles } from "drawbridge-rules/people/role.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Requester } from "../../accounts/requester.ts";
import { noProject } from "./addressed-project.ts";

/** Everybody; whoever shows a token or a session; who has the role in the project of the path; an administrator of the server. */
export type Permission = "public" | "signed_in" | Role | "administrator";

const permissions: readonly string[] = ["public", "signed_in", ...roles, "administrator"];

interface Guarded {
  readonly permission: Permission;
  readonly method: string;
  readonly path: string;
}

/** @throws a defect: the route says nothing of who may use it, or asks for a role without a project to have it in */
export function checkPermission({ permission, method, path }: Guarded): void {
  if (!permissions.includes(permission)) throw new Error(`${method} ${path} does not say who may use it`);
  if (isRole(permission) !== path.includes("{project}"))
    throw new Error(`${method} ${path}: a role is asked for exactly where the path names a project, not ${permission}`);
}

/**
 * Lets pass whoever may. A project in which somebody has no role does not exist for them.
 * @throws forbidden, not_found
 */
export function permit(requester: Requester, permission: Permission, project: string | undefined): void {
  if (permission === "public" || permission === "signed_in") return;
  if (permission === "administrator") {
    if (requester.isAdministrator) return;
    throw new DrawbridgeError("forbidden", "Only an administrator of this server may do this.");
  }
  const role = requester.roleIn(project ?? "");
  if (isAtLeast(role, permission)) return;
  if (role === null) throw noProject();
  throw new DrawbridgeError("forbidden", `This takes the role ${permission} in the project. Yours is ${role}.`);
}

function isRole(permission: Permission): permission is Role {
  return roles.some((role) => role === permission);
}
