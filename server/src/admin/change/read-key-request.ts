/** Parses the request for a new key, and creates the key. */

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
import { parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { type readKeyRequest, readKeyRotation } from "drawbridge-rules/wire/read-key.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import { newCredential } from "../../log/new-credential.ts";
import type { RequestBody } from "../request/admin-route.ts";
import { readExpiry } from "../request/credential-request.ts";
import { type FieldsRead, readBodyFields, refuseIfAny } from "../request/request-fields.ts";

const day = 24 * 60 * 60 * 1000;
const defaultOverlap = 30 * day;
const longestOverlap = 366 * day;

type RequestFields = Wire<typeof readKeyRequest>;

/** @throws invalid, with everything that is wrong */
export function readKeyRequestBody(
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
    rehearsal: rehearsalOf(fields.rehearsal ?? null, now),
  };
  const named = new Set(found.map(({ path }) => path));
  // Missing values and past instants are already reported.
  for (const problem of checkReadKeyRequest(wanted, now)) if (!named.has(problem.path)) found.push(problem);
  refuseIfAny(found, body, "the key");
  return wanted;
}

/** The schema has seen to it that the instant is one. */
function rehearsalOf(asked: NonNullable<RequestFields["rehearsal"]> | null, now: number): Rehearsal | null {
  if (asked === null) return null;
  return "at" in asked ? { at: parseInstantAhead(asked.at, now) ?? 0 } : { ignoreMaintenance: true };
}

export function readRotation(body: RequestBody | null): { readonly overlap: number; readonly name: string | undefined } {
  const { fields, problems } = readBodyFields(readKeyRotation, body);
  const found = [...problems];
  const overlap = fields.overlap === undefined ? defaultOverlap : parseDuration(fields.overlap);
  if (overlap === null || overlap > longestOverlap) {
    found.push({ path: "overlap", message: "expected a duration of at most 366 days, such as P30D, or PT0S for none" });
  }
  if (fields.name !== undefined) readLine(fields.name, "name", found, 100);
  refuseIfAny(found, body, "the rotation");
  return { overlap: overlap ?? defaultOverlap, name: fields.name };
}

/** Changes to a key when it is moved; undefined members stay unchanged. */
type MoveRequest = { readonly [M in keyof Omit<ReadKeyRequest, "rehearsal">]?: ReadKeyRequest[M] | undefined };

/** The imported key for its new project: active, even if it was revoked or expired. @param now epoch ms. @throws invalid */
export function createMovedKey(held: ReadKey, asked: MoveRequest, now: number): ReadKey {
  const isOver = held.expiresAt !== null && held.expiresAt <= now;
  const wanted: ReadKeyRequest = {
    name: asked.name ?? held.name,
    endpoints: asked.endpoints === undefined ? held.endpoints : asked.endpoints,
    platforms: asked.platforms === undefined ? held.platforms : asked.platforms,
    instances: asked.instances === undefined ? held.instances : asked.instances,
    expiresAt: asked.expiresAt !== undefined ? asked.expiresAt : isOver ? null : held.expiresAt,
    rehearsal: null,
  };
  throwIfAny(checkReadKeyRequest(wanted, now), "the key");
  return { ...held, ...wanted, createdAt: now, revokedAt: null, replacedBy: null };
}

export function createReadKey(wanted: ReadKeyRequest, text: string, now: number, imported: boolean): ReadKey {
  const { name, endpoints, platforms, instances, expiresAt, rehearsal } = wanted;
  const own = { imported, mistyped: imported && isMistyped(text), endpoints, platforms, instances, replacedBy: null, rehearsal };
  return newCredential({ name, ...own, expiresAt }, text, now);
}
