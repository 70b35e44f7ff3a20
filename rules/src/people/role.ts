/** Each includes the permissions of those before it. */
export const roles = ["viewer", "operator", "editor", "owner"] as const;

/** viewer reads; operator: maintenance; editor: configuration; owner: keys, tokens, members, protection. */
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}

export interface Grant {
  readonly role: Role | "administrator";
}
