/** Roles in memory: permission checks never ask the store. */

import type { Grant, Role } from "drawbridge-rules/people/role.ts";
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import type { Change, Row } from "../store/store.ts";
import { administratorRequester, type Requester } from "./requester.ts";

export class GrantIndex {
  readonly #administrators = new Set<string>();
  /** Person → project → role. */
  readonly #roles = new Map<string, Map<string, Role>>();

  load(rows: Iterable<Row>): void {
    this.#administrators.clear();
    this.#roles.clear();
    this.apply(rows);
  }

  apply(changes: Iterable<Pick<Change, "project" | "kind" | "id" | "value">>): void {
    for (const { project, kind, id, value } of changes) {
      if (kind !== "grant") continue;
      this.#put(id, project, value === null ? null : storedValue("grant", value).role);
    }
  }

  requester(actor: string, person: string, session: string | null): Requester {
    if (this.#administrators.has(person)) return administratorRequester(actor, person, session);
    const roleIn = (project: string) => this.#roles.get(person)?.get(project) ?? null;
    const soleProject = () => {
      const projects = [...(this.#roles.get(person)?.keys() ?? [])];
      return projects.length === 1 ? (projects[0] ?? null) : null;
    };
    return { actor, person, isAdministrator: false, session, roleIn, soleProject };
  }

  rolesOf(person: string): [project: string, role: Role][] {
    return [...(this.#roles.get(person) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  isAdministrator(person: string): boolean {
    return this.#administrators.has(person);
  }

  get administrators(): ReadonlySet<string> {
    return this.#administrators;
  }

  #put(person: string, project: string, role: Grant["role"] | null): void {
    if (project === "") {
      if (role === "administrator") this.#administrators.add(person);
      else this.#administrators.delete(person);
      return;
    }
    const roles = this.#roles.get(person) ?? new Map<string, Role>();
    if (role === null || role === "administrator") roles.delete(project);
    else roles.set(project, role);
    if (roles.size === 0) this.#roles.delete(person);
    else this.#roles.set(person, roles);
  }
}
