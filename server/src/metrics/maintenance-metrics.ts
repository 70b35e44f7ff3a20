/**
 * Metrics of maintenance in force. Expanding all windows can take long, so a scrape reports the last count and begins the next one
 * between other work.
 */
import { runStepsYielding } from "../base/yielding-work.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { WindowsInForce } from "../catalog/coverage.ts";
import type { Metric, Sample } from "./metric.ts";

export interface MaintenanceParts {
  readonly catalog: Pick<Catalog, "windowsInForce">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Milliseconds. */
const countEvery = 55_000;
/** Maximum projects with series of their own. */
const maxProjects = 500;

export function maintenanceMetrics({ catalog, now }: MaintenanceParts): Metric[] {
  const count = new WindowCount(now, (at) => runStepsYielding(catalog.windowsInForce(at)));
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

type Counted = readonly { readonly project: string; readonly inForce: WindowsInForce }[];

class WindowCount {
  readonly #now: () => number;
  readonly #count: (now: number) => Promise<Counted>;
  #last: Counted = [];
  /** Epoch ms of the beginning of the last count. */
  #at = Number.NEGATIVE_INFINITY;
  #isCounting = false;

  constructor(now: () => number, count: (now: number) => Promise<Counted>) {
    this.#now = now;
    this.#count = count;
  }

  /** The last count. Begins another one if it is old, or the clock was set back. */
  next(): Sample[] {
    const age = this.#now() - this.#at;
    if (!this.#isCounting && !(age >= 0 && age < countEvery)) void this.#begin();
    return this.#last.flatMap(({ project, inForce: { onTime, pastEnd } }) => [
      { labels: [project, "on_time"], value: onTime },
      { labels: [project, "past_end"], value: pastEnd },
    ]);
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
