import { type Credential, type CredentialKind, credentialState } from "drawbridge-rules/credentials/credential.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { readStepShares, type StepShareServices } from "../admin/answer/status-answer.ts";
import type { EventHub } from "../admin/events/event-hub.ts";
import { type RequestJournal, statusClasses } from "../admin/request/request-journal.ts";
import { type Metric, metricList, Registry, type Sample } from "../base/metrics.ts";
import { runStepsYielding } from "../base/yielding-work.ts";
import { commitOutcomes } from "../log/commit-counts.ts";
import type { CredentialIndex } from "../log/credential-index.ts";
import type { Publisher } from "../log/publisher.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import type { Cluster } from "../store/cluster.ts";
import { processMetrics } from "./process-metrics.ts";
import { readMetrics, usageMetrics } from "./read-metrics.ts";
import { edgeMetrics, objectsMetrics, sourceMetrics } from "./source-metrics.ts";

interface Timed {
  /** Epoch ms. */
  readonly now: () => number;
}

const states = ["busy", "idle"] as const;

function databaseMetrics({ cluster }: { readonly cluster: Pick<Cluster, "connections" | "living"> }): Metric[] {
  // The embedded store has no connections, and one node.
  if (cluster.connections === null) return [];
  return metricList({
    drawbridge_database_connections: {
      help: "Connections to the database, without the listener's own.",
      labels: { state: states },
      read: () => {
        const { total = 0, idle = 0 } = cluster.connections ?? {};
        return [total - idle, idle].map((value, i) => ({ labels: [states[i] ?? ""], value }));
      },
    },
    drawbridge_database_waiting: {
      help: "Requests waiting for a connection to the database.",
      read: () => cluster.connections?.waiting ?? 0,
    },
    drawbridge_database_listening: {
      help: "Whether the database notifies this node of other nodes' commits immediately, without waiting for the next poll: 1 or 0.",
      read: () => (cluster.connections?.isListening ? 1 : 0),
    },
    drawbridge_nodes: {
      help: "Live nodes according to the database, including this one; 0 if the database is unavailable.",
      read: () => cluster.living ?? 0,
    },
  });
}

type Credentials<K extends CredentialKind> = Pick<CredentialIndex<K>, "all">;

export interface CredentialParts extends Timed {
  readonly catalog: Pick<Catalog, "keys">;
  readonly accessTokens: Credentials<"token">;
  readonly feedTokens: Credentials<"token">;
  readonly edges: { readonly tokens: Credentials<"token"> };
}

const kinds = ["read_key", "access", "calendar", "edge"] as const;
const days = 14;
const ahead = days * 86_400_000;

export function credentialMetrics({ catalog, accessTokens, feedTokens, edges, now }: CredentialParts): Metric[] {
  return metricList({
    drawbridge_credentials_expiring: {
      help: `Active keys and tokens that expire within ${days} days: read keys, and tokens by kind.`,
      labels: { kind: kinds },
      read: () => {
        const found = {
          read_key: catalog.keys(),
          access: accessTokens.all(),
          calendar: feedTokens.all(),
          edge: edges.tokens.all(),
        };
        return kinds.map((kind) => ({ labels: [kind], value: countExpiring(found[kind], now()) }));
      },
    },
  });
}

function countExpiring(all: Iterable<{ readonly value: Credential }>, now: number): number {
  let count = 0;
  for (const { value } of all)
    if (value.expiresAt !== null && value.expiresAt <= now + ahead && credentialState(value, now) === "active") count++;
  return count;
}

const codes = Object.keys(problems) as ProblemCode[];
const adminCodes = codes.filter((code) => !code.includes("api_key") && !code.includes("parameter"));

