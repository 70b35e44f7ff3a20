import type { Role } from "./role.ts";

/** Role of a person in the project that holds the grant; for the installation, everything. Its id is the person's. */
export interface Grant {
  readonly role: Role | "administrator";
}
