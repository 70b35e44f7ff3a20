/**
 * A rate for each read key, if the operator sets one. Only the installation's own keys count, so apps cannot create more buckets.
 */

import type { Rate } from "../../base/rate.ts";
import { keyName } from "../usage/read-usage.ts";
import { BucketTable } from "./bucket-table.ts";

const maxKeys = 20_000;

export class KeyLimit {
  readonly #rate: Rate;
  readonly #keys: BucketTable;
  #refused = 0;

  constructor(rate: Rate, keys = maxKeys) {
    this.#rate = rate;
    this.#keys = new BucketTable(rate, keys);
  }

  /** Takes one request: null if it passes, or the whole seconds after which to retry. A key without room in the table passes. */
  take(project: string, key: string, now: number): number | null {
    const wait = this.#keys.find(keyName(project, key), now)?.take(this.#rate, now) ?? null;
    if (wait === null) return null;
    this.#refused++;
    return Math.ceil(wait / 1000);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused;
  }
}
