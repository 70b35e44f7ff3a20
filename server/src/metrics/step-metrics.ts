/** Dated steps of policies that need attention. */
import type { StepStatus } from "../step-check.ts";
import type { Metric } from "./metric.ts";

export interface StepParts {
  readonly steps: () => readonly StepStatus[];
}

export function stepMetrics({ steps }: StepParts): Metric[] {
  return [
    {
      name: "drawbridge_policy_steps",
      help: "Dated steps of version policies that are held, or exceed their limit within a day of their instant.",
      type: "gauge",
      labels: { state: ["held", "over_limit"] },
      read() {
        const all = steps();
        const held = all.filter(({ isHeld }) => isHeld).length;
        return [
          { labels: ["held"], value: held },
          { labels: ["over_limit"], value: all.length - held },
        ];
      },
    },
  ];
}
