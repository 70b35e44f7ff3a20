import { z } from "zod";
import { importChoices, readKeyChoices, readKeyMembers } from "../credentials/read-key.ts";
import { requestShape, wireShape } from "../values/member.ts";
import { durationForm, lineForm, slugForm } from "../values/text-forms.ts";
import { credentialState, secret } from "./credential.ts";
import { changed, count, instant, listOf, record, revision, text, type Wire } from "./values.ts";

const fields = { id: text("Id of the key", "k_m4t9wzq2hd"), state: credentialState, ...wireShape(readKeyMembers) };

const readKeySchema = record("ReadKey", "A read key and its scope. Null in the scope: everything", fields);
export type ReadKey = Wire<typeof readKeySchema>;
export type Rehearsal = NonNullable<ReadKey["rehearsal"]>;

export const listedReadKey = record("ListedReadKey", {
  ...fields,
  last_used_at: instant.nullable().describe("Last accepted request, to about a minute; null: never"),
  requests_24h: count.describe("Accepted requests in this hour and the 23 before it"),
  refused_24h: count.describe("Requests answered 401 or 403 in the same hours"),
});
export type ListedReadKey = Wire<typeof listedReadKey>;
export const readKeyListSchema = listOf("ReadKeyList", "keys", listedReadKey);
export type ReadKeyList = Wire<typeof readKeyListSchema>;

const answered = { ...fields, revision };
export const readKeyAnswer = record("ReadKeyAnswer", answered);
export type ReadKeyAnswer = Wire<typeof readKeyAnswer>;
export const createdReadKey = record("CreatedReadKey", { ...answered, key: secret("dbr_") });
export type CreatedReadKey = Wire<typeof createdReadKey>;
export const rotatedReadKey = record("RotatedReadKey", "The new key, and the old one after the rotation", {
  ...answered,
  key: secret("dbr_"),
  replaces: readKeySchema,
});
export type RotatedReadKey = Wire<typeof rotatedReadKey>;
export const changedReadKey = record("ChangedReadKey", { ...answered, changed });

export const readKeyRequest = record("ReadKeyRequest", requestShape(readKeyChoices));

const importFields = requestShape(importChoices);
export const readKeyImport = record("ReadKeyImport", {
  ...importFields,
  value: z.string({ error: "expected the key's text" }).meta({
    description: "16 to 128 printable ASCII characters without spaces or commas",
    pattern: "^[!-+\\--~]{16,128}$",
    examples: ["0123456789abcdef"],
  }),
});

const address = {
  project: z
    .string({ error: "expected the id of a project" })
    .meta({ description: "Id of the project", pattern: slugForm.meta()?.pattern, examples: ["acme-shop"] }),
  key: z
    .string({ error: "expected the id of a key" })
    .meta({ description: "Id of the key", pattern: "^k_[a-z0-9]+$", examples: ["k_m4t9wzq2hd"] }),
};
export const readKeyAddress = record("ReadKeyAddress", address);
export type ReadKeyAddress = Wire<typeof readKeyAddress>;
export const releasedReadKey = record("ReleasedReadKey", { ...address, revision });

export const readKeyMove = record("ReadKeyMove", "Omitted members stay as they are", {
  ...address,
  to: z
    .string({ error: "expected the id of a project" })
    .meta({ description: "Target project", pattern: slugForm.meta()?.pattern, examples: ["acme-travel"] }),
  ...importFields,
  name: importFields.name.optional(),
});
export const movedReadKey = record("MovedReadKey", { ...answered, project: address.project, moved_from: readKeyAddress });

export const readKeyRotation = record("ReadKeyRotation", {
  overlap: z
    .string({ error: "expected a duration, such as 30d" })
    .optional()
    .meta({
      description: "Time for which the old key stays valid; 30d by default, at most 366d",
      pattern: durationForm.meta()?.pattern,
      examples: ["30d"],
    }),
  name: z
    .string({ error: "expected a name of 1 to 100 characters" })
    .optional()
    .meta({ description: "Name of the new key; that of the old one by default", ...lineForm(100).meta() }),
});
