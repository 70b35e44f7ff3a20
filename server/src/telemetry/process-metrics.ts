import { type Metric, metricList, type Sample } from "../base/metrics.ts";
import { zoneSource } from "../base/zone-data.ts";
import type { ClockStatus } from "../log/clock-check.ts";
import type { ProcessWatch } from "./process-watch.ts";

export interface ProcessParts {
  readonly version: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly watch: ProcessWatch;
  readonly clock: () => ClockStatus;
}

const memoryParts = ["heap_used", "heap_total", "external", "array_buffers"] as const;

export function processMetrics({ version, startedAt, watch, clock }: ProcessParts): Metric[] {
  const { loop, files } = watch;
  const { node } = process.versions;
  const tzdata = () => zoneSource().version ?? "";
  return metricList({
    drawbridge_build_info: {
      help: "Version of the program and its runtime: the value is always 1.",
      get labels() {
        return { version: [version], node: [node], tzdata: [tzdata()] };
      },
      read: () => [{ labels: [version, node, tzdata()], value: 1 }],
    },
    process_start_time_seconds: {
      help: "Start time of the process, in seconds since 1970.",
      read: () => startedAt / 1000,
    },
    process_cpu_seconds_total: {
      help: "CPU time of the process, user and system together.",
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    process_resident_memory_bytes: {
      help: "Resident memory of the process.",
      read: () => process.memoryUsage.rss(),
    },
    drawbridge_memory_bytes: {
      help: "JavaScript memory, by part.",
      labels: { part: memoryParts },
      read: () => {
        const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
        return [heapUsed, heapTotal, external, arrayBuffers].map((value, i) => ({ labels: [memoryParts[i] ?? ""], value }));
      },
    },
    process_open_fds: {
      help: "Open file descriptors of the process.",
      read: () => known(files.open),
    },
    process_max_fds: {
      help: "Maximum open file descriptors of the process.",
      read: () => known(files.limit),
    },
    drawbridge_files_exhausted_seconds_total: {
      help: "Seconds in which no file descriptor was free, so that new connections were closed unanswered.",
      read: () => files.exhausted,
    },
    drawbridge_data_free_bytes: {
      help: "Free bytes on the disk of the data directory.",
      read: () => known(watch.freeSpace),
    },
    drawbridge_event_loop_delay_seconds: {
      help: "Event-loop lag in the last 15 to 30 seconds, which delays every request.",
      labels: { quantile: ["0.5", "0.99", "1"] },
      read: () => {
        const { p50, p99, max } = loop.delay;
        return [
          { labels: ["0.5"], value: p50 },
          { labels: ["0.99"], value: p99 },
          { labels: ["1"], value: max },
        ];
      },
    },
    drawbridge_clock_problem: {
      help: "Whether this process's clock is off by more than 5 s, or not confirmed for the daily cleanup: 1 or 0. `/status` has the reason.",
      read: () => (clock().problem === null ? 0 : 1),
    },
    drawbridge_clock_offset_seconds: {
      help: "How far this process's clock is ahead of the time since its start, or of PostgreSQL's. Negative: behind.",
      read: () => clock().offset / 1_000,
    },
  });
}

/** No series if the system does not report the number. */
function known(value: number | null): Sample[] {
  return value === null ? [] : [{ labels: [], value }];
}
