/** The processes that answer reads beside this one. */
import type { WorkerPool } from "../cores/worker-pool.ts";
import type { Metric } from "./metric.ts";

export interface WorkerParts {
  /** Null: there are none, this process answers by itself. */
  readonly workers: Pick<WorkerPool, "status"> | null;
}

export function workerMetrics({ workers }: WorkerParts): Metric[] {
  if (workers === null) return [];
  return [
    {
      name: "drawbridge_read_processes_wanted",
      help: "Processes that are to answer reads, as DRAWBRIDGE_WORKERS says.",
      type: "gauge",
      read: () => workers.status().wanted,
    },
    {
      name: "drawbridge_read_processes_ready",
      help: "Processes that answer reads and keep up.",
      type: "gauge",
      read: () => workers.status().ready,
    },
    {
      name: "drawbridge_read_processes_behind",
      help: "Processes that may answer somebody without the last commit; for a moment that is no defect.",
      type: "gauge",
      read: () => workers.status().behind,
    },
    {
      name: "drawbridge_read_processes_failing",
      help: "Whether processes that answer reads keep ending: 1 or 0.",
      type: "gauge",
      read: () => (workers.status().isFailing ? 1 : 0),
    },
    {
      name: "drawbridge_read_process_restarts_total",
      help: "Processes that were started in the place of another one.",
      type: "counter",
      read: () => workers.status().restarts,
    },
    {
      name: "drawbridge_local_commits_total",
      help: "Commits that were answered with visible: local, since a process did not have them within a second.",
      type: "counter",
      read: () => workers.status().localCommits,
    },
    {
      name: "drawbridge_last_commit_spread_seconds",
      help: "Time until every process had the last commit, or was no longer waited for; 0 before there is one.",
      type: "gauge",
      read: () => (workers.status().lastCommitMs ?? 0) / 1000,
    },
  ];
}
