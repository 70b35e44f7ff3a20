/** Parses the request for a new key, and creates the key. */

import {
  checkReadKeyRequest,
  importChoices,
  isMistyped,
  type ReadKey,
  type ReadKeyRequest,
  readKeyChoices,
} from "drawbridge-rules/credentials/read-key.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { readMembers } from "drawbridge-rules/values/member.ts";
import { type readKeyMove, readKeyRotation } from "drawbridge-rules/wire/read-key.ts";
import type { Wire } from "drawbridge-rules/wire/wire.ts";
import { newCredential } from "../../log/credential-index.ts";
import type { RequestBody } from "../request/admin-route.ts";
import { type FieldsRead, readBodyFields, refuseIfAny } from "../request/request-fields.ts";
import { readChoices } from "./credential-change.ts";

const day = 24 * 60 * 60 * 1000;
const defaultOverlap = 30 * day;
const longestOverlap = 366 * day;

/** @throws invalid, with everything that is wrong */
export function readKeyRequestBody(body: RequestBody | null, fields: FieldsRead<object>, now: number): ReadKeyRequest {
  return readChoices(body, fields, { choices: readKeyChoices, check: checkReadKeyRequest, what: "the key" }, now);
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

/** The imported key for its new project: active, even if it was revoked or expired. @param now epoch ms. @throws invalid */
export function createMovedKey(held: ReadKey, asked: Partial<Wire<typeof readKeyMove>>, now: number): ReadKey {
  const isOver = held.expiresAt !== null && held.expiresAt <= now;
  const chosen = readMembers(importChoices, asked, isOver ? { ...held, expiresAt: null } : held, now);
  const wanted = { ...chosen, rehearsal: null };
  throwIfAny(checkReadKeyRequest(wanted, now), "the key");
  return { ...held, ...wanted, createdAt: now, revokedAt: null, replacedBy: null };
}

export function createReadKey(wanted: ReadKeyRequest, text: string, now: number, imported: boolean): ReadKey {
  const own = { imported, mistyped: imported && isMistyped(text), replacedBy: null };
  return newCredential({ ...wanted, ...own }, text, now);
}
