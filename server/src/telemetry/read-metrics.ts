import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { type Metric, metricList, other, type Sample } from "../base/metrics.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import type { ServerLimits } from "../reads/limits/rate-limits.ts";
import type { Listener } from "../reads/listener/listener.ts";
import { maxOpenings, type Opening } from "../reads/opening.ts";
import { type ReadCounts, readEndpoints, readStatuses, sharedCodes, timedIn } from "../reads/read-counts.ts";
import { keyName } from "../reads/usage/read-usage.ts";
import type { KeyRefusal } from "../reads/usage/request-counter.ts";
import type { UsageWriter } from "../reads/usage/usage-writer.ts";
import { versionOutcome } from "../reads/usage/version-place.ts";

export interface ReadParts {
  readonly catalog: Catalog;
  readonly openings: () => readonly Opening[];
  readonly limits: ServerLimits;
  readonly counts: ReadCounts;
  readonly listeners: () => readonly Pick<Listener, "connections" | "refusals">[];
  /** Epoch ms. */
  readonly now: () => number;
}

const listenerCodes = [
  "bad_request",
  "request_timeout",
  "uri_too_long",
  "headers_too_large",
  "content_too_large",
  "internal_error",
] as const satisfies readonly ProblemCode[];

const ownCodes = ["not_found", "method_not_allowed", "unknown_platform", "invalid_version", "unknown_instance"] as const;
const readCodes: readonly ProblemCode[] = [...ownCodes, ...sharedCodes];

const anonymousReasons = ["missing", "malformed", "unknown"] as const;
const keyReasons = ["expired", "revoked", "not_allowed"] as const;
const maxKeys = 1_000;

export function readMetrics(parts: ReadParts): Metric[] {
  return [...requestMetrics(parts), ...catalogMetrics(parts), ...adoptionMetrics(parts.catalog), ...limitMetrics(parts.limits)];
}

export function requestMetrics({ catalog, counts, listeners, now }: Omit<ReadParts, "openings" | "limits">): Metric[] {
  return metricList({
    drawbridge_read_requests_total: {
      help: "Answered reads, by endpoint and status; with 304, the app has the answer already.",
      labels: { endpoint: readEndpoints, status: readStatuses.map(String) },
      read: () => counts.samples(),
    },
    drawbridge_read_duration_seconds: {
      help: `Time from the complete head of a read to its answer, for one read in ${timedIn}; without network and queue.`,
      read: () => counts.durations,
    },
    drawbridge_read_problems_total: {
      help: "Refused reads, by problem code.",
      labels: { code: readCodes },
      read: () => readCodes.map((code) => ({ labels: [code], value: counts.ofProblem(code) })),
    },
    drawbridge_read_anonymous_refusals_total: {
      help: "Reads without a key of this installation, by reason.",
      labels: { reason: anonymousReasons },
      read: () => anonymousReasons.map((reason) => ({ labels: [reason], value: catalog.usage.anonymous[reason].total })),
    },
    drawbridge_read_key_refusals_total: {
      help: "Reads refused with a key of this installation, by key and reason.",
      labels: { project: null, key: null, reason: keyReasons },
      most: maxKeys,
      read: () => keyRefusals(catalog, now()),
    },
    drawbridge_listener_problems_total: {
      help: "Requests refused before any handler, or failed unexpectedly, by problem code.",
      labels: { code: listenerCodes },
      read: () => listenerCodes.map((code) => ({ labels: [code], value: sumOf(listeners(), code) })),
    },
    drawbridge_open_connections: {
      help: "Open connections, at all addresses.",
      read: () => listeners().reduce((sum, { connections }) => sum + connections, 0),
    },
  });
}

/** First refused keys, then ended ones, so that alerts see the first request. A key without a series costs no object. */
function keyRefusals(catalog: Catalog, now: number): Sample[] {
  const samples: Sample[] = [];
  const named = new Set<string>();
  const rest = new Map<KeyRefusal, number>(keyReasons.map((reason) => [reason, 0]));
  for (const { counted, total } of catalog.usage.refusals()) {
    const { project, key } = counted;
    const reason = counted.outcome as KeyRefusal;
    if (samples.length >= maxKeys) rest.set(reason, (rest.get(reason) ?? 0) + total);
    else {
      samples.push({ labels: [project, key, reason], value: total });
      named.add(`${keyName(project, key)} ${reason}`);
    }
  }
  for (const { project, id, value } of catalog.keys()) {
    if (samples.length >= maxKeys) break;
    const state = credentialState(value, now);
    if (state === "active" || named.has(`${keyName(project, id)} ${state}`)) continue;
    samples.push({ labels: [project, id, state], value: 0 });
  }
  if (samples.length < maxKeys) return samples;
  return [...samples, ...Array.from(rest, ([reason, value]) => ({ labels: [other, other, reason], value }))];
}

