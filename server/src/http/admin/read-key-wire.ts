/** Read keys on the wire: their schemas, and how one is printed without what is left of its text. */

import { type ReadKey, type Rehearsal, readKeyState } from "drawbridge-rules/credentials/read-key.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/read-key.ts";

/** Without the hash: it is all that is left of the text. */
export function printReadKey(id: string, key: ReadKey, now: number): wire.ReadKey {
  const { name, last4, imported, endpoints, platforms, instances, createdAt, expiresAt: expires, revokedAt, replacedBy } = key;
  return {
    id,
    name,
    state: readKeyState(key, now),
    last4,
    imported,
    endpoints,
    platforms,
    instances,
    created_at: printInstant(createdAt),
    expires_at: expires === null ? null : printInstant(expires),
    revoked_at: revokedAt === null ? null : printInstant(revokedAt),
    replaced_by: replacedBy,
    rehearsal: key.rehearsal && printRehearsal(key.rehearsal),
  };
}

function printRehearsal(rehearsal: Rehearsal): wire.Rehearsal {
  return "at" in rehearsal ? { at: printInstant(rehearsal.at) } : { ignore_maintenance: true };
}
