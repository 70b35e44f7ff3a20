import type { Role } from "./role.ts";

/** What a person may: the role in the project that holds the grant, or, among the installation's, everything. Its id is the person's. */
export interface Grant {
  readonly role: Role | "administrator";
}
