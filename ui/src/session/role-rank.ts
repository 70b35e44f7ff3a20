/** The roles in a project, in order. */
import type { Role } from "drawbridge-rules/people/role.ts";

const rank: readonly Role[] = ["viewer", "operator", "editor", "owner"];

/** Each role includes the ones before it. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && rank.indexOf(role) >= rank.indexOf(needed);
}
