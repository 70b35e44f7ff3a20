import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Instance, InstanceForm, InstanceList, InstanceListQuery } from "drawbridge-rules/wire/instance.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import type { Policy, PolicyForm, PolicyList } from "drawbridge-rules/wire/policy.ts";
import type { MaintenanceWindow, WindowForm, WindowList, WindowListQuery } from "drawbridge-rules/wire/window.ts";
import { type Calls, type ChangeOptions, type Etag, json, type Merge, merge } from "./calls.ts";
import { type Whole, wholeList } from "./whole-list.ts";

/** What a project has several of, each with an id and an ETag of its own. */
class Parts<Form, Part> {
  protected readonly calls: Calls;
  readonly #noun: string;

  constructor(calls: Calls, noun: string) {
    this.calls = calls;
    this.#noun = noun;
  }

  get(project: string, id: string): Promise<Part> {
    return this.calls.read(this.path(project, id));
  }

  /** Makes it (ETag null) or replaces it. */
  put(project: string, id: string, form: Form, etag: Etag, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.calls.edit("PUT", this.path(project, id), json(form), etag, options);
  }

  delete(project: string, id: string, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.calls.edit("DELETE", this.path(project, id), null, etag, options);
  }

  protected path(project: string, ...id: readonly string[]): string[] {
    return ["projects", project, this.#noun, ...id];
  }
}

/** By platform: which versions may run. */
export class Policies extends Parts<PolicyForm, Policy> {
  constructor(calls: Calls) {
    super(calls, "policies");
  }

  list(project: string): Promise<readonly Policy[]> {
    return wholeList(
      (page) => this.page(project, page),
      ({ policies }) => policies,
    );
  }

  page(project: string, query: PageQuery = {}): Promise<PolicyList> {
    return this.calls.read(this.path(project), { ...query });
  }

  /** Lists are replaced whole. */
  patch(
    project: string,
    platform: string,
    form: Merge<PolicyForm>,
    etag: string,
    options: ChangeOptions = {},
  ): Promise<ChangeAnswer> {
    return this.calls.edit("PATCH", this.path(project, platform), merge(form), etag, options);
  }
}

export class Windows extends Parts<WindowForm, MaintenanceWindow> {
  constructor(calls: Calls) {
    super(calls, "windows");
  }

  list(project: string, query: Whole<WindowListQuery> = {}): Promise<readonly MaintenanceWindow[]> {
    return wholeList(
      (page) => this.page(project, { ...query, ...page }),
      ({ windows }) => windows,
    );
  }

  page(project: string, query: WindowListQuery = {}): Promise<WindowList> {
    return this.calls.read(this.path(project), { ...query });
  }
}

export class Instances extends Parts<InstanceForm, Instance> {
  constructor(calls: Calls) {
    super(calls, "instances");
  }

  list(project: string, query: Whole<InstanceListQuery> = {}): Promise<readonly Instance[]> {
    return wholeList(
      (page) => this.page(project, { ...query, ...page }),
      ({ instances }) => instances,
    );
  }

  page(project: string, query: InstanceListQuery = {}): Promise<InstanceList> {
    return this.calls.read(this.path(project), { ...query });
  }
}
