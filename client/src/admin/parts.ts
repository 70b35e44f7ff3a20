import type {
  ChangeAnswer,
  Instance,
  InstanceForm,
  InstanceList,
  MaintenanceWindow,
  Policy,
  PolicyForm,
  PolicyList,
  WindowForm,
  WindowList,
} from "../wire.ts";
import { type Calls, type ChangeOptions, type Etag, json, type Merge, merge } from "./calls.ts";

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

  async list(project: string): Promise<readonly Policy[]> {
    return (await this.calls.read<PolicyList>(this.path(project))).policies;
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

  async list(project: string): Promise<readonly MaintenanceWindow[]> {
    return (await this.calls.read<WindowList>(this.path(project))).windows;
  }
}

export class Instances extends Parts<InstanceForm, Instance> {
  constructor(calls: Calls) {
    super(calls, "instances");
  }

  async list(project: string): Promise<readonly Instance[]> {
    return (await this.calls.read<InstanceList>(this.path(project))).instances;
  }
}
