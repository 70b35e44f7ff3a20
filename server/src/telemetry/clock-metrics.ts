/** The clock of this process, compared with other sources. */

import type { Metric } from "../base/metrics.ts";
import type { ClockStatus } from "../log/clock-check.ts";

export interface ClockParts {
  readonly clock: () => ClockStatus;
}

export function clockMetrics({ clock }: ClockParts): Metric[] {
  return [
    {
      name: "drawbridge_clock_problem",
      help: "Whether this process's clock is off by more than 5 s, or not confirmed for the daily cleanup: 1 or 0. `/status` has the reason.",
      type: "gauge",
      labels: {},
      read: () => [{ labels: [], value: clock().problem === null ? 0 : 1 }],
    },
    {
      name: "drawbridge_clock_offset_seconds",
      help: "How far this process's clock is ahead of the time since its start, or of PostgreSQL's. Negative: behind.",
      type: "gauge",
      labels: {},
      read: () => [{ labels: [], value: clock().offset / 1_000 }],
    },
  ];
}
