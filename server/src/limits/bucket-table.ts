/** Buckets by name, in a bounded number. One that is in use is never given up for a newcomer. */
import { LRUCache } from "lru-cache";
import type { Rate } from "./rate.ts";
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

  /** Null: it is new, and there is no room. @param now epoch ms */
  find(name: string, now: number): TokenBucket | null {
    const held = this.#buckets.get(name);
    if (held) return held;
    if (this.#buckets.size >= this.#most && !this.#dropIdle(now)) return null;
    const bucket = new TokenBucket(now);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** What was used longest ago is looked at alone: whoever has not asked for a period has a full one, which says nothing. */
  #dropIdle(now: number): boolean {
    const oldest = this.#buckets.rvalues().next().value;
    if (!oldest?.isFull(this.#rate, now)) return false;
    this.#buckets.pop();
    return true;
  }
}
