/** Services that let edges follow a process: assembled once, for servers and for edges that are followed. */

import { clientAddress, type TrustedProxies } from "../base/http/client-address.ts";
import type { RateLimit } from "../base/rate.ts";
import { CredentialIndex } from "../log/credential-index.ts";
import { AddressLimit } from "../reads/limits/address-limit.ts";
import { EdgeApi } from "./edge-api.ts";
import { EdgeHub, type EdgeSource, type HubLimits } from "./edge-hub.ts";
import { EdgeList } from "./edge-list.ts";
import type { EdgeUsageSink } from "./edge-usage-sink.ts";

interface EdgeOriginOptions {
  readonly source: EdgeSource;
  readonly trustedProxies: TrustedProxies;
  /** Limit per address for requests with unknown tokens; none if left out. */
  readonly unknownTokenLimit?: RateLimit;
  /** Reason that edges cannot follow this process; null: they can. */
  readonly closedTo?: () => string | null;
  /** Absent: this process takes no counts of edges. */
  readonly usage?: EdgeUsageSink;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly limits?: Partial<HubLimits>;
}

export class EdgeOrigin {
  readonly hub: EdgeHub;
  readonly list = new EdgeList();
  readonly api: EdgeApi;
  readonly tokens = new CredentialIndex("edge_token");

  constructor(options: EdgeOriginOptions) {
    const { source, trustedProxies, unknownTokenLimit = "none", closedTo, usage, now, randomBytes, limits } = options;
    const { tokens } = this;
    this.hub = new EdgeHub({ source, tokens, now }, limits);
    this.api = new EdgeApi({
      hub: this.hub,
      tokens,
      edges: this.list,
      clientAddress: clientAddress(trustedProxies),
      unknownTokens: unknownTokenLimit === "none" ? null : new AddressLimit(unknownTokenLimit),
      ...(closedTo ? { closedTo } : {}),
      ...(usage ? { usage } : {}),
      now,
      randomBytes,
    });
  }

  close(): void {
    this.hub.close();
  }
}
