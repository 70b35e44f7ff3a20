/**
 * A rate for each client, by address. Memory is bounded by the tables: when they are full of active clients, a new one is counted
 * with its neighbors, and if there is no room for these either, with all other new clients. Clients already in a table are
 * never pushed out.
 */

import { clientNetwork, widerClientNetwork } from "../../base/http/client-address.ts";
import type { Rate } from "../../base/rate.ts";
import { BucketTable } from "./bucket-table.ts";
import { TokenBucket } from "./token-bucket.ts";

/** About 200 bytes for each, 8 MB in total. */
const maxNetworks = 32_768;
const maxWiderNetworks = 4_096;

export class AddressLimit {
  readonly #rate: Rate;
  readonly #networks: BucketTable;
  readonly #wider: BucketTable;
  readonly #rest = new TokenBucket(0);
  #refused = 0;

  constructor(rate: Rate, networks = maxNetworks, widerNetworks = maxWiderNetworks) {
    this.#rate = rate;
    this.#networks = new BucketTable(rate, networks);
    this.#wider = new BucketTable(rate, widerNetworks);
  }

  /** Takes one request: null if it passes, or the whole seconds after which to retry. @param now epoch ms */
  take(address: string, now: number): number | null {
    const bucket =
      this.#networks.find(clientNetwork(address), now) ?? this.#wider.find(widerClientNetwork(address), now) ?? this.#rest;
    const wait = bucket.take(this.#rate, now);
    if (wait === null) return null;
    this.#refused++;
    return Math.ceil(wait / 1000);
  }

  /** Number of remembered clients. */
  get size(): number {
    return this.#networks.size + this.#wider.size;
  }

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused;
  }
}
