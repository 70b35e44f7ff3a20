/** The roles in a project, in order. */
import type { Role } from "drawbridge-rules/people/role.ts";

const rank: readonly Role[] = ["viewer", "operator", "editor", "owner"];

/** Each may all that those before it may. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && rank.indexOf(role) >= rank.indexOf(needed);
}
