/** Schemas that several nouns share. What the document says of answers is strict: a field that is not here is never sent. */

import { guards } from "drawbridge-rules/changes/refusal.ts";
import { slugRule } from "drawbridge-rules/project/project.ts";
import { hiddenProblem } from "drawbridge-rules/values/hidden-character.ts";
import { z } from "zod";
import { problems } from "../problem.ts";

export const instant = z.string().meta({ format: "date-time", examples: ["2026-12-06T02:00:00.000+00:00"] });
export const revision = z
  .int()
  .min(0)
  .meta({ examples: [42] });
export const etag = z.string().meta({ examples: ['"8f2c0e1b6a7d4c35.42"'] });

export const problemItem = z
  .strictObject({
    path: z.string(),
    pointer: z
      .string()
      .optional()
      .meta({ description: "Into the body that was sent: a JSON pointer as URI fragment (RFC 6901 §6)" }),
    parameter: z.string().optional().meta({ description: "Of the query, where it is about one" }),
    header: z.string().optional().meta({ description: "Of the request, where it is about one" }),
    line: z.int().min(1).optional(),
    guard: z.enum(guards).optional(),
    detail: z.string(),
  })
  .meta({
    id: "ProblemItem",
    description: "One thing that is wrong: where it is and what was expected there",
    examples: [
      {
        path: "platforms.ios.minimum",
        pointer: "#/platforms/ios/minimum",
        line: 12,
        detail: 'expected a version in quotes — write "2.10"',
      },
    ],
  });

export const difference = z
  .strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: "Difference", examples: [{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" }] });

const since = z
  .strictObject({
    revision,
    etag,
    commits: z.array(
      z
        .strictObject({ revision, at: instant, actor: z.string(), actor_name: z.string().nullable(), reason: z.string() })
        .meta({ id: "CommitItem" }),
    ),
    differences: z.array(difference).optional(),
  })
  .meta({ id: "Since", description: "What became of a resource between what was read and what is" });

export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(problems)),
    errors: z.array(problemItem).optional(),
    in_use: z
      .strictObject({ project: z.string(), key: z.string(), state: z.enum(["active", "expired", "revoked", "deleted"]) })
      .nullable()
      .optional()
      .meta({
        description:
          "With `key_in_use`, for administrators: the key that has the text. `deleted`: its project was. Null: the log no longer has it",
      }),
    since: since.optional().meta({ description: "With `stale`, where If-Match named an older revision" }),
  })
  .meta({
    id: "Problem",
    description: "RFC 9457. `code` is what programs go by; a title may be reworded.",
    examples: [
      {
        type: "urn:drawbridge:problem:stale",
        title: "Changed in the meantime",
        status: 412,
        detail: "It was changed since it was read. Read it again, and decide again.",
        code: "stale",
      },
    ],
  });

const drift = z
  .strictObject({
    path: z.string(),
    applied: z.unknown().optional(),
    current: z.unknown().optional(),
    desired: z.unknown().optional(),
  })
  .meta({ id: "Drift", examples: [{ path: "platforms.ios.minimum", applied: "2.3.0", current: "2.5.0", desired: "2.4.0" }] });

const decision = z
  .strictObject({
    forced: z.boolean(),
    rule: z.enum(["exempt", "blocked", "below_minimum", "below_recommended", "current", "no_policy"]),
  })
  .nullable();
const shownText = z.strictObject({ message: z.string(), android_source: z.string(), apple_source: z.string() }).nullable();
const told = z.strictObject({ state: z.enum(["in_force", "upcoming"]), start: instant, end: instant }).nullable();
const ofVersion = { platform: z.string(), version: z.string() };

const effects = z
  .strictObject({
    versions: z.array(z.strictObject({ ...ofVersion, before: decision, after: decision })),
    texts: z.array(z.strictObject({ ...ofVersion, before: shownText, after: shownText })),
    maintenance: z.array(
      z.strictObject({ platform: z.string().nullable(), instance: z.string().nullable(), before: told, after: told }),
    ),
    more: z.boolean().meta({ description: "There is more than is said here" }),
  })
  .meta({ id: "Effects", description: "Of a dry run: what apps would be told before and after, of what changes" });

export const occurrenceTimes = {
  occurrence: z.string().meta({ examples: ["db-upgrade/2026-12-06T02:00"] }),
  window: z.string().meta({ examples: ["db-upgrade"] }),
  planned_start: instant,
  planned_end: instant,
  start: instant,
  end: instant.meta({ description: "In force: where it holds, this moves" }),
  state: z.enum(["scheduled", "in_force", "over", "cancelled"]),
};

