/** Keys and tokens: four kinds of secret text. The server stores only the SHA-256 and the last four characters. */

import type { Grant } from "../people/grant.ts";
import type { Stored } from "../values/member.ts";
import type { credentialMembers } from "./credential-schema.ts";

export type Credential = Stored<typeof credentialMembers>;

export const credentialStates = ["active", "expired", "revoked"] as const;
export type CredentialState = (typeof credentialStates)[number];

/** @param now epoch ms */
export function credentialState({ revokedAt, expiresAt }: Credential, now: number): CredentialState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && now >= expiresAt ? "expired" : "active";
}

/** Sent to the admin API by operators and scripts. A project's token opens that project only; administrators hold those of the installation. */
export interface AccessToken extends Credential {
  readonly role: Grant["role"];
  /** Id of the person it acts for; null: created without a signed-in person. */
  readonly maker: string | null;
}

/** In the address of a project's calendar. */
export interface FeedToken extends Credential {
  /** The feed shows only maintenance that covers this instance; null: all maintenance of the project. */
  readonly instance: string | null;
}

/** Sent by an edge to its origin. */
export interface EdgeToken extends Credential {
  /** Sorted ids of the projects that the edge receives; null: all, including future ones. */
  readonly projects: readonly string[] | null;
}

/** How credentials of a kind are recognized: `prefix` begins the text, `idPrefix` the id. */
export const credentialKinds = {
  read_key: { noun: "read key", prefix: "dbr_", idPrefix: "k_" },
  feed_token: { noun: "feed token", prefix: "dbf_", idPrefix: "f_" },
  access_token: { noun: "access token", prefix: "dba_", idPrefix: "t_" },
  edge_token: { noun: "edge token", prefix: "dbe_", idPrefix: "d_" },
} as const;
export type CredentialKind = keyof typeof credentialKinds;
