/** Buckets by name, in a bounded number. A bucket in use never makes room for a new one. */
import { LRUCache } from "lru-cache";
import type { Rate } from "../../base/rate.ts";
import { TokenBucket } from "./token-bucket.ts";

export class BucketTable {
  readonly #rate: Rate;
  readonly #most: number;
  readonly #buckets: LRUCache<string, TokenBucket>;

  constructor(rate: Rate, most: number) {
    this.#rate = rate;
    this.#most = most;
    this.#buckets = new LRUCache({ max: most });
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Null: the name is new, and there is no room. @param now epoch ms */
  find(name: string, now: number): TokenBucket | null {
    const held = this.#buckets.get(name);
    if (held) return held;
    if (this.#buckets.size >= this.#most && !this.#dropIdle(now)) return null;
    const bucket = new TokenBucket(now);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** Checks only the least recently used bucket: after an idle period it is full again and holds no information. */
  #dropIdle(now: number): boolean {
    const oldest = this.#buckets.rvalues().next().value;
    if (!oldest?.isFull(this.#rate, now)) return false;
    this.#buckets.pop();
    return true;
  }
}
