/**
 * Client of Drawbridge's admin API: one object for each noun, one method for each thing that can be done to it. Needs nothing
 * but `fetch`. Every method throws AdminError where the server says no and AdminUnreachable where there is no answer.
 *
 *     const admin = new AdminClient({ url: "https://drawbridge.example", token });
 *     const { etag } = await admin.policies.get("acme-shop", "ios");
 *     await admin.policies.patch("acme-shop", "ios", { minimum: "2.5.0" }, etag, { reason: "2.4 loses orders" });
 */
import { AccessTokens } from "./admin/access-tokens.ts";
import { Calls, type ChangeOptions, type VerbOptions } from "./admin/calls.ts";
import { FeedTokens } from "./admin/feed-tokens.ts";
import { Maintenance } from "./admin/maintenance.ts";
import { Manifests } from "./admin/manifests.ts";
import { Instances, Policies, Windows } from "./admin/parts.ts";
import { Projects } from "./admin/projects.ts";
import { ReadKeys } from "./admin/read-keys.ts";
import type { AdminOptions } from "./admin/transport.ts";
import type { ChangeAnswer, History, RollbackRequest, Simulation, SimulationQuery, Status } from "./wire.ts";

export * from "./admin/admin-error.ts";
export type { ApplyOptions, ChangeOptions, Etag, Merge, VerbOptions, Versioned } from "./admin/calls.ts";
export type { AdminOptions } from "./admin/transport.ts";

export class AdminClient {
  readonly projects: Projects;
  readonly manifests: Manifests;
  readonly policies: Policies;
  readonly windows: Windows;
  readonly instances: Instances;
  readonly maintenance: Maintenance;
  readonly keys: ReadKeys;
  readonly feeds: FeedTokens;
  readonly tokens: AccessTokens;
  readonly #calls: Calls;

  constructor(options: AdminOptions) {
    const calls = new Calls(options);
    this.#calls = calls;
    this.projects = new Projects(calls);
    this.manifests = new Manifests(calls);
    this.policies = new Policies(calls);
    this.windows = new Windows(calls);
    this.instances = new Instances(calls);
    this.maintenance = new Maintenance(calls);
    this.keys = new ReadKeys(calls);
    this.feeds = new FeedTokens(calls);
    this.tokens = new AccessTokens(calls);
  }

  /** Commits that touched the project, newest first; also of one that was deleted. */
  history(project: string, page: { readonly before?: number; readonly limit?: number } = {}): Promise<History> {
    return this.#calls.read(["projects", project, "history"], { ...page });
  }

  /** Writes the project's configuration as it was at revision `to` again, as a new revision. */
  rollback(project: string, to: number, options: ChangeOptions & VerbOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.act(["projects", project, "rollback"], { to } satisfies RollbackRequest, options);
  }

  /** What an app would be answered now, or `at` another time over the present state. */
  simulate(project: string, question: SimulationQuery): Promise<Simulation> {
    return this.#calls.read(["projects", project, "simulate"], { ...question });
  }

  status(): Promise<Status> {
    return this.#calls.read(["status"]);
  }
}
