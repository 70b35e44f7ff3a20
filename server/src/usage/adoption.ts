/** Requests of a platform by version over time, added up from the counts of each hour or day. */
import type { OutcomeCounts } from "../store/usage.ts";
import type { TimedRequests } from "./version-traffic.ts";

/** Versions listed separately; the rest is added to the other versions. */
const maxListed = 1_000;

/** Requests of one version. */
export interface AdoptionSums {
  /** Canonical; "": versions that are not counted separately. */
  readonly version: string;
  readonly outcomes: OutcomeCounts;
  /** Requests by hour or day, oldest first. */
  readonly series: readonly number[];
}

export class AdoptionCounts {
  readonly #from: number;
  readonly #steps: number;
  readonly #sums = new Map<string, Sums>();

  /** @param from first hour or day, since 1970 @param steps number of hours or days */
  constructor(from: number, steps: number) {
    this.#from = from;
    this.#steps = steps;
  }

  add(counted: readonly TimedRequests[]): void {
    for (const { version, at, counts } of counted) this.#of(version).add(at - this.#from, counts);
  }

  /** The total, the versions with most requests first, and the other versions. */
  sums(): { readonly total: AdoptionSums; readonly versions: readonly AdoptionSums[]; readonly other: AdoptionSums } {
    const other = new Sums("", this.#steps);
    const unlisted = this.#sums.get("");
    if (unlisted) other.addAll(unlisted);
    const ranked = [...this.#sums.values()].filter(({ version }) => version !== "");
    ranked.sort((a, b) => b.requests - a.requests || (a.version < b.version ? -1 : 1));
    for (const sums of ranked.slice(maxListed)) other.addAll(sums);
    const versions = ranked.slice(0, maxListed);
    const total = new Sums("", this.#steps);
    for (const sums of [...versions, other]) total.addAll(sums);
    return { total, versions, other };
  }

  #of(version: string): Sums {
    const known = this.#sums.get(version) ?? new Sums(version, this.#steps);
    this.#sums.set(version, known);
    return known;
  }
}

class Sums implements AdoptionSums {
  readonly version: string;
  readonly outcomes: [number, number, number, number] = [0, 0, 0, 0];
  readonly series: number[];

  constructor(version: string, steps: number) {
    this.version = version;
    this.series = new Array(steps).fill(0);
  }

  get requests(): number {
    return this.outcomes.reduce((sum, count) => sum + count, 0);
  }

  add(step: number, counts: OutcomeCounts): void {
    for (let i = 0; i < counts.length; i++) {
      (this.outcomes[i] as number) += counts[i] as number;
      (this.series[step] as number) += counts[i] as number;
    }
  }

  addAll({ outcomes, series }: AdoptionSums): void {
    for (const [index, count] of outcomes.entries()) (this.outcomes[index] as number) += count;
    for (const [step, count] of series.entries()) (this.series[step] as number) += count;
  }
}
