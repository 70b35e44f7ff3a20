/** Ending a key or a token for good: one that has ended stays as it was, and whoever ends it again is told so. */

import type { Edit } from "drawbridge-rules/changes/edit.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import type { AdminAnswer } from "./admin-route.ts";
import type { CredentialVerbServices } from "./credential-verb.ts";
import { carryOut, type VerbRequest } from "./credential-verb.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface Revocable {
  /** Epoch ms. */
  readonly revokedAt: number | null;
}

export interface Revocation<T extends Revocable> {
  /** @throws not_found */
  readonly find: (state: ProjectState) => T;
  readonly edit: (revoked: T) => Edit;
  readonly print: (revoked: T, now: number) => object;
}

/** @throws invalid: the body has fields; what `carryOut` throws */
export async function revokeCredential<T extends Revocable>(
  workings: CredentialVerbServices,
  request: VerbRequest,
  { find, edit, print }: Revocation<T>,
): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
  let revoked: T | undefined;
  let changed = false;
  return carryOut(workings, request, {
    status: 200,
    answer: (now) => (revoked ? { ...print(revoked, now), changed } : {}),
    edits: (state, now) => {
      const held = find(state);
      changed = held.revokedAt === null;
      revoked = { ...held, revokedAt: held.revokedAt ?? now };
      return [edit(revoked)];
    },
  });
}
