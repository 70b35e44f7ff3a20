/** Dated steps of version policies within a day of their instant. */
import { readStepShares, type StepShareServices } from "../http/admin/answer/step-shares.ts";
import type { Metric } from "./metric.ts";
import { RecurringCount } from "./recurring-count.ts";

export interface StepParts extends StepShareServices {
  /** Epoch ms. */
  readonly now: () => number;
}

/** Maximum steps with series of their own. */
const maxSteps = 500;

export function stepMetrics({ now, ...services }: StepParts): Metric[] {
  const count = new RecurringCount(now, async (at) =>
    (await readStepShares(services, at)).map(({ project, platform, requests_24h, forced_24h }) => ({
      labels: [project, platform],
      value: requests_24h ? (forced_24h ?? 0) / requests_24h : 0,
    })),
  );
  return [
    {
      name: "drawbridge_policy_step_forced_ratio",
      help: "Share of the last 24 hours' requests, forged ones included, that only a dated step forces to update, from a day before it to a day after; up to a minute old.",
      type: "gauge",
      labels: { project: null, platform: null },
      most: maxSteps,
      read: () => count.next(),
    },
  ];
}
