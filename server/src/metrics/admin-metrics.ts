/** What operators and their scripts ask and change. */
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import type { EventHub } from "../http/admin/event-hub.ts";
import { type RequestJournal, statusClasses } from "../http/admin/request-journal.ts";
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
      help: "Requests of the admin API, by operation of its document and class of status.",
      type: "counter",
      labels: { operation: null, status: statusClasses },
      // As many as there are operations, and one for all else.
      most: 1_000,
      read: () => journal.samples(),
    },
    {
      name: "drawbridge_admin_request_duration_seconds",
      help: "From the head of a request of the admin API to the beginning of its answer.",
      type: "histogram",
      bounds: journal.durations.bounds,
      read: () => [journal.durations.sample()],
    },
    {
      name: "drawbridge_admin_problems_total",
      help: "Requests of the admin API that were refused, by the code of the problem.",
      type: "counter",
      labels: { code: adminCodes },
      read: () => adminCodes.map((code) => ({ labels: [code], value: journal.ofProblem(code) })),
    },
    {
      name: "drawbridge_sign_ins_total",
      help: "Attempts to sign in with a password, by what became of them.",
      type: "counter",
      labels: { outcome: ["succeeded", "failed", "throttled"] },
      read: () => journal.signInSamples(),
    },
    {
      name: "drawbridge_commits_total",
      help: "Changes that somebody asked for, by what became of them; a dry run is none.",
      type: "counter",
      labels: { outcome: commitOutcomes },
      read: () => publisher.counts.samples(),
    },
    {
      name: "drawbridge_commit_duration_seconds",
      help: "From the request of a change to its commit, the wait for those before it with it.",
      type: "histogram",
      bounds: publisher.counts.durations.bounds,
      read: () => [publisher.counts.durations.sample()],
    },
    {
      name: "drawbridge_event_streams",
      help: "Streams of changes that somebody listens to.",
      type: "gauge",
      read: () => events.size,
    },
  ];
}
