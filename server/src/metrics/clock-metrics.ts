/** Tells whether the clock of this process is confirmed. */
import type { ClockStatus } from "../clock-check.ts";
import type { Metric } from "./metric.ts";

export interface ClockParts {
  readonly clock: () => ClockStatus;
}

export function clockMetrics({ clock }: ClockParts): Metric[] {
  return [
    {
      name: "drawbridge_clock_problem",
      help: "Whether the last check of this process's clock found a problem: 1 or 0. Until it is solved, ended windows are not deleted.",
      type: "gauge",
      labels: {},
      read: () => [{ labels: [], value: clock().problem === null ? 0 : 1 }],
    },
  ];
}
