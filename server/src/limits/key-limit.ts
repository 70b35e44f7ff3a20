/** A rate for each read key, where an operator has set one. Keys are those of the installation: apps cannot make more of them. */
import { keyName } from "../usage/read-usage.ts";
import { BucketTable } from "./bucket-table.ts";
import type { Rate } from "./rate.ts";

const mostKeys = 20_000;

export class KeyLimit {
  readonly #rate: Rate;
  readonly #keys: BucketTable;
  #refused = 0;

  constructor(rate: Rate, keys = mostKeys) {
    this.#rate = rate;
    this.#keys = new BucketTable(rate, keys);
  }

  /** Lets one through: null, or the whole seconds after which one would be. A key that there is no room for is let through. */
  take(project: string, key: string, now: number): number | null {
    const wait = this.#keys.find(keyName(project, key), now)?.take(this.#rate, now) ?? null;
    if (wait === null) return null;
    this.#refused++;
    return Math.ceil(wait / 1000);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Those that other processes refused. */
  addRefused(count: number): void {
    this.#refused += count;
  }
}
