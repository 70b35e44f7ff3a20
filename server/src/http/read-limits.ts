/** How the read API turns somebody away: 429 and 503, in the place that the contract's error table gives them. */
import type { Answered, ReadProblem } from "../catalog/answer.ts";
import type { AddressLimit } from "../limits/address-limit.ts";
import type { KeyLimit } from "../limits/key-limit.ts";
import { retryAfterShedding, type Shedding } from "../limits/shedding.ts";
import { addressOf, type ClientAddress } from "./client-address.ts";
import { problem, type ReadAnswer, type ReadLimits } from "./read-api.ts";

export interface ReadLimitWorkings {
  /** Null: no limit is set. */
  readonly unknownKeys: AddressLimit | null;
  readonly keys: KeyLimit | null;
  readonly shedding: Shedding;
  readonly clientAddress: ClientAddress;
}

export function readLimits({ unknownKeys, keys, shedding, clientAddress }: ReadLimitWorkings): ReadLimits {
  return {
    ofKeys: keys && ((found, now) => limitKey(keys, found, now)),
    ofStrangers(from, now) {
      const wait = unknownKeys && from ? unknownKeys.take(addressOf(clientAddress, from), now) : null;
      if (wait !== null) return tooMany(wait, strangerDetail);
      return shedding.shedsUnknownKey() ? overloaded : null;
    },
  };
}

/** The 401 of a key that has expired or was revoked comes first in the table, and nobody's key has a limit of its own. */
function limitKey(keys: KeyLimit, found: Answered | ReadProblem, now: number): ReadAnswer | null {
  if ("code" in found && found.code.endsWith("api_key")) return null;
  const { project = "", key = "" } = found.tally?.counted ?? {};
  const wait = key === "" ? null : keys.take(project, key, now);
  return wait === null ? null : tooMany(wait, keyDetail);
}

const strangerDetail = "There were too many requests from this address without a read key of this installation.";
const keyDetail = "There were too many requests with this key: its operator has set a limit.";

function tooMany(wait: number, detail: string): ReadAnswer {
  return problem("rate_limited", detail, ["Retry-After", String(wait)]);
}

/** Made once: it is sent when there is no time. */
const overloaded = problem("overloaded", "The service has more to do than it can. Ask again in a moment.", [
  "Retry-After",
  String(retryAfterShedding),
]);
