/** Never on a terminal, never in a log. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  credentialBytes,
  generateCredential,
  hasCredentialForm,
  isChecksumValid,
} from "drawbridge-rules/credentials/credential-text.ts";
import { installationToken } from "drawbridge-rules/credentials/token.ts";
import type { AccessTokenIndex } from "../accounts/access-token-index.ts";
import type { Settings } from "../base/settings.ts";
import { newCredential } from "../log/credential-index.ts";
import type { Publisher } from "../log/publisher.ts";

/** Once any token exists, a missing file is deliberate. @throws unavailable */
export async function firstAdminToken(
  { data, adminToken }: Settings,
  publisher: Publisher,
  accessTokens: AccessTokenIndex,
  now: number,
  randomBytes: (size: number) => Uint8Array,
): Promise<void> {
  const file = join(data, "admin-token");
  if (adminToken !== null || accessTokens.size > 0) return;
  const text = textIn(file) ?? generateCredential("dba_", randomBytes(credentialBytes));
  const token = newCredential({ ...installationToken, name: "initial admin token" }, text, now);
  // A valid token that is lost would be worse than a file whose token is not stored yet.
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  await publisher.publish({
    project: "",
    actor: "system",
    reason: "Created the initial admin token of the embedded store",
    edits: () => [{ kind: "token", id: "first", value: token }],
  });
}

/** A torn text opens nothing anywhere. */
function textIn(file: string): string | null {
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return hasCredentialForm("dba_", text) && isChecksumValid("dba_", text) ? text : null;
}
