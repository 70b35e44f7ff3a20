import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Project, ProjectForm, ProjectList, ProjectListItem, ProjectListQuery } from "drawbridge-rules/wire/project.ts";
import { type Calls, type ChangeOptions, type Etag, json, type Merge, merge, type Versioned } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

export class Projects {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** In order of id. */
  list(query: Whole<ProjectListQuery> = {}): Promise<readonly ProjectListItem[]> {
    return wholeList(
      (page) => this.page({ ...query, ...page }),
      ({ projects }) => projects,
    );
  }

  page(query: ProjectListQuery = {}): Promise<ProjectList> {
    return this.#calls.read(["projects"], { ...query });
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
