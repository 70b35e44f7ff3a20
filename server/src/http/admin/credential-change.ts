/** Changes of a key or a token that exists: a new name, a new end, and revoking it permanently. */

import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { credentialPatch } from "drawbridge-rules/wire/credential.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import type { AdminAnswer } from "./admin-route.ts";
import { readExpiry } from "./credential-request.ts";
import { type CredentialVerbServices, carryOut, type VerbRequest } from "./credential-verb.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface Changeable {
  readonly name: string;
  /** Epoch ms; null: never. */
  readonly expiresAt: number | null;
  /** Epoch ms. */
  readonly revokedAt: number | null;
  /** Of a read key. */
  readonly replacedBy?: string | null;
  /** Of a read key; null: none. */
  readonly rehearsal?: object | null;
}

export interface ChangedCredential<T extends Changeable> {
  /** @throws not_found */
  readonly find: (state: ProjectState) => T;
  readonly edit: (value: T) => Edit;
  readonly print: (value: T, now: number) => object;
}

/** Of every route that changes a name or an end: an end that is put off gives access. */
export const credentialPatchRules = {
  givesAccess: true,
  answers: { 200: { description: "As it is now" } },
} as const;

/** Sent again, it changes nothing, and says so. @throws invalid: the body has fields; what `carryOut` throws */
export async function revokeCredential<T extends Changeable>(
  workings: CredentialVerbServices,
  request: VerbRequest,
  credential: ChangedCredential<T>,
): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
  return change(workings, request, credential, (held, now) => ({ ...held, revokedAt: held.revokedAt ?? now }));
}

/** @throws invalid; conflict: it is revoked, or its end is fixed; what `carryOut` throws */
export async function patchCredential<T extends Changeable>(
  workings: CredentialVerbServices,
  request: VerbRequest,
  credential: ChangedCredential<T>,
): Promise<AdminAnswer> {
  const { fields, problems } = readBodyFields(credentialPatch, request.body);
  const found = [...problems];
  if (fields.name !== undefined) readLine(fields.name, "name", found, 100);
  const expiry = readExpiry(fields.expires_at, workings.now(), found);
  refuseIfAny(found, request.body, "the change");
  return change(workings, request, credential, (held, now) => {
    const expiresAt = fields.expires_at === undefined ? held.expiresAt : expiry;
    if (held.revokedAt !== null) throw new DrawbridgeError("conflict", "It is revoked, and can no longer be changed.");
    if (expiresAt !== held.expiresAt) checkEnd(held, now);
    return { ...held, name: fields.name ?? held.name, expiresAt };
  });
}

/** @throws conflict */
function checkEnd({ rehearsal, replacedBy, expiresAt }: Changeable, now: number): void {
  if (rehearsal) throw new DrawbridgeError("conflict", "The end of a key that rehearses is fixed: create another key instead.");
  if (replacedBy && expiresAt !== null && expiresAt <= now)
    throw new DrawbridgeError("conflict", `The key was replaced by ${replacedBy} and has expired, so it stays expired.`);
}

async function change<T extends Changeable>(
  workings: CredentialVerbServices,
  request: VerbRequest,
  { find, edit, print }: ChangedCredential<T>,
  changedFrom: (held: T, now: number) => T,
): Promise<AdminAnswer> {
  let value: T | undefined;
  let changed = false;
  return carryOut(workings, request, {
    answer: (now) => (value ? { ...print(value, now), changed } : {}),
    edits: (state, now) => {
      const held = find(state);
      value = changedFrom(held, now);
      const { name, expiresAt, revokedAt } = value;
      changed = name !== held.name || expiresAt !== held.expiresAt || revokedAt !== held.revokedAt;
      return [edit(value)];
    },
  });
}
