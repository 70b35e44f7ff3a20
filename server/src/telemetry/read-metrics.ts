/** Metrics of the read API: requests, answers and refusals. */

import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { type Metric, other, type Sample } from "../base/metrics.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import type { Listener } from "../reads/listener/listener.ts";
import { type ReadCounts, readEndpoints, readStatuses, timedIn } from "../reads/read-counts.ts";
import { keyName } from "../reads/usage/read-usage.ts";
import type { KeyRefusal } from "../reads/usage/tally.ts";

export interface ReadParts {
  readonly catalog: Catalog;
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

const readCodes = [
  "not_found",
  "method_not_allowed",
  "missing_api_key",
  "unknown_api_key",
  "expired_api_key",
  "revoked_api_key",
  "rate_limited",
  "key_not_allowed",
  "missing_parameter",
  "repeated_parameter",
  "unknown_platform",
  "invalid_version",
  "unknown_instance",
  "content_too_large",
  "not_ready",
  "overloaded",
] as const satisfies readonly ProblemCode[];

const anonymousReasons = ["missing", "malformed", "unknown"] as const;
const keyReasons = ["expired", "revoked", "not_allowed"] as const;
/** Maximum series of refused keys. */
const maxKeys = 1_000;

export function readMetrics({ catalog, counts, listeners, now }: ReadParts): Metric[] {
  return [
    {
      name: "drawbridge_read_requests_total",
      help: "Answered reads, by endpoint and status; with 304, the app has the answer already.",
      type: "counter",
      labels: { endpoint: readEndpoints, status: readStatuses.map(String) },
      read: () => counts.samples(),
    },
    {
      name: "drawbridge_read_duration_seconds",
      help: `Time from the complete head of a read to its answer, for one read in ${timedIn}; without network and queue.`,
      type: "histogram",
      bounds: counts.durations.bounds,
      read: () => [counts.durations.sample()],
    },
    {
      name: "drawbridge_read_problems_total",
      help: "Refused reads, by problem code.",
      type: "counter",
      labels: { code: readCodes },
      read: () => readCodes.map((code) => ({ labels: [code], value: counts.ofProblem(code) })),
    },
    {
      name: "drawbridge_read_anonymous_refusals_total",
      help: "Reads without a key of this installation, by reason.",
      type: "counter",
      labels: { reason: anonymousReasons },
      read: () => anonymousReasons.map((reason) => ({ labels: [reason], value: catalog.usage.anonymous[reason].total })),
    },
    {
      name: "drawbridge_read_key_refusals_total",
      help: "Reads refused with a key of this installation, by key and reason.",
      type: "counter",
      labels: { project: null, key: null, reason: keyReasons },
      most: maxKeys,
      read: () => keyRefusals(catalog, now()),
    },
    {
      name: "drawbridge_listener_problems_total",
      help: "Requests refused before any handler, or failed by a defect, by problem code.",
      type: "counter",
      labels: { code: listenerCodes },
      read: () => listenerCodes.map((code) => ({ labels: [code], value: sumOf(listeners(), code) })),
    },
    {
      name: "drawbridge_open_connections",
      help: "Open connections, at all addresses.",
      type: "gauge",
      read: () => listeners().reduce((sum, { connections }) => sum + connections, 0),
    },
  ];
}

/**
 * Refusals by key: first keys that were refused, then expired and revoked ones, so that an alert sees the first request with one.
 * Scrapes repeat this over all keys, so keys without a series cost no objects.
 */
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
