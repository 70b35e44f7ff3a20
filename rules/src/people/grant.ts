import type { Role } from "./role.ts";

export interface Grant {
  readonly role: Role | "administrator";
}
