import type {
  ChangeAnswer,
  Instance,
  InstanceForm,
  InstanceList,
  InstanceListQuery,
  MaintenanceWindow,
  PageQuery,
  Policy,
  PolicyForm,
  PolicyList,
  WindowForm,
  WindowList,
  WindowListQuery,
} from "../wire.ts";
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

  /** A merge patch: lists are replaced whole. */
  patch(project: string, id: string, form: Merge<Form>, etag: string, options: ChangeOptions = {}): Promise<ChangeAnswer> {
    return this.calls.edit("PATCH", this.path(project, id), merge(form), etag, options);
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
