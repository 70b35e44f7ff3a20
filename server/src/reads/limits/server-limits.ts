import { type ClientAddress, readClientAddress } from "../../base/http/client-address.ts";
import type { RateLimit } from "../../base/rate.ts";
import type { Answered, ReadProblem } from "../catalog/answer.ts";
import { problem, type ReadAnswer, type ReadLimits } from "../read-api.ts";
import { AddressLimit, KeyLimit } from "./rate-limits.ts";
import { retryAfterShedding, Shedding, type Thresholds } from "./shedding.ts";

export interface ServerLimits {
  /** Requests with an unknown read key, by address. */
  readonly unknownKeys: AddressLimit;
  /** The same for access tokens: a flood on the public addresses must not fill this table. */
  readonly worthlessTokens: AddressLimit;
  /** Null means unlimited. */
  readonly keys: KeyLimit | null;
  readonly shedding: Shedding;
}

/** @param shedFrom thresholds; default: the program's own */
export function serverLimits(keyLimit: RateLimit, shedFrom?: Thresholds): ServerLimits {
  return {
    unknownKeys: new AddressLimit(),
    worthlessTokens: new AddressLimit(),
    keys: keyLimit === "none" ? null : new KeyLimit(keyLimit),
    shedding: new Shedding(shedFrom),
  };
}

/** Limits of the read API: 429 and 503, in the order of the contract's error table. */
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

/** An expired or revoked key is a 401, which comes first in the table; unknown keys have no limit of their own. */
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
