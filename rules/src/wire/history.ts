import { z } from "zod";
import { historyKinds } from "../project/kind.ts";
import { instantOrRevisionPattern } from "../values/text-forms.ts";
import { actorName, commitReason, difference } from "./problem.ts";
import { guardCode, instant, oneOf, pageLimit, record, revision, ruled, text, type Wire, wholeNumber } from "./values.ts";

const namesOf = (kind: string) => z.record(z.string(), z.string()).optional().describe(`Names of ${kind}, by id`);

export const nameTable = record(
  "Names",
  {
    description: "Names by kind and id, of ids in this answer that have one",
    examples: [{ instance: { "eu-1": "Acme Europe" }, person: { u_h8r2mt6wqx: "Ada" } }],
  },
  {
    platform: namesOf("platforms"),
    window: namesOf("windows"),
    instance: namesOf("instances"),
    key: namesOf("keys"),
    person: namesOf("people"),
  },
);
export type NameTable = Wire<typeof nameTable>;

export const actor = z.string().meta({
  id: "Actor",
  description: "Id of a person (`u_…`) or a token (`t_…`); `environment` or `system`",
  examples: ["t_k3v7q2zd5m"],
});
const value = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({
    id: "CommittedValue",
    description: "The resource as the API returns it, without secrets; null: it did not exist",
    examples: [{ id: "ios", minimum: "2.4.0" }],
  });
export const resourceKind = z
  .enum(historyKinds)
  .meta({ id: "ResourceKind", description: "Kind of a resource", examples: ["platform"] });
const change = record("CommittedChange", {
  kind: resourceKind,
  id: text("Empty for the project itself and its protection; for a grant, the id of the person", "ios"),
  before: value,
  after: value,
  differences: z.array(difference).describe("Changed members of the resource"),
});
export type CommittedChange = Wire<typeof change>;

const commit = record("Commit", {
  revision,
  at: instant,
  actor,
  actor_name: actorName,
  reason: commitReason,
  overridden: z.array(guardCode).describe("Guards that were overridden"),
  undone: revision.nullable().describe("Revision whose changes this commit undid; null: none"),
  restored: revision.nullable().describe("Revision whose configuration this commit restored; null: none"),
  changes: z.array(change).describe("Changed resources"),
});
export type Commit = Wire<typeof commit>;

export const historySchema = record("History", {
  commits: z.array(commit).describe("One page, newest first"),
  names: nameTable,
  next: z.int().nullable().describe("Value of `before` for the next page; null: this is the last"),
  compacted: z.int().nullable().describe("The log no longer has the changes of commits up to this revision; null: it has all"),
});
export type History = Wire<typeof historySchema>;

export const defaultHistoryPage = 50;
export const historyQuery = z.strictObject({
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER, "a revision")
    .optional()
    .meta({ description: "Only older revisions", examples: [42] }),
  since: text("Only revisions after this one; or commits at or after this instant (RFC 3339)", "2026-11-20T00:00:00+01:00")
    .meta({ pattern: instantOrRevisionPattern })
    .optional(),
  kind: z
    .enum(historyKinds, { error: `expected one of ${historyKinds.join(", ")}` })
    .optional()
    .meta({ description: "Only commits that changed a resource of this kind, and only those changes", examples: ["platform"] }),
  id: text("Only changes to this resource; requires `kind`", "ios").optional(),
  actor: actor.optional().describe("Only commits of this person or token"),
  limit: pageLimit(200, defaultHistoryPage),
});
export type HistoryQuery = Wire<typeof historyQuery>;

export const undoRequest = record("UndoRequest", ruled("Exactly one of `revision` and `to`", oneOf("revision", "to")), {
  revision: z
    .int({ error: "expected a revision: a whole number" })
    .min(1, "expected a revision from 1 on")
    .optional()
    .meta({
      description: "Revision that changed the configuration: its changes are undone, later ones are kept",
      examples: [41],
    }),
  to: z
    .int({ error: "expected a revision: a whole number" })
    .optional()
    .meta({ description: "Revision at which the project existed: its configuration is restored", examples: [41] }),
});