function adminMetrics({
  journal,
  publisher,
  events,
}: {
  readonly journal: RequestJournal;
  readonly publisher: Pick<Publisher, "counts">;
  readonly events: Pick<EventHub, "size">;
}): Metric[] {
  return metricList({
    drawbridge_admin_requests_total: {
      help: "Requests of the admin API, by operation and class of status.",
      labels: { operation: null, status: statusClasses },
      // Covers every operation, and the rest.
      most: 1_000,
      read: () => journal.samples(),
    },
    drawbridge_admin_problems_total: {
      help: "Refused requests of the admin API, by problem code.",
      labels: { code: adminCodes },
      read: () => adminCodes.map((code) => ({ labels: [code], value: journal.ofProblem(code) })),
    },
    drawbridge_sign_ins_total: {
      help: "Password sign-in attempts, by outcome.",
      labels: { outcome: ["succeeded", "failed", "throttled"] },
      read: () => journal.signInSamples(),
    },
    drawbridge_commits_total: {
      help: "Requested changes, by outcome; without dry runs.",
      labels: { outcome: commitOutcomes },
      read: () => publisher.counts.samples(),
    },
    drawbridge_commit_duration_seconds: {
      help: "Time from the request of a change to its commit, including the wait for earlier changes.",
      read: () => publisher.counts.durations,
    },
    drawbridge_event_streams: {
      help: "Open streams of change events.",
      read: () => events.size,
    },
  });
}

const lists = [
  processMetrics,
  readMetrics,
  usageMetrics,
  maintenanceMetrics,
  credentialMetrics,
  sourceMetrics,
  objectsMetrics,
  adminMetrics,
  edgeMetrics,
  databaseMetrics,
  stepMetrics,
];
type ProgramParts = (typeof lists)[number] extends (parts: infer Parts) => Metric[] ? Parts : never;

export function programMetrics(parts: ProgramParts): Registry {
  const registry = new Registry();
  for (const list of lists) registry.add(...list(parts));
  return registry;
}

/** Milliseconds. Expanding all windows can take long: a scrape gets the last count. */
const countEvery = 55_000;

/** A clock that was set back begins another count, too. */
function recurring(now: () => number, count: (now: number) => Promise<readonly Sample[]>): () => readonly Sample[] {
  let last: readonly Sample[] = [];
  let begunAt = Number.NEGATIVE_INFINITY;
  let isCounting = false;
  const begin = async () => {
    isCounting = true;
    begunAt = now();
    // A read that meets a defect in stored data logs it. An old count would hide that there is none.
    last = await count(begunAt).catch(() => []);
    isCounting = false;
  };
  return () => {
    const age = now() - begunAt;
    if (!isCounting && !(age >= 0 && age < countEvery)) void begin();
    return last;
  };
}

const maxProjects = 500;

export function maintenanceMetrics({ catalog, now }: { readonly catalog: Pick<Catalog, "activeWindows"> } & Timed): Metric[] {
  const read = recurring(now, async (at) => {
    const counted = await runStepsYielding(catalog.activeWindows(at));
    return counted.flatMap(({ project, active: { onTime, pastEnd } }) => [
      { labels: [project, "on_time"], value: onTime },
      { labels: [project, "past_end"], value: pastEnd },
    ]);
  });
  return metricList({
    drawbridge_windows_active: {
      help: "Active windows, of each project that has windows, on time or held open after their planned end; up to a minute old.",
      labels: { project: null, state: ["on_time", "past_end"] },
      most: 2 * (maxProjects + 1),
      read,
    },
  });
}

const maxSteps = 500;

function stepMetrics({ now, ...services }: StepShareServices & Timed): Metric[] {
  const read = recurring(now, async (at) =>
    (await readStepShares(services, at)).map(({ project, platform, requests_24h, forced_24h }) => ({
      labels: [project, platform],
      value: requests_24h ? (forced_24h ?? 0) / requests_24h : 0,
    })),
  );
  return metricList({
    drawbridge_policy_step_forced_ratio: {
      help: "Share of the last 24 hours' requests, forged ones included, that only a dated step forces to update, from a day before it to a day after; up to a minute old.",
      labels: { project: null, platform: null },
      most: maxSteps,
      read,
    },
  });
}
