import { type CredentialKind, credentialState } from "drawbridge-rules/credentials/credential.ts";
import { readKeyMembers } from "drawbridge-rules/credentials/read-key.ts";
import { tokenMembers } from "drawbridge-rules/credentials/token.ts";
import type { ResourceValues } from "drawbridge-rules/project/resource.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { Token } from "drawbridge-rules/wire/token.ts";

interface PrintedCredentials {
  readonly read_key: ReadKey;
  readonly token: Omit<Token, "created_by_name" | "last_used_at">;
}

const prints: { readonly [K in CredentialKind]: (value: ResourceValues[K]) => Omit<PrintedCredentials[K], "id" | "state"> } = {
  read_key: (key) => printMembers(readKeyMembers, key),
  token: (token) => printMembers(tokenMembers, token),
};

export function printCredential<K extends CredentialKind>(
  kind: K,
  id: string,
  value: ResourceValues[K],
  now: number,
): PrintedCredentials[K] {
  const { name, ...members } = prints[kind](value);
  return { id, name, state: credentialState(value, now), ...members } as unknown as PrintedCredentials[K];
}
