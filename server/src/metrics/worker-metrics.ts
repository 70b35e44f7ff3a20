/** The processes that answer reads beside this one. */
import type { WorkerPool } from "../cores/worker-pool.ts";
import type { Metric } from "./metric.ts";

export interface WorkerParts {
  /** Null: no workers; this process answers alone. */
  readonly workers: Pick<WorkerPool, "status"> | null;
}

export function workerMetrics({ workers }: WorkerParts): Metric[] {
  if (workers === null) return [];
  return [
    {
      name: "drawbridge_read_processes_wanted",
      help: "Configured number of worker processes (DRAWBRIDGE_WORKERS).",
      type: "gauge",
      read: () => workers.status().wanted,
    },
    {
      name: "drawbridge_read_processes_ready",
      help: "Worker processes that answer reads and keep up.",
      type: "gauge",
      read: () => workers.status().ready,
    },
    {
      name: "drawbridge_read_processes_behind",
      help: "Worker processes that may still answer without the last commit; a brief lag is normal.",
      type: "gauge",
      read: () => workers.status().behind,
    },
    {
      name: "drawbridge_read_processes_failing",
      help: "Whether worker processes keep ending: 1 or 0.",
      type: "gauge",
      read: () => (workers.status().isFailing ? 1 : 0),
    },
    {
      name: "drawbridge_read_process_restarts_total",
      help: "Worker processes started to replace another one.",
      type: "counter",
      read: () => workers.status().restarts,
    },
    {
      name: "drawbridge_local_commits_total",
      help: "Commits answered with visible: local, since a worker process did not have them within a second.",
      type: "counter",
      read: () => workers.status().localCommits,
    },
    {
      name: "drawbridge_last_commit_spread_seconds",
      help: "Time until every worker process had the last commit, or the wait timed out; 0 before the first one.",
      type: "gauge",
      read: () => (workers.status().lastCommitMs ?? 0) / 1000,
    },
  ];
}
