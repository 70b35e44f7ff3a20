import { LRUCache } from "lru-cache";
import { boundedEntries } from "../../base/bounded-entries.ts";
import { type ClientAddress, clientNetwork, readClientAddress, widerClientNetwork } from "../../base/http/client-address.ts";
import type { Rate, RateLimit } from "../../base/rate.ts";
import type { Answered, ReadProblem } from "../catalog/answer.ts";
import { problem, type ReadAnswer, type ReadLimits } from "../read-api.ts";
import { keyName } from "../usage/read-usage.ts";
import { retryAfterShedding, Shedding, type Thresholds } from "./shedding.ts";

/** A debt in whole numbers: a request adds `period`, a millisecond pays back `count`. */
export class TokenBucket {
  #owed = 0;
  /** Epoch ms. */
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Returns the milliseconds until a retry, or null if the request passes. Refused requests add no debt. */
  take(rate: Rate, now: number): number | null {
    this.#settle(rate, now);
    const over = this.#owed + rate.period - rate.count * rate.period;
    if (over > 0) return Math.ceil(over / rate.count);
    this.#owed += rate.period;
    return null;
  }

  left(rate: Rate, now: number): number {
    this.#settle(rate, now);
    return Math.floor(rate.count - this.#owed / rate.period);
  }

  /** As good as unused. After a clock was set back this is unknown, and true is the kinder answer. */
  isFull({ count }: Rate, now: number): boolean {
    return now < this.#at || this.#owed <= (now - this.#at) * count;
  }

  /** A clock that is set back pays nothing back, and continues from its new time. */
  #settle({ count }: Rate, now: number): void {
    if (now > this.#at) this.#owed = Math.max(0, this.#owed - (now - this.#at) * count);
    this.#at = now;
  }
}

/** A bounded number of buckets. A bucket in use never makes room for a new one. */
class BucketTable {
  readonly #rate: Rate;
  readonly #most: number;
  readonly #buckets: LRUCache<string, TokenBucket>;

  constructor(rate: Rate, most: number) {
    this.#rate = rate;
    this.#most = most;
    this.#buckets = new LRUCache(boundedEntries(most));
  }

  /** Null means the name is new, and there is no room. @param now epoch ms */
  find(name: string, now: number): TokenBucket | null {
    const held = this.#buckets.get(name);
    if (held) return held;
    if (this.#buckets.size >= this.#most && !this.#dropIdle(now)) return null;
    const bucket = new TokenBucket(now);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** The least recently used bucket is full after an idle period, and holds no information. */
  #dropIdle(now: number): boolean {
    const oldest = this.#buckets.rvalues().next().value;
    if (!oldest?.isFull(this.#rate, now)) return false;
    this.#buckets.pop();
    return true;
  }
}

/** About 200 bytes for each, 8 MB in total. */
const maxNetworks = 32_768;
const maxWiderNetworks = 4_096;

/** Requests without a known credential: a few dozen copies of a wrongly built app, from one address. */
const strangerRate: Rate = { count: 300, period: 60_000 };

/** A rate for each client. When tables are full, new ones share one with neighbors, or with all. */
export class AddressLimit {
  refused = 0;
  readonly #rate: Rate;
  readonly #networks: BucketTable;
  readonly #wider: BucketTable;
  readonly #rest = new TokenBucket(0);

  constructor(rate = strangerRate, networks = maxNetworks, widerNetworks = maxWiderNetworks) {
    this.#rate = rate;
    this.#networks = new BucketTable(rate, networks);
    this.#wider = new BucketTable(rate, widerNetworks);
  }

  /** Returns the whole seconds until a retry, or null if the request passes. @param now epoch ms */
  take(address: string, now: number): number | null {
    const wait = this.#bucketOf(address, now).take(this.#rate, now);
    if (wait === null) return null;
    this.refused++;
    return Math.ceil(wait / 1000);
  }

  /** `window` is in seconds. */
  standing(address: string, now: number): { readonly quota: number; readonly window: number; readonly left: number } {
    const { count, period } = this.#rate;
    return { quota: count, window: Math.ceil(period / 1000), left: this.#bucketOf(address, now).left(this.#rate, now) };
  }

  #bucketOf(address: string, now: number): TokenBucket {
    return this.#networks.find(clientNetwork(address), now) ?? this.#wider.find(widerClientNetwork(address), now) ?? this.#rest;
  }
}

/** Keys with a bucket of their own; one without room passes. */
const maxKeys = 20_000;

export class KeyLimit {
  refused = 0;
  readonly #rate: Rate;
  readonly #keys: BucketTable;

  constructor(rate: Rate, keys = maxKeys) {
    this.#rate = rate;
    this.#keys = new BucketTable(rate, keys);
  }

  /** Returns the whole seconds until a retry, or null. A key without room passes. */
  take(project: string, key: string, now: number): number | null {
    const wait = this.#keys.find(keyName(project, key), now)?.take(this.#rate, now) ?? null;
    if (wait === null) return null;
    this.refused++;
    return Math.ceil(wait / 1000);
  }
}

export interface ServerLimits {
  readonly unknownKeys: AddressLimit;
  /** A flood on the public addresses must not fill this table. */
  readonly worthlessTokens: AddressLimit;
  /** Null means unlimited. */
  readonly keys: KeyLimit | null;
  readonly shedding: Shedding;
}

export function serverLimits(keyLimit: RateLimit, shedFrom?: Thresholds): ServerLimits {
  return {
    unknownKeys: new AddressLimit(),
    worthlessTokens: new AddressLimit(),
    keys: keyLimit === "none" ? null : new KeyLimit(keyLimit),
    shedding: new Shedding(shedFrom),
  };
}

/** 429 and 503, in the order of the contract's error table. */
interface ReadLimitServices extends Pick<ServerLimits, "unknownKeys" | "keys" | "shedding"> {
  readonly clientAddress: ClientAddress;
}

export function readLimits({ unknownKeys, keys, shedding, clientAddress }: ReadLimitServices): ReadLimits {
  return {
    ofKeys: keys && ((found, now) => limitKey(keys, found, now)),
    ofStrangers(from, now) {
      const wait = from ? unknownKeys.take(readClientAddress(clientAddress, from), now) : null;
      if (wait !== null) return tooMany(wait, strangerDetail);
      return shedding.shedsUnknownKey() ? overloaded : null;
    },
  };
}

/** An expired or revoked key is a 401, which comes first; unknown keys have no limit of their own. */
function limitKey(keys: KeyLimit, found: Answered | ReadProblem, now: number): ReadAnswer | null {
  if ("code" in found && found.code.endsWith("api_key")) return null;
  const { project = "", key = "" } = found.counter?.counted ?? {};
  const wait = key === "" ? null : keys.take(project, key, now);
  return wait === null ? null : tooMany(wait, keyDetail);
}

const strangerDetail = "Too many requests from this address have no read key of this installation. Try again later.";
const keyDetail = "This key has reached the request limit that the operator set. Try again later.";

function tooMany(wait: number, detail: string): ReadAnswer {
  return problem("rate_limited", detail, ["Retry-After", String(wait)]);
}

/** Built once, since it is sent under overload. */
const overloaded = problem("overloaded", "The service is overloaded. Try again in a moment.", [
  "Retry-After",
  String(retryAfterShedding),
]);
