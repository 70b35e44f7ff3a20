import type { ChangeAnswer, Project, ProjectForm, ProjectList, ProjectListItem } from "../wire.ts";
import { type Calls, type ChangeOptions, type Etag, json, type Merge, merge, type Versioned } from "./calls.ts";

export class Projects {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** In order of id, at most 1000 at a time. */
  list(page: { readonly after?: string; readonly limit?: number } = {}): Promise<ProjectList> {
    return this.#calls.read(["projects"], { ...page });
  }

  /** Every one, page by page. */
  async listAll(): Promise<ProjectListItem[]> {
    const found: ProjectListItem[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: ProjectList = await this.list(after === "" ? {} : { after });
      found.push(...page.projects);
      after = page.next;
    }
    return found;
  }

  /** What the project says about itself; its ETag is of the project with everything in it. */
  get(id: string): Promise<Versioned<Project>> {
    return this.#calls.readVersioned(["projects", id]);
  }

  put(id: string, form: ProjectForm, etag: Etag, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PUT", ["projects", id], json(form), etag, options);
  }

  patch(id: string, form: Merge<ProjectForm>, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("PATCH", ["projects", id], merge(form), etag, options);
  }

  /** With everything in it. */
  delete(id: string, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.edit("DELETE", ["projects", id], null, etag, options);
  }
}