export const listedOccurrence = z
  .strictObject({
    ...occurrenceTimes,
    zone: z.string().meta({ examples: ["Europe/Rome"] }),
    local_start: z.string().meta({ description: "On the clock of `zone`", examples: ["2026-12-06T02:00:00+01:00"] }),
    local_end: z.string().meta({ examples: ["2026-12-06T04:00:00+01:00"] }),
    instances: z.array(z.string()).nullable(),
    platforms: z.array(z.string()).nullable(),
    overrun: z.enum(["end", "hold"]),
    origin: z.enum(["manifest", "api", "hand"]),
    repeat: z
      .string()
      .nullable()
      .meta({ examples: ["FREQ=WEEKLY;BYDAY=SU"] }),
  })
  .meta({ id: "ListedOccurrence" });

const leftAlone = z
  .strictObject({
    kind: z.enum(["read_key", "feed_token", "access_token", "grant", "override", "window", "protection", "proposal"]),
    count: z.int(),
    names: z.array(z.string()),
  })
  .meta({ id: "LeftAlone", examples: [{ kind: "read_key", count: 1, names: ["Acme Shop 2.7"] }] });

export const visible = z.literal("local").meta({
  description:
    "The change is made, and for a few seconds more a process of the server that does not keep up may answer apps without it; absent where all of them had it before this answer",
});

export const changeAnswer = z
  .strictObject({
    revision,
    etag: etag.nullable(),
    dry_run: z.boolean(),
    changed: z.boolean(),
    differences: z.array(difference),
    warnings: z.array(problemItem),
    problems: z.array(problemItem),
    refusals: z.array(problemItem),
    reason_required: z.boolean(),
    visible: visible.optional(),
    reviewed: z.string().optional().meta({ description: "Of a dry run: for `?reviewed=`" }),
    effects: effects.optional(),
    schedule: z
      .array(listedOccurrence)
      .optional()
      .meta({ description: "Of a dry run that makes or changes windows: the next occurrences of each, as they would be" }),
    left_alone: z.array(leftAlone).optional().meta({ description: "Of a rollback" }),
    drift: z.array(drift).optional(),
  })
  .meta({
    id: "ChangeAnswer",
    examples: [
      {
        revision: 42,
        etag: '"8f2c0e1b6a7d4c35.42"',
        dry_run: false,
        changed: true,
        differences: [{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" }],
        warnings: [],
        problems: [],
        refusals: [],
        reason_required: false,
      },
    ],
  });

/** Answer to an edit of something that exists. */
export const changedAnswer = {
  id: "Changed",
  description: "The change, or its preview",
  schema: changeAnswer,
  headers: ["etag"],
} as const;

/** Answer to a rollback and to an undo. */
export const reversedAnswer = { id: "Reversed", description: "The change, or its preview", schema: changeAnswer } as const;

/** Answer to a PUT that creates something. */
export const createdAnswer = {
  id: "Created",
  description: "Created",
  schema: changeAnswer,
  headers: ["etag", "location"],
} as const;

/** Answer to a GET whose If-None-Match names the present ETag. */
export const unchangedAnswer = {
  id: "NotModified",
  description: "Unchanged since an ETag of If-None-Match",
  headers: ["etag"],
} as const;

/** A whole number in a query. */
export function wholeNumber(min: number, max: number, what: string) {
  const error = `expected ${what}: a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** A boolean in a query. */
export const flag = z.boolean({ error: "expected true or false" });

export const reason = z
  .string()
  .refine((text) => text.length <= 500 && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text), {
    error: "expected at most 500 characters on one line, without control characters",
    abort: true,
  })
  .refine((text) => hiddenProblem(text) === null, { error: ({ input }) => hiddenProblem(String(input)) })
  .meta({ description: "Why; it stands in the history.", examples: ["release 2.4 is in both stores"] });

const pathId = (what: string, prefix: string, example: string) =>
  z.string().meta({ description: `Id of ${what}`, pattern: `^${prefix}`, examples: [example] });
const slug = { pattern: "^[a-z0-9-]{1,63}$" };

/** Parameters of paths, by name. */
export const pathParameters: Readonly<Record<string, z.ZodType>> = {
  project: z.string().meta({ description: `Id of a project: ${slugRule}`, ...slug, examples: ["acme-shop"] }),
  platform: z.string().meta({ description: "Name of a platform in lower case", examples: ["ios"] }),
  window: z.string().meta({ description: `Id of a maintenance window: ${slugRule}`, ...slug, examples: ["db-upgrade"] }),
  instance: z.string().meta({
    description:
      "Id of an instance, percent-encoded. An id that contains / or \\, or is . or .., has no address: read it in the list and edit it in the manifest",
    maxLength: 128,
    examples: ["eu-1"],
  }),
  key: pathId("a read key", "k_", "k_m4t9wzq2hd"),
  feed: pathId("a feed token", "f_", "f_h8r2mt6wqx"),
  token: pathId("an access token", "t_", "t_k3v7q2zd5m"),
  edge_token: pathId("an edge token", "d_", "d_h8r2mt6wqx"),
  proposal: pathId("a proposal", "p_", "p_k3v7q2zd5m"),
  person: pathId("a person", "u_", "u_h8r2mt6wqx"),
  session: z.string().meta({ description: "Id of one of your sessions, from the list", examples: ["Fh2kq0"] }),
};
