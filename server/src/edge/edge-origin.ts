/** All that makes a process one that edges can follow: put together once, for a server and for an edge that is followed in turn. */
import { clientAddress, type TrustedProxies } from "../http/client-address.ts";
import { AddressLimit } from "../limits/address-limit.ts";
import type { RateLimit } from "../limits/rate.ts";
import { EdgeApi } from "./edge-api.ts";
import { EdgeHub, type EdgeSource, type HubLimits } from "./edge-hub.ts";
import { EdgeList } from "./edge-list.ts";
import { EdgeTokenRing } from "./edge-token-ring.ts";

export interface EdgeOriginOptions {
  readonly source: EdgeSource;
  readonly trustedProxies: TrustedProxies;
  /** For each address, of requests with tokens that are nobody's; "none" unless said. */
  readonly unknownTokenLimit?: RateLimit;
  /** Why nobody can follow this process; null: they can. */
  readonly closedTo?: () => string | null;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly limits?: Partial<HubLimits>;
}

export class EdgeOrigin {
  readonly hub: EdgeHub;
  readonly list = new EdgeList();
  readonly api: EdgeApi;

  constructor({ source, trustedProxies, unknownTokenLimit = "none", closedTo, now, randomBytes, limits }: EdgeOriginOptions) {
    const tokens = new EdgeTokenRing();
    this.hub = new EdgeHub({ source, tokens, now }, limits);
    this.api = new EdgeApi({
      hub: this.hub,
      tokens,
      edges: this.list,
      clientAddress: clientAddress(trustedProxies),
      unknownTokens: unknownTokenLimit === "none" ? null : new AddressLimit(unknownTokenLimit),
      ...(closedTo ? { closedTo } : {}),
      now,
      randomBytes,
    });
  }

  close(): void {
    this.hub.close();
  }
}
