/** What somebody may do in a project. Each role may everything that those before it may. */
export const roles = ["viewer", "operator", "editor", "owner"] as const;

/**
 * viewer: read everything but secrets. operator: maintenance and its calendars. editor: the configuration, and going back.
 * owner: keys, tokens, members, protection, breaking the glass.
 */
export type Role = (typeof roles)[number];

/** Whether `role` may what `needed` is asked for. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}
