/** The first access token of an embedded store, in a file that only its owner reads: never on a terminal, never in a log. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AccessToken } from "drawbridge-rules/credentials/access-token.ts";
import { checksumHolds, credentialBytes, hasCredentialForm, makeCredential } from "drawbridge-rules/credentials/credential.ts";
import type { AccessTokenRing } from "../accounts/access-token-ring.ts";
import { hashOfCredential } from "../base/credential-hash.ts";
import type { Publisher } from "../publisher.ts";
import type { Settings } from "../settings.ts";

/**
 * Makes one at the first start; of a start that was cut off between file and store, the file's is taken up. Once there was
 * any token, a missing file is somebody's decision. @throws unavailable
 */
export async function firstAdminToken(
  { data, adminToken }: Settings,
  publisher: Publisher,
  accessTokens: AccessTokenRing,
  now: number,
  randomBytes: (size: number) => Uint8Array,
): Promise<void> {
  const file = adminTokenFile(data);
  if (adminToken !== null || accessTokens.size > 0) return;
  const text = textIn(file) ?? makeCredential("dba_", randomBytes(credentialBytes));
  const token: AccessToken = {
    name: "made at the first start",
    hash: hashOfCredential(text),
    last4: text.slice(-4),
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    role: "administrator",
    maker: null,
  };
  // The file first: a token that is valid and lost would be worse than a file that is not yet.
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  await publisher.publish({
    project: "",
    actor: "system",
    reason: "The embedded store makes its first access token",
    override: [],
    dryRun: false,
    edits: () => [{ kind: "access_token", id: "first", value: token }],
  });
}

/** Null where there is no file, or one that was torn or is no token's: it opens nothing anywhere. */
function textIn(file: string): string | null {
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return hasCredentialForm("dba_", text) && checksumHolds("dba_", text) ? text : null;
}

export function adminTokenFile(data: string): string {
  return join(data, "admin-token");
}
