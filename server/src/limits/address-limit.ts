/**
 * A rate for each client, told apart by address. It never takes more memory than its tables: when they are full of clients that
 * are still asking, a newcomer is counted with its neighbours, and where there is no room for these either, with everybody else
 * who is new. Nobody who is in a table can be pushed out of it.
 */
import { BucketTable } from "./bucket-table.ts";
import { networkOf, widerNetworkOf } from "./client-network.ts";
import type { Rate } from "./rate.ts";
import { TokenBucket } from "./token-bucket.ts";

/** With some 200 bytes for each, 8 MB in all. */
const mostNetworks = 32_768;
const mostWiderNetworks = 4_096;

export class AddressLimit {
  readonly #rate: Rate;
  readonly #networks: BucketTable;
  readonly #wider: BucketTable;
  readonly #rest = new TokenBucket(0);
  #refused = 0;

  constructor(rate: Rate, networks = mostNetworks, widerNetworks = mostWiderNetworks) {
    this.#rate = rate;
    this.#networks = new BucketTable(rate, networks);
    this.#wider = new BucketTable(rate, widerNetworks);
  }

  /** Lets one through: null, or the whole seconds after which one would be. @param now epoch ms */
  take(address: string, now: number): number | null {
    const bucket = this.#networks.find(networkOf(address), now) ?? this.#wider.find(widerNetworkOf(address), now) ?? this.#rest;
    const wait = bucket.take(this.#rate, now);
    if (wait === null) return null;
    this.#refused++;
    return Math.ceil(wait / 1000);
  }

  /** Clients that are remembered. */
  get size(): number {
    return this.#networks.size + this.#wider.size;
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
