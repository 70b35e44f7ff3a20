import { z } from "zod";
import type { Endpoint } from "../credentials/read-key.ts";
import { instantAheadRule, parseInstantAhead } from "../values/instant.ts";
import { instantProblem } from "../values/time-problem.ts";
import { credentialName, credentialState, credentialTimes, expiresAt, last4, secret } from "./credential.ts";
import { next } from "./page.ts";
import { changed, instant, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const rehearsal = z.union([z.strictObject({ at: instant }), z.strictObject({ ignore_maintenance: z.literal(true) })]).meta({
  id: "Rehearsal",
  description:
    "For testers: answers as of an instant, or without any maintenance. They carry `drawbridge-rehearsal` and `Cache-Control: no-store`",
});
export type Rehearsal = Wire<typeof rehearsal>;

const names = z.array(z.string()).nullable().meta({ id: "ScopeNames", description: "Null: all" });
const scope = {
  endpoints: z
    .array(z.enum(["config", "maintenance"]))
    .nullable()
    .meta({ id: "ScopeEndpoints", description: "Null: both" }),
  platforms: names,
  instances: names,
};
const readKeyScope = z.strictObject(scope);
export type ReadKeyScope = Wire<typeof readKeyScope>;

const fields = {
  id: z.string().meta({ examples: ["k_m4t9wzq2hd"] }),
  name: z.string().meta({ examples: ["ios app"] }),
  state: credentialState,
  last4,
  imported: z.boolean(),
  ...scope,
  ...credentialTimes,
  replaced_by: z
    .string()
    .nullable()
    .meta({ id: "ReplacedBy", description: "Id of the key that replaced this one at a rotation" }),
  rehearsal: rehearsal.nullable(),
};

const readKeySchema = z
  .strictObject(fields)
  .meta({ id: "ReadKey", description: "A read key and its scope. Null in the scope: everything" });
export type ReadKey = Wire<typeof readKeySchema>;

export const listedReadKey = z
  .strictObject({
    ...fields,
    last_used_at: instant.nullable().meta({ description: "Last accepted request, to about a minute; null: never" }),
    requests_24h: z.int().min(0).meta({ description: "Accepted requests in this hour and the 23 before it" }),
    refused_24h: z.int().min(0).meta({ description: "Requests answered 401 or 403 in the same hours" }),
  })
  .meta({ id: "ListedReadKey" });
export type ListedReadKey = Wire<typeof listedReadKey>;
export const readKeyListSchema = z.strictObject({ keys: z.array(listedReadKey), next }).meta({ id: "ReadKeyList" });
export type ReadKeyList = Wire<typeof readKeyListSchema>;

const answered = { ...fields, revision };
export const readKeyAnswer = z.strictObject(answered).meta({ id: "ReadKeyAnswer" });
export type ReadKeyAnswer = Wire<typeof readKeyAnswer>;
export const createdReadKey = z.strictObject({ ...answered, key: secret }).meta({ id: "CreatedReadKey" });
export type CreatedReadKey = Wire<typeof createdReadKey>;
export const rotatedReadKey = z
  .strictObject({ ...answered, key: secret, replaces: readKeySchema })
  .meta({ id: "RotatedReadKey", description: "The new key, and the old one after the rotation" });
export type RotatedReadKey = Wire<typeof rotatedReadKey>;
export const changedReadKey = z.strictObject({ ...answered, changed }).meta({ id: "ChangedReadKey" });
export type ChangedReadKey = Wire<typeof changedReadKey>;

const someNames = (what: string) =>
  z
    .array(z.string({ error: "expected text" }), { error: `expected a list of ${what}, or null for all` })
    .nullable()
    .optional()
    .meta({ minItems: 1, maxItems: 1000 });

const importFields = {
  name: credentialName,
  endpoints: someNames("config and maintenance").meta({ id: "EndpointChoice", description: "Only these endpoints; null: both" }),
  platforms: someNames("platforms").meta({ id: "PlatformChoice", description: "Only these platforms; null: all" }),
  instances: someNames("ids of instances").meta({ id: "InstanceChoice", description: "Only these instances; null: all" }),
  expires_at: expiresAt,
};

export const readKeyRequest = z
  .strictObject({
    ...importFields,
    rehearsal: z
      .union(
        [
          z.strictObject({
            at: z.string().refine((text) => parseInstantAhead(text, 0) !== null, { error: ({ input }) => instantProblem(input) }),
          }),
          z.strictObject({ ignore_maintenance: z.literal(true) }),
        ],
        { error: `expected { at: ${instantAheadRule} } or { ignore_maintenance: true }` },
      )
      .nullable()
      .optional()
      .meta({
        description: "For testers. Requires `expires_at`, at most 30 days ahead",
        examples: [{ at: "2026-12-06T02:30:00+01:00" }],
      }),
  })
  .meta({ id: "ReadKeyRequest" });
/** The rules check `endpoints`, and report its errors together with all others. */
export type ReadKeyRequest = Omit<Wire<typeof readKeyRequest>, "endpoints"> & { readonly endpoints?: readonly Endpoint[] | null };

export const readKeyImport = z
  .strictObject({
    ...importFields,
    value: z
      .string({ error: "expected the key's text" })
      .meta({ description: "16 to 128 printable ASCII characters without spaces or commas", examples: ["0123456789abcdef"] }),
  })
  .meta({ id: "ReadKeyImport" });
export type ReadKeyImport = Omit<Wire<typeof readKeyImport>, "endpoints"> & Pick<ReadKeyRequest, "endpoints">;

const address = {
  project: z.string({ error: "expected the id of a project" }).meta({ examples: ["acme-shop"] }),
  key: z.string({ error: "expected the id of a key" }).meta({ examples: ["k_m4t9wzq2hd"] }),
};
export const readKeyAddress = z.strictObject(address).meta({ id: "ReadKeyAddress" });
export type ReadKeyAddress = Wire<typeof readKeyAddress>;
export const releasedReadKey = z.strictObject({ ...address, revision }).meta({ id: "ReleasedReadKey" });
export type ReleasedReadKey = Wire<typeof releasedReadKey>;

export const readKeyMove = z
  .strictObject({
    ...address,
    to: z.string({ error: "expected the id of a project" }).meta({ description: "Target project", examples: ["acme-travel"] }),
    ...importFields,
    name: importFields.name.optional(),
  })
  .meta({ id: "ReadKeyMove", description: "Omitted members stay as they are" });
export type ReadKeyMove = Omit<Wire<typeof readKeyMove>, "endpoints"> & Pick<ReadKeyRequest, "endpoints">;
export const movedReadKey = z
  .strictObject({ ...answered, project: address.project, moved_from: readKeyAddress })
  .meta({ id: "MovedReadKey" });
export type MovedReadKey = Wire<typeof movedReadKey>;

export const readKeyRotation = z
  .strictObject({
    overlap: z
      .string({ error: "expected a duration, such as P30D" })
      .optional()
      .meta({ description: "Time for which the old key stays valid; P30D by default, at most P366D", examples: ["P30D"] }),
    name: z
      .string({ error: "expected a name of 1 to 100 characters" })
      .optional()
      .meta({ description: "Name of the new key; that of the old one by default", minLength: 1, maxLength: 100 }),
  })
  .meta({ id: "ReadKeyRotation" });
export type ReadKeyRotation = Wire<typeof readKeyRotation>;
