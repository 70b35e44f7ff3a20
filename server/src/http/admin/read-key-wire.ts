/** Read keys on the wire: their schemas, and how one is printed without what is left of its text. */
import { z } from "@hono/zod-openapi";
import { type ReadKey, type Rehearsal, readKeyState } from "drawbridge-rules/credentials/read-key.ts";
import type * as wire from "../../../../client/src/wire.ts";
import { expiresAt } from "./credential-request.ts";
import { instantRule, parseInstant, printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { instant, revision, visible } from "./wire-schema.ts";

const rehearsal = z
  .union([z.strictObject({ at: instant }), z.strictObject({ ignore_maintenance: z.literal(true) })])
  .nullable()
  .openapi({ description: "What it is told instead of the present: how it is at an instant, or without any window" });

const fields = {
  id: z.string().openapi({ example: "k_m4t9wzq2hd" }),
  name: z.string().openapi({ example: "ios app" }),
  state: z.enum(["active", "expired", "revoked"]),
  last4: z.string().openapi({ example: "x8Qz" }),
  imported: z.boolean(),
  endpoints: z.array(z.enum(["config", "maintenance"])).nullable(),
  platforms: z.array(z.string()).nullable(),
  instances: z.array(z.string()).nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  replaced_by: z.string().nullable(),
  rehearsal,
};
const text = z.string().openapi({ description: "The text: shown here, and never again" });

export const keySchema = z.strictObject(fields).openapi("ReadKey", { description: "What it opens; null is everything" });
const listedSchema = z
  .strictObject({
    ...fields,
    last_used_at: instant.nullable().openapi({ description: "When it last let somebody in, to about a minute; null: never" }),
    requests_24h: z.int().min(0).openapi({ description: "That it let in, in this hour and the 23 before it" }),
    refused_24h: z.int().min(0).openapi({ description: "With it that were answered 401 or 403, in the same hours" }),
  })
  .openapi("ListedReadKey");
export const keyListSchema = z.strictObject({ keys: z.array(listedSchema), next }).openapi("ReadKeyList");
const answered = { ...fields, revision, visible: visible.optional() };

export const importedSchema = z.strictObject({ ...answered }).openapi("ReadKeyAnswer");
export const createdSchema = z.strictObject({ ...answered, key: text }).openapi("CreatedReadKey");
export const rotatedSchema = z.strictObject({ ...answered, key: text, replaces: keySchema }).openapi("RotatedReadKey");
export const revokedSchema = z.strictObject({ ...answered, changed: z.boolean() }).openapi("RevokedReadKey");

const names = (what: string) =>
  z
    .array(z.string({ error: "expected text" }), { error: `expected a list of ${what}, or null for all` })
    .nullable()
    .optional();

const rehearsalRule = `expected { at: ${instantRule} } or { ignore_maintenance: true }`;

const importFields = {
  name: z.string({ error: "expected a name of 1 to 100 characters" }).openapi({ example: "ios app" }),
  endpoints: names("config and maintenance"),
  platforms: names("platforms"),
  instances: names("ids of instances"),
  expires_at: expiresAt,
};

const requestFields = {
  ...importFields,
  rehearsal: z
    .union(
      [
        z.strictObject({ at: z.string().refine((text) => parseInstant(text) !== null, { error: `expected ${instantRule}` }) }),
        z.strictObject({ ignore_maintenance: z.literal(true) }),
      ],
      { error: rehearsalRule },
    )
    .nullable()
    .optional()
    .openapi({
      description: "For testers: such a key must expire, at most 30 days ahead",
      example: { at: "2026-12-06T02:30:00+01:00" },
    }),
};

export const requestSchema = z.strictObject(requestFields).openapi("ReadKeyRequest");
export const importSchema = z
  .strictObject({
    ...importFields,
    value: z.string({ error: "expected the key's text" }).openapi({ example: "0123456789abcdef" }),
  })
  .openapi("ReadKeyImport");
const address = {
  project: z.string({ error: "expected the id of a project" }).openapi({ example: "acme-shop" }),
  key: z.string({ error: "expected the id of a key" }).openapi({ example: "k_m4t9wzq2hd" }),
};
const addressSchema = z.strictObject(address).openapi("ReadKeyAddress");
export const releaseSchema = z.strictObject(address).openapi("ReadKeyRelease");
export const releasedSchema = z.strictObject({ ...address, revision, visible: visible.optional() }).openapi("ReleasedReadKey");
export const moveSchema = z
  .strictObject({
    ...address,
    to: z
      .string({ error: "expected the id of a project" })
      .openapi({ description: "The target project", example: "acme-travel" }),
    ...importFields,
    name: importFields.name.optional(),
  })
  .openapi("ReadKeyMove", { description: "What is left out stays as it was" });
export const movedSchema = z
  .strictObject({ ...answered, project: address.project, moved_from: addressSchema })
  .openapi("MovedReadKey");

export const rotationSchema = z
  .strictObject({
    overlap: z
      .string({ error: "expected a duration, such as P30D" })
      .optional()
      .openapi({ description: "How long the old key goes on; P30D unless said", example: "P30D" }),
    name: z.string({ error: "expected a name of 1 to 100 characters" }).optional(),
  })
  .openapi("ReadKeyRotation");

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
