/** Every limit of one process, configured by its settings, with counts of refused requests. */

import type { RateLimit } from "../../base/rate.ts";
import { AddressLimit } from "./address-limit.ts";
import { KeyLimit } from "./key-limit.ts";
import { Shedding, type Thresholds } from "./shedding.ts";

export interface ServerLimits {
  /** Requests with an unknown read key, by address; null: unlimited, like all of them. */
  readonly unknownKeys: AddressLimit | null;
  /** The same for access tokens: a flood on the public addresses must not fill this table. */
  readonly worthlessTokens: AddressLimit | null;
  readonly keys: KeyLimit | null;
  readonly shedding: Shedding;
}

/** @param shedFrom thresholds; default: the program's own */
export function serverLimits(
  settings: { readonly unknownKeyLimit: RateLimit; readonly keyLimit: RateLimit },
  shedFrom?: Thresholds,
): ServerLimits {
  const { unknownKeyLimit, keyLimit } = settings;
  const byAddress = () => (unknownKeyLimit === "none" ? null : new AddressLimit(unknownKeyLimit));
  return {
    unknownKeys: byAddress(),
    worthlessTokens: byAddress(),
    keys: keyLimit === "none" ? null : new KeyLimit(keyLimit),
    shedding: new Shedding(shedFrom),
  };
}
