import { remembered } from "drawbridge-rules/values/remembered.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { OutcomeCounts } from "../../store/usage.ts";
import { sumOf } from "./version-place.ts";
import type { TimedRequests } from "./version-traffic.ts";

const maxListed = 1_000;

export interface AdoptionSums {
  /** Canonical; "" for versions that are not counted separately. */
  readonly version: string;
  readonly outcomes: OutcomeCounts;
  /** By hour or day, oldest first. */
  readonly series: readonly number[];
}

interface PlatformSums {
  readonly total: AdoptionSums;
  readonly versions: readonly AdoptionSums[];
  readonly other: AdoptionSums;
}

export class AdoptionCounts {
  readonly #from: number;
  readonly #total: Totals;
  readonly #versions = new Map<string, VersionSums>();

  /** @param from first hour or day, since 1970 @param steps number of hours or days */
  constructor(from: number, steps: number) {
    this.#from = from;
    this.#total = new Totals(new Array(steps).fill(0));
  }

  add(counted: readonly TimedRequests[]): void {
    for (const { version, at, counts } of counted) {
      const step = at - this.#from;
      this.#total.add(counts, 1);
      this.#total.addAt(step, sumOf(counts));
      if (version !== "")
        remembered(this.#versions, version, () => new VersionSums(version, this.#total.series.length)).add(step, counts);
    }
  }

  /** A step is a listed version; the others are the rest, since forged requests can name any number. */
  *sums(): Steps<PlatformSums> {
    const ranked = [...this.#versions.values()];
    ranked.sort((a, b) => b.requests - a.requests || (a.version < b.version ? -1 : 1));
    const versions = ranked.slice(0, maxListed);
    const total = this.#total;
    const other = new Totals(total.series.slice());
    other.add(total.outcomes, 1);
    for (const { outcomes, points } of versions) {
      yield;
      other.add(outcomes, -1);
      for (const { step, requests } of points) other.addAt(step, -requests);
    }
    return { total, versions, other };
  }
}

class Totals implements AdoptionSums {
  readonly version = "";
  readonly outcomes: [number, number, number, number] = [0, 0, 0, 0];
  readonly series: number[];

  constructor(series: number[]) {
    this.series = series;
  }

  add(counts: OutcomeCounts, factor: 1 | -1): void {
    for (let i = 0; i < counts.length; i++) (this.outcomes[i] as number) += factor * (counts[i] as number);
  }

  addAt(step: number, requests: number): void {
    (this.series[step] as number) += requests;
  }
}

/** Most versions are sent in few hours, so the series is created when printed. */
class VersionSums implements AdoptionSums {
  readonly version: string;
  readonly outcomes: [number, number, number, number] = [0, 0, 0, 0];
  readonly points: { readonly step: number; readonly requests: number }[] = [];
  requests = 0;
  readonly #steps: number;

  constructor(version: string, steps: number) {
    this.version = version;
    this.#steps = steps;
  }

  get series(): number[] {
    const series: number[] = new Array(this.#steps).fill(0);
    for (const { step, requests } of this.points) (series[step] as number) += requests;
    return series;
  }

  add(step: number, counts: OutcomeCounts): void {
    const requests = sumOf(counts);
    for (let i = 0; i < counts.length; i++) (this.outcomes[i] as number) += counts[i] as number;
    this.requests += requests;
    this.points.push({ step, requests });
  }
}
