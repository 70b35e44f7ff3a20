/** Metrics of the admin API. */
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import type { EventHub } from "../http/admin/events/event-hub.ts";
import { type RequestJournal, statusClasses } from "../http/admin/request/request-journal.ts";
import type { Publisher } from "../publisher.ts";
import { commitOutcomes } from "./commit-counts.ts";
import type { Metric } from "./metric.ts";

export interface AdminParts {
  readonly journal: RequestJournal;
  readonly publisher: Pick<Publisher, "counts">;
  readonly events: Pick<EventHub, "size">;
}

const codes = Object.keys(problems) as ProblemCode[];
const adminCodes = codes.filter((code) => !code.includes("api_key") && !code.includes("parameter"));

export function adminMetrics({ journal, publisher, events }: AdminParts): Metric[] {
  return [
    {
      name: "drawbridge_admin_requests_total",
      help: "Requests of the admin API, by operation and class of status.",
      type: "counter",
      labels: { operation: null, status: statusClasses },
      // Covers every operation, plus one series for the rest.
      most: 1_000,
      read: () => journal.samples(),
    },
    {
      name: "drawbridge_admin_request_duration_seconds",
      help: "Time from the head of an admin API request to the start of its answer.",
      type: "histogram",
      bounds: journal.durations.bounds,
      read: () => [journal.durations.sample()],
    },
    {
      name: "drawbridge_admin_problems_total",
      help: "Refused requests of the admin API, by problem code.",
      type: "counter",
      labels: { code: adminCodes },
      read: () => adminCodes.map((code) => ({ labels: [code], value: journal.ofProblem(code) })),
    },
    {
      name: "drawbridge_sign_ins_total",
      help: "Password sign-in attempts, by outcome.",
      type: "counter",
      labels: { outcome: ["succeeded", "failed", "throttled"] },
      read: () => journal.signInSamples(),
    },
    {
      name: "drawbridge_commits_total",
      help: "Requested changes, by outcome; without dry runs.",
      type: "counter",
      labels: { outcome: commitOutcomes },
      read: () => publisher.counts.samples(),
    },
    {
      name: "drawbridge_commit_duration_seconds",
      help: "Time from the request of a change to its commit, including the wait for earlier changes.",
      type: "histogram",
      bounds: publisher.counts.durations.bounds,
      read: () => [publisher.counts.durations.sample()],
    },
    {
      name: "drawbridge_event_streams",
      help: "Open streams of change events.",
      type: "gauge",
      read: () => events.size,
    },
  ];
}
