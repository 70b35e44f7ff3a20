/** What is asked of a new key, and the key that is made of it. */

import {
  checkReadKeyRequest,
  type Endpoint,
  isMistyped,
  type ReadKey,
  type ReadKeyRequest,
  type Rehearsal,
} from "drawbridge-rules/credentials/read-key.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { parseInstant } from "drawbridge-rules/values/instant.ts";
import { type readKeyRequest, readKeyRotation } from "drawbridge-rules/wire/read-key.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import type { RequestBody } from "./admin-route.ts";
import { readExpiry } from "./credential-request.ts";
import { type FieldsRead, readBodyFields, refuseIfAny } from "./request-fields.ts";

const day = 24 * 60 * 60 * 1000;
const usualOverlap = 30 * day;
const longestOverlap = 366 * day;

type RequestFields = Wire<typeof readKeyRequest>;

/** @throws invalid, with everything that is wrong */
export function keyRequest(
  body: RequestBody | null,
  { fields, problems }: FieldsRead<RequestFields>,
  now: number,
): ReadKeyRequest {
  const found = [...problems];
  const expiresAt = readExpiry(fields.expires_at, now, found);
  const wanted: ReadKeyRequest = {
    name: fields.name ?? "",
    endpoints: (fields.endpoints ?? null) as readonly Endpoint[] | null,
    platforms: fields.platforms ?? null,
    instances: fields.instances ?? null,
    expiresAt,
    rehearsal: rehearsalOf(fields.rehearsal ?? null),
  };
  const named = new Set(found.map(({ path }) => path));
  // What is missing or in the past was said already.
  for (const problem of checkReadKeyRequest(wanted, now)) if (!named.has(problem.path)) found.push(problem);
  refuseIfAny(found, body, "the key");
  return wanted;
}

/** The schema has seen to it that the instant is one. */
function rehearsalOf(asked: NonNullable<RequestFields["rehearsal"]> | null): Rehearsal | null {
  if (asked === null) return null;
  return "at" in asked ? { at: parseInstant(asked.at) ?? 0 } : { ignoreMaintenance: true };
}

export function rotation(body: RequestBody | null): { readonly overlap: number; readonly name: string | undefined } {
  const { fields, problems } = readBodyFields(readKeyRotation, body);
  const found = [...problems];
  const overlap = fields.overlap === undefined ? usualOverlap : parseDuration(fields.overlap);
  if (overlap === null || overlap > longestOverlap) {
    found.push({ path: "overlap", message: "expected a duration of at most 366 days, such as P30D, or PT0S for none" });
  }
  if (fields.name !== undefined) readLine(fields.name, "name", found, 100);
  refuseIfAny(found, body, "the rotation");
  return { overlap: overlap ?? usualOverlap, name: fields.name };
}

/** Changes to a key when it is moved; undefined members stay unchanged. */
export interface MoveRequest {
  readonly name?: string | undefined;
  readonly endpoints?: readonly string[] | null | undefined;
  readonly platforms?: readonly string[] | null | undefined;
  readonly instances?: readonly string[] | null | undefined;
  /** Epoch ms. */
  readonly expiresAt: number | null | undefined;
}

/** The imported key for its new project: active, even if it was revoked or expired. @param now epoch ms. @throws invalid */
export function movedKey(held: ReadKey, asked: MoveRequest, now: number): ReadKey {
  const isOver = held.expiresAt !== null && held.expiresAt <= now;
  const wanted: ReadKeyRequest = {
    name: asked.name ?? held.name,
    endpoints: asked.endpoints === undefined ? held.endpoints : (asked.endpoints as readonly Endpoint[] | null),
    platforms: asked.platforms === undefined ? held.platforms : asked.platforms,
    instances: asked.instances === undefined ? held.instances : asked.instances,
    expiresAt: asked.expiresAt !== undefined ? asked.expiresAt : isOver ? null : held.expiresAt,
    rehearsal: null,
  };
  throwIfAny(checkReadKeyRequest(wanted, now), "the key");
  return { ...held, ...wanted, createdAt: now, revokedAt: null, replacedBy: null };
}

export function newKey(wanted: ReadKeyRequest, text: string, now: number, imported: boolean): ReadKey {
  return {
    name: wanted.name,
    hash: hashOfCredential(text),
    last4: text.slice(-4),
    imported,
    mistyped: imported && isMistyped(text),
    endpoints: wanted.endpoints,
    platforms: wanted.platforms,
    instances: wanted.instances,
    createdAt: now,
    expiresAt: wanted.expiresAt,
    revokedAt: null,
    replacedBy: null,
    rehearsal: wanted.rehearsal,
  };
}
