/** Every limit of one process, as its settings say, and what they have done so far. */
import { AddressLimit } from "./address-limit.ts";
import { KeyLimit } from "./key-limit.ts";
import type { RateLimit } from "./rate.ts";
import { Shedding, type Thresholds } from "./shedding.ts";

export interface ServerLimits {
  /** Requests with a read key that is nobody's, by address; null: not limited, as all of them. */
  readonly unknownKeys: AddressLimit | null;
  /** The same of access tokens: a flood on the public addresses is not to fill this table. */
  readonly worthlessTokens: AddressLimit | null;
  readonly keys: KeyLimit | null;
  readonly shedding: Shedding;
}

/** @param shedFrom the thresholds of the program unless given */
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
