import { z } from "zod";
import { importChoices, readKeyChoices, readKeyMembers } from "../credentials/read-key.ts";
import { requestShape, wireShape } from "../values/member.ts";
import { credentialState, secret } from "./credential.ts";
import { next } from "./page.ts";
import { changed, instant, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const fields = { id: z.string().meta({ examples: ["k_m4t9wzq2hd"] }), state: credentialState, ...wireShape(readKeyMembers) };

const readKeySchema = z
  .strictObject(fields)
  .meta({ id: "ReadKey", description: "A read key and its scope. Null in the scope: everything" });
export type ReadKey = Wire<typeof readKeySchema>;
export type Rehearsal = NonNullable<ReadKey["rehearsal"]>;

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

export const readKeyRequest = z.strictObject(requestShape(readKeyChoices)).meta({ id: "ReadKeyRequest" });
export type ReadKeyRequest = Wire<typeof readKeyRequest>;

const importFields = requestShape(importChoices);
export const readKeyImport = z
  .strictObject({
    ...importFields,
    value: z
      .string({ error: "expected the key's text" })
      .meta({ description: "16 to 128 printable ASCII characters without spaces or commas", examples: ["0123456789abcdef"] }),
  })
  .meta({ id: "ReadKeyImport" });
export type ReadKeyImport = Wire<typeof readKeyImport>;

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
export type ReadKeyMove = Wire<typeof readKeyMove>;
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
