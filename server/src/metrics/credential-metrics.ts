/** Metrics of keys and tokens that are about to expire. */
import { type Credential, type CredentialKind, credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CredentialIndex } from "../credentials/credential-index.ts";
import type { Metric } from "./metric.ts";

/** Keys or tokens in memory. */
type Credentials<K extends CredentialKind> = Pick<CredentialIndex<K>, "all">;

export interface CredentialParts {
  readonly catalog: Pick<Catalog, "keys">;
  readonly accessTokens: Credentials<"access_token">;
  readonly feedTokens: Credentials<"feed_token">;
  readonly edges: { readonly tokens: Credentials<"edge_token"> };
  /** Epoch ms. */
  readonly now: () => number;
}

const kinds = ["read_key", "access_token", "feed_token", "edge_token"] as const;
const days = 14;
const ahead = days * 86_400_000;

export function credentialMetrics({ catalog, accessTokens, feedTokens, edges, now }: CredentialParts): Metric[] {
  return [
    {
      name: "drawbridge_credentials_expiring",
      help: `Active keys and tokens that expire within ${days} days, by kind.`,
      type: "gauge",
      labels: { kind: kinds },
      read: () => {
        const found = {
          read_key: catalog.keys(),
          access_token: accessTokens.all(),
          feed_token: feedTokens.all(),
          edge_token: edges.tokens.all(),
        };
        return kinds.map((kind) => ({ labels: [kind], value: countExpiring(found[kind], now()) }));
      },
    },
  ];
}

function countExpiring(all: Iterable<{ readonly value: Credential }>, now: number): number {
  let count = 0;
  for (const { value } of all)
    if (value.expiresAt !== null && value.expiresAt <= now + ahead && credentialState(value, now) === "active") count++;
  return count;
}
