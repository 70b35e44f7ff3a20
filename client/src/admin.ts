/**
 * Client of Drawbridge's admin API: one object for each noun, one method for each thing that can be done to it. Needs nothing
 * but `fetch`. Every method throws AdminError where the server says no and AdminUnreachable where there is no answer.
 *
 *     const admin = new AdminClient({ url: "https://drawbridge.example", token });
 *     const { etag } = await admin.policies.get("acme-shop", "ios");
 *     await admin.policies.patch("acme-shop", "ios", { minimum: "2.5.0" }, etag, { reason: "2.4 loses orders" });
 */

import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import type { History, HistoryQuery, RollbackRequest, UndoRequest } from "drawbridge-rules/wire/history.ts";
import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import type { Status } from "drawbridge-rules/wire/status.ts";
import type { InstallationUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { AccessTokens } from "./admin/access-tokens.ts";
import { Administrators } from "./admin/administrators.ts";
import { Calls, type ChangeOptions, type VerbOptions } from "./admin/calls.ts";
import { Edges } from "./admin/edges.ts";
import { type EventOptions, events, type ServerEvent } from "./admin/events.ts";
import { FeedTokens } from "./admin/feed-tokens.ts";
import { Maintenance } from "./admin/maintenance.ts";
import { Manifests } from "./admin/manifests.ts";
import { Members } from "./admin/members.ts";
import { Instances, Policies, Windows } from "./admin/parts.ts";
import { People } from "./admin/people.ts";
import { ProjectTokens } from "./admin/project-tokens.ts";
import { Projects } from "./admin/projects.ts";
import { Proposals } from "./admin/proposals.ts";
import { Protections } from "./admin/protection.ts";
import { ReadKeys } from "./admin/read-keys.ts";
import { Sessions } from "./admin/sessions.ts";
import { type AdminOptions, type OpenAnswer, openStream } from "./admin/transport.ts";

export * from "./admin/admin-error.ts";
export type { ApplyOptions, ChangeOptions, Etag, Merge, VerbOptions, Versioned } from "./admin/calls.ts";
export type { EventOptions, ServerEvent } from "./admin/events.ts";
export type { AdminOptions, OpenAnswer } from "./admin/transport.ts";

export class AdminClient {
  readonly projects: Projects;
  readonly manifests: Manifests;
  readonly policies: Policies;
  readonly windows: Windows;
  readonly instances: Instances;
  readonly maintenance: Maintenance;
  readonly protection: Protections;
  readonly proposals: Proposals;
  readonly keys: ReadKeys;
  readonly feeds: FeedTokens;
  readonly tokens: AccessTokens;
  readonly projectTokens: ProjectTokens;
  readonly edges: Edges;
  readonly members: Members;
  readonly administrators: Administrators;
  readonly people: People;
  readonly sessions: Sessions;
  readonly #calls: Calls;
  readonly #options: AdminOptions;

  constructor(options: AdminOptions) {
    this.#options = options;
    const calls = new Calls(options);
    this.#calls = calls;
    this.projects = new Projects(calls);
    this.manifests = new Manifests(calls);
    this.policies = new Policies(calls);
    this.windows = new Windows(calls);
    this.instances = new Instances(calls);
    this.maintenance = new Maintenance(calls);
    this.protection = new Protections(calls);
    this.proposals = new Proposals(calls);
    this.keys = new ReadKeys(calls);
    this.feeds = new FeedTokens(calls);
    this.tokens = new AccessTokens(calls);
    this.people = new People(calls);
    this.sessions = new Sessions(calls);
    this.projectTokens = new ProjectTokens(calls);
    this.edges = new Edges(calls);
    this.members = new Members(calls);
    this.administrators = new Administrators(calls);
  }

  /** Commits that touched the project, newest first; also of one that was deleted. */
  history(project: string, query: HistoryQuery = {}): Promise<History> {
    return this.#calls.read(["projects", project, "history"], { ...query });
  }

  /** Commits that touched the installation: its access tokens and its administrators. */
  installationHistory(query: HistoryQuery = {}): Promise<History> {
    return this.#calls.read(["history"], { ...query });
  }

  /** Writes the project's configuration as it was at revision `to` again, as a new revision. */
  rollback(project: string, to: number, options: ChangeOptions & VerbOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.act(["projects", project, "rollback"], { to } satisfies RollbackRequest, options);
  }

  /** Reverses the changes of that revision, as a new revision; later changes stay. */
  undo(project: string, revision: number, options: ChangeOptions & VerbOptions = {}): Promise<ChangeAnswer> {
    return this.#calls.act(["projects", project, "undo"], { revision } satisfies UndoRequest, options);
  }

  /** What an app would be answered now, or `at` another time over the present state. */
  simulate(project: string, question: SimulationQuery): Promise<Simulation> {
    return this.#calls.read(["projects", project, "simulate"], { ...question });
  }

  /** Who asks with which read key, and who is refused, in the last 24 hours. @param key leaves only what is about that one */
  usage(project: string, key?: string): Promise<ProjectUsage> {
    return this.#calls.read(["projects", project, "usage"], key === undefined ? {} : { key });
  }

  /** Requests that were refused and belong to no project: without a key, or with none of this installation. */
  installationUsage(): Promise<InstallationUsage> {
    return this.#calls.read(["usage"]);
  }

  /** What is committed, as it happens: of a project, or (null) of all in which whoever asks has a role. Goes on until `signal` ends it. */
  events(project: string | null, options: EventOptions = {}): AsyncGenerator<ServerEvent, void, undefined> {
    return events(this.#options, project, options);
  }

  /**
   * Drops what was superseded before the server's retention, in as many requests as it takes: each has so many seconds. A dry run
   * is one request; `more` says that it had no time to count all.
   */
  async compact({ dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<Compaction> {
    const once = () => this.#calls.act<Compaction>(["compact"], {}, { dryRun });
    let sum = await once();
    while (sum.more && !dryRun) {
      const next = await once();
      const freed = sum.freed === null && next.freed === null ? null : (sum.freed ?? 0) + (next.freed ?? 0);
      sum = { ...next, changes: sum.changes + next.changes, bytes: sum.bytes + next.bytes, freed };
    }
    return sum;
  }

  /**
   * The whole store in one file, an SQLite database: its bytes as they come, how many there are, and in `etag` where the log stood.
   * `timeout` is for the first of them. Ends with `signal`.
   */
  backup(signal: AbortSignal = new AbortController().signal): Promise<OpenAnswer> {
    const request = { method: "POST", path: ["backup"], accept: "application/vnd.sqlite3", repeatable: false } as const;
    return openStream(this.#options, request, signal);
  }

  status(): Promise<Status> {
    return this.#calls.read(["status"]);
  }
}
