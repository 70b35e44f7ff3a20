/** Keys and tokens on the wire, without their hash. */

import { type Credential, type CredentialKind, credentialState } from "drawbridge-rules/credentials/credential.ts";
import type { ResourceValues } from "drawbridge-rules/project/resource.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { AccessToken } from "drawbridge-rules/wire/access-token.ts";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import type { FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";

/** Shared members, in the groups between which each kind has its own. */
interface SharedMembers {
  readonly named: Pick<AccessToken, "id" | "name">;
  readonly known: Pick<AccessToken, "state" | "last4">;
  readonly times: Pick<AccessToken, "created_at" | "expires_at" | "revoked_at">;
}

interface PrintedCredentials {
  readonly read_key: ReadKey;
  readonly feed_token: FeedToken;
  readonly access_token: AccessToken;
  readonly edge_token: EdgeToken;
}

type Print<K extends CredentialKind> = (value: ResourceValues[K], shared: SharedMembers) => PrintedCredentials[K];

const prints: { readonly [K in CredentialKind]: Print<K> } = {
  read_key: ({ imported, endpoints, platforms, instances, replacedBy, rehearsal }, { named, known, times }) => ({
    ...named,
    ...known,
    imported,
    endpoints,
    platforms,
    instances,
    ...times,
    replaced_by: replacedBy,
    rehearsal: rehearsal && ("at" in rehearsal ? { at: printInstant(rehearsal.at) } : { ignore_maintenance: true }),
  }),
  feed_token: ({ instance }, { named, known, times }) => ({ ...named, ...known, instance, ...times }),
  access_token: ({ role, maker }, { named, known, times }) => ({ ...named, role, ...known, made_by: maker, ...times }),
  edge_token: ({ projects }, { named, known, times }) => ({ ...named, ...known, projects, ...times }),
};

/** @param now epoch ms */
export function printCredential<K extends CredentialKind>(
  kind: K,
  id: string,
  value: ResourceValues[K],
  now: number,
): PrintedCredentials[K] {
  const { name, last4, createdAt, expiresAt, revokedAt }: Credential = value;
  const print: Print<K> = prints[kind];
  return print(value, {
    named: { id, name },
    known: { state: credentialState(value, now), last4 },
    times: { created_at: printInstant(createdAt), expires_at: printEnd(expiresAt), revoked_at: printEnd(revokedAt) },
  });
}

function printEnd(at: number | null): string | null {
  return at === null ? null : printInstant(at);
}
