/** Counts that take long, so a scrape reports the last one and begins the next between other work. */

import { readStepShares, type StepShareServices } from "../admin/answer/status-answer.ts";
import { type Metric, metricList, type Sample } from "../base/metrics.ts";
import { runStepsYielding } from "../base/yielding-work.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";

/** Milliseconds. */
const countEvery = 55_000;

export class RecurringCount {
  readonly #now: () => number;
  readonly #count: (now: number) => Promise<readonly Sample[]>;
  #last: readonly Sample[] = [];
  /** Epoch ms at which the last count began. */
  #at = Number.NEGATIVE_INFINITY;
  #isCounting = false;

  /** @param now epoch ms */
  constructor(now: () => number, count: (now: number) => Promise<readonly Sample[]>) {
    this.#now = now;
    this.#count = count;
  }

  /** The last count. Begins another one if it is old, or the clock was set back. */
  next(): readonly Sample[] {
    const age = this.#now() - this.#at;
    if (!this.#isCounting && !(age >= 0 && age < countEvery)) void this.#begin();
    return this.#last;
  }

  async #begin(): Promise<void> {
    this.#isCounting = true;
    this.#at = this.#now();
    try {
      this.#last = await this.#count(this.#at);
    } catch {
      // A read that meets a defect in stored data logs it. An old count would hide that there is none.
      this.#last = [];
    }
    this.#isCounting = false;
  }
}

/** Metrics of active maintenance. Expanding all windows can take long. */
export interface MaintenanceParts {
  readonly catalog: Pick<Catalog, "activeWindows">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Maximum projects with series of their own. */
const maxProjects = 500;

export function maintenanceMetrics({ catalog, now }: MaintenanceParts): Metric[] {
  const count = new RecurringCount(now, async (at) => {
    const counted = await runStepsYielding(catalog.activeWindows(at));
    return counted.flatMap(({ project, active: { onTime, pastEnd } }) => [
      { labels: [project, "on_time"], value: onTime },
      { labels: [project, "past_end"], value: pastEnd },
    ]);
  });
  return metricList({
    drawbridge_windows_active: {
      help: "Active windows, of each project that has windows, on time or held open after their planned end; up to a minute old.",
      labels: { project: null, state: ["on_time", "past_end"] },
      most: 2 * (maxProjects + 1),
      read: () => count.next(),
    },
  });
}

export interface StepParts extends StepShareServices {
  /** Epoch ms. */
  readonly now: () => number;
}

/** Maximum steps with series of their own. */
const maxSteps = 500;

/** Dated steps of version policies within a day of their instant. */
export function stepMetrics({ now, ...services }: StepParts): Metric[] {
  const count = new RecurringCount(now, async (at) =>
    (await readStepShares(services, at)).map(({ project, platform, requests_24h, forced_24h }) => ({
      labels: [project, platform],
      value: requests_24h ? (forced_24h ?? 0) / requests_24h : 0,
    })),
  );
  return metricList({
    drawbridge_policy_step_forced_ratio: {
      help: "Share of the last 24 hours' requests, forged ones included, that only a dated step forces to update, from a day before it to a day after; up to a minute old.",
      labels: { project: null, platform: null },
      most: maxSteps,
      read: () => count.next(),
    },
  });
}
