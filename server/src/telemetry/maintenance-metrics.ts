/** Metrics of maintenance in force. Expanding all windows can take long. */

import type { Metric } from "../base/metrics.ts";
import { runStepsYielding } from "../base/yielding-work.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import { RecurringCount } from "./recurring-count.ts";

export interface MaintenanceParts {
  readonly catalog: Pick<Catalog, "windowsInForce">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Maximum projects with series of their own. */
const maxProjects = 500;

export function maintenanceMetrics({ catalog, now }: MaintenanceParts): Metric[] {
  const count = new RecurringCount(now, async (at) => {
    const counted = await runStepsYielding(catalog.windowsInForce(at));
    return counted.flatMap(({ project, inForce: { onTime, pastEnd } }) => [
      { labels: [project, "on_time"], value: onTime },
      { labels: [project, "past_end"], value: pastEnd },
    ]);
  });
  return [
    {
      name: "drawbridge_windows_in_force",
      help: "Windows in force, of each project that has windows, on time or held open after their planned end; up to a minute old.",
      type: "gauge",
      labels: { project: null, state: ["on_time", "past_end"] },
      most: 2 * (maxProjects + 1),
      read: () => count.next(),
    },
  ];
}
