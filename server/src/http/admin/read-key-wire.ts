/** Read keys on the wire: their schemas, and how one is printed without what is left of its text. */

import { type ReadKey, type Rehearsal, readKeyState } from "drawbridge-rules/credentials/read-key.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { expiresAt } from "./credential-request.ts";
import { instantRule, parseInstant, printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { instant, revision, visible } from "./wire-schema.ts";

const rehearsal = z
  .union([z.strictObject({ at: instant }), z.strictObject({ ignore_maintenance: z.literal(true) })])
  .nullable()
  .meta({ description: "What it is told instead of the present: how it is at an instant, or without any window" });

const fields = {
  id: z.string().meta({ examples: ["k_m4t9wzq2hd"] }),
  name: z.string().meta({ examples: ["ios app"] }),
  state: z.enum(["active", "expired", "revoked"]),
  last4: z.string().meta({ examples: ["x8Qz"] }),
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
const text = z.string().meta({ description: "The text: shown here, and never again" });

export const keySchema = z.strictObject(fields).meta({ id: "ReadKey", description: "What it opens; null is everything" });
const listedSchema = z
  .strictObject({
    ...fields,
    last_used_at: instant.nullable().meta({ description: "When it last let somebody in, to about a minute; null: never" }),
    requests_24h: z.int().min(0).meta({ description: "That it let in, in this hour and the 23 before it" }),
    refused_24h: z.int().min(0).meta({ description: "With it that were answered 401 or 403, in the same hours" }),
  })
  .meta({ id: "ListedReadKey" });
export const keyListSchema = z.strictObject({ keys: z.array(listedSchema), next }).meta({ id: "ReadKeyList" });
const answered = { ...fields, revision, visible: visible.optional() };

export const importedSchema = z.strictObject({ ...answered }).meta({ id: "ReadKeyAnswer" });
export const createdSchema = z.strictObject({ ...answered, key: text }).meta({ id: "CreatedReadKey" });
export const rotatedSchema = z.strictObject({ ...answered, key: text, replaces: keySchema }).meta({ id: "RotatedReadKey" });
export const revokedSchema = z.strictObject({ ...answered, changed: z.boolean() }).meta({ id: "RevokedReadKey" });

const names = (what: string) =>
  z
    .array(z.string({ error: "expected text" }), { error: `expected a list of ${what}, or null for all` })
    .nullable()
    .optional();

const rehearsalRule = `expected { at: ${instantRule} } or { ignore_maintenance: true }`;

const importFields = {
  name: z.string({ error: "expected a name of 1 to 100 characters" }).meta({ examples: ["ios app"] }),
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
    .meta({
      description: "For testers: such a key must expire, at most 30 days ahead",
      examples: [{ at: "2026-12-06T02:30:00+01:00" }],
    }),
};

export const requestSchema = z.strictObject(requestFields).meta({ id: "ReadKeyRequest" });
export const importSchema = z
  .strictObject({
    ...importFields,
    value: z.string({ error: "expected the key's text" }).meta({ examples: ["0123456789abcdef"] }),
  })
  .meta({ id: "ReadKeyImport" });
const address = {
  project: z.string({ error: "expected the id of a project" }).meta({ examples: ["acme-shop"] }),
  key: z.string({ error: "expected the id of a key" }).meta({ examples: ["k_m4t9wzq2hd"] }),
};
const addressSchema = z.strictObject(address).meta({ id: "ReadKeyAddress" });
export const releaseSchema = z.strictObject(address).meta({ id: "ReadKeyRelease" });
export const releasedSchema = z
  .strictObject({ ...address, revision, visible: visible.optional() })
  .meta({ id: "ReleasedReadKey" });
export const moveSchema = z
  .strictObject({
    ...address,
    to: z
      .string({ error: "expected the id of a project" })
      .meta({ description: "The target project", examples: ["acme-travel"] }),
    ...importFields,
    name: importFields.name.optional(),
  })
  .meta({ id: "ReadKeyMove", description: "What is left out stays as it was" });
export const movedSchema = z
  .strictObject({ ...answered, project: address.project, moved_from: addressSchema })
  .meta({ id: "MovedReadKey" });

export const rotationSchema = z
  .strictObject({
    overlap: z
      .string({ error: "expected a duration, such as P30D" })
      .optional()
      .meta({ description: "How long the old key goes on; P30D unless said", examples: ["P30D"] }),
    name: z.string({ error: "expected a name of 1 to 100 characters" }).optional(),
  })
  .meta({ id: "ReadKeyRotation" });

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