function sumOf(listeners: readonly Pick<Listener, "refusals">[], code: ProblemCode): number {
  return listeners.reduce((sum, { refusals }) => sum + (refusals.get(code) ?? 0), 0);
}

function catalogMetrics({ catalog, openings }: ReadParts): Metric[] {
  return metricList({
    drawbridge_catalog_loaded: {
      help: "Whether reads can be answered, as in /readyz: 1 or 0.",
      read: () => (catalog.head === null ? 0 : 1),
    },
    drawbridge_catalog_revision: {
      help: "Revision that reads are answered from; 0 before the first one.",
      read: () => catalog.head?.revision ?? 0,
    },
    drawbridge_catalog_projects: {
      help: "Projects in the catalog.",
      read: () => catalog.size.projects,
    },
    drawbridge_catalog_compiled_projects: {
      help: "Projects that were read at least once and are compiled.",
      read: () => catalog.size.compiled,
    },
    drawbridge_catalog_read_keys: {
      help: "Read keys in the catalog, including expired and revoked ones.",
      read: () => catalog.size.keys,
    },
    drawbridge_opened_until_timestamp_seconds: {
      help: "End of an opening by hand (`drawbridge open`) by project, in seconds since 1970. Absent: none is open.",
      labels: { project: null },
      most: maxOpenings,
      read: () => openings().map(({ project, until }) => ({ labels: [project], value: until / 1000 })),
    },
    drawbridge_answer_cache_bytes: {
      help: "Upper bound of the memory for finished answers, recent questions and parsed language headers.",
      read: () => catalog.bytes,
    },
    drawbridge_answer_cache_lookups_total: {
      help: "Lookups of finished answers for reads with a valid key, by result.",
      labels: { result: ["hit", "miss"] },
      read: () => {
        const { hits, misses } = catalog.memo;
        return [
          { labels: ["hit"], value: hits },
          { labels: ["miss"], value: misses },
        ];
      },
    },
  });
}

export function usageMetrics({ usage }: { readonly usage: Pick<UsageWriter, "failures"> }): Metric[] {
  return metricList({
    drawbridge_usage_write_failures_total: {
      help: "Failed writes of read key usage; counts are kept and the write is retried.",
      read: () => usage.failures,
    },
  });
}

const outcomes = Object.keys(versionOutcome) as (keyof typeof versionOutcome)[];
/** In all projects together. */
const maxPlatforms = 250;

export function adoptionMetrics(catalog: Pick<Catalog, "usage">): Metric[] {
  return metricList({
    drawbridge_app_requests_total: {
      help: "Answers to apps by their version, by project, platform and outcome: an app that must update is forced, also in maintenance.",
      labels: { project: null, platform: null, outcome: outcomes },
      most: (maxPlatforms + 1) * outcomes.length,
      read: () => answers(catalog),
    },
  });
}

function answers({ usage }: Pick<Catalog, "usage">): Sample[] {
  const samples: Sample[] = [];
  let platforms = 0;
  for (const { project, platform, counts } of usage.answered()) {
    const names = platforms++ < maxPlatforms ? [project, platform] : [other, other];
    for (const outcome of outcomes) samples.push({ labels: [...names, outcome], value: counts[versionOutcome[outcome]] });
  }
  return samples;
}

const shed = ["admin", "unknown keys"] as const;

function limitMetrics({ unknownKeys, worthlessTokens, keys, shedding }: ServerLimits): Metric[] {
  const refused = { unknown_keys: unknownKeys, worthless_tokens: worthlessTokens, read_keys: keys };
  return metricList({
    drawbridge_rate_limited_requests_total: {
      help: "Requests refused with 429, by limit; those of read_keys had a valid key.",
      labels: { limit: Object.keys(refused) },
      read: () => Object.entries(refused).map(([limit, table]) => ({ labels: [limit], value: table?.refused ?? 0 })),
    },
    drawbridge_shed_requests_total: {
      help: "Requests shed with 503 during an overload, by kind; cached answers are never shed.",
      labels: { kind: shed.map((kind) => kind.replace(" ", "_")) },
      read: () => shed.map((kind) => ({ labels: [kind.replace(" ", "_")], value: shedding.shed(kind) })),
    },
  });
}
