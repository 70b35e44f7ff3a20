/** Keys and tokens on the wire, without their hash. */

import { type CredentialKind, type CredentialState, credentialState } from "drawbridge-rules/credentials/credential.ts";
import { credentialMembers } from "drawbridge-rules/credentials/credential-schema.ts";
import { readKeyMembers } from "drawbridge-rules/credentials/read-key.ts";
import type { ResourceValues } from "drawbridge-rules/project/resource.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import type { AccessToken } from "drawbridge-rules/wire/access-token.ts";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import type { FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";

interface PrintedCredentials {
  readonly read_key: ReadKey;
  readonly feed_token: FeedToken;
  readonly access_token: AccessToken;
  readonly edge_token: EdgeToken;
}

type Print<K extends CredentialKind> = (value: ResourceValues[K], state: CredentialState) => Omit<PrintedCredentials[K], "id">;

const prints: { readonly [K in CredentialKind]: Print<K> } = {
  read_key: (key, state) => ({ ...{ name: key.name, state }, ...printMembers(readKeyMembers, key) }),
  feed_token: (token, state) => ({
    ...{ name: token.name, state, last4: token.last4, instance: token.instance },
    ...printMembers(credentialMembers, token),
  }),
  access_token: (token, state) => ({
    ...{ name: token.name, role: token.role, state, last4: token.last4, made_by: token.maker },
    ...printMembers(credentialMembers, token),
  }),
  edge_token: (token, state) => ({
    ...{ name: token.name, state, last4: token.last4, projects: token.projects },
    ...printMembers(credentialMembers, token),
  }),
};

/** @param now epoch ms */
export function printCredential<K extends CredentialKind>(
  kind: K,
  id: string,
  value: ResourceValues[K],
  now: number,
): PrintedCredentials[K] {
  const print: Print<K> = prints[kind];
  return { id, ...print(value, credentialState(value, now)) } as PrintedCredentials[K];
}
