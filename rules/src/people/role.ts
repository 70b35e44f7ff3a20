/** Roles in a project. Each includes the permissions of those before it. */
export const roles = ["viewer", "operator", "editor", "owner"] as const;

/**
 * viewer: read everything but secrets. operator: maintenance and its calendars. editor: the configuration, and going back.
 * owner: keys, tokens, members, protection, breaking the glass.
 */
export type Role = (typeof roles)[number];

/** Returns whether `role` includes the permissions of `needed`. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}
