/** Schemas that several nouns share. What the document says of answers is strict: a field that is not here is never sent. */
import { z } from "@hono/zod-openapi";
import { guards } from "drawbridge-rules/changes/guard.ts";
import { slugRule } from "drawbridge-rules/project/project.ts";
import { hiddenProblem } from "drawbridge-rules/values/hidden-character.ts";
import { problems } from "../problem.ts";

export const instant = z.string().openapi({ format: "date-time", example: "2026-12-06T02:00:00.000+00:00" });
export const revision = z.int().min(0).openapi({ example: 42 });
export const etag = z.string().openapi({ example: '"8f2c0e1b6a7d4c35.42"' });

export const problemItem = z
  .strictObject({
    path: z.string(),
    pointer: z
      .string()
      .optional()
      .openapi({ description: "Into the body that was sent: a JSON pointer as URI fragment (RFC 6901 §6)" }),
    parameter: z.string().optional().openapi({ description: "Of the query, where it is about one" }),
    header: z.string().optional().openapi({ description: "Of the request, where it is about one" }),
    line: z.int().min(1).optional(),
    guard: z.enum(guards).optional(),
    detail: z.string(),
  })
  .openapi("ProblemItem", {
    description: "One thing that is wrong: where it is and what was expected there",
    example: {
      path: "platforms.ios.minimum",
      pointer: "#/platforms/ios/minimum",
      line: 12,
      detail: 'expected a version in quotes — write "2.10"',
    },
  });

export const difference = z
  .strictObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .openapi("Difference", { example: { path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" } });

const since = z
  .strictObject({
    revision,
    etag,
    commits: z.array(
      z
        .strictObject({ revision, at: instant, actor: z.string(), actor_name: z.string().nullable(), reason: z.string() })
        .openapi("CommitItem"),
    ),
    differences: z.array(difference).optional(),
  })
  .openapi("Since", { description: "What became of a resource between what was read and what is" });

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
      .openapi({
        description:
          "With `key_in_use`, for administrators: the key that has the text. `deleted`: its project was. Null: the log no longer has it",
      }),
    since: since.optional().openapi({ description: "With `stale`, where If-Match named an older revision" }),
  })
  .openapi("Problem", {
    description: "RFC 9457. `code` is what programs go by; a title may be reworded.",
    example: {
      type: "urn:drawbridge:problem:stale",
      title: "Changed in the meantime",
      status: 412,
      detail: "It was changed since it was read. Read it again, and decide again.",
      code: "stale",
    },
  });

const drift = z
  .strictObject({
    path: z.string(),
    applied: z.unknown().optional(),
    current: z.unknown().optional(),
    desired: z.unknown().optional(),
  })
  .openapi("Drift", { example: { path: "platforms.ios.minimum", applied: "2.3.0", current: "2.5.0", desired: "2.4.0" } });

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
    more: z.boolean().openapi({ description: "There is more than is said here" }),
  })
  .openapi("Effects", { description: "Of a dry run: what apps would be told before and after, of what changes" });

export const occurrenceTimes = {
  occurrence: z.string().openapi({ example: "db-upgrade/2026-12-06T02:00" }),
  window: z.string().openapi({ example: "db-upgrade" }),
  planned_start: instant,
  planned_end: instant,
  start: instant,
  end: instant.openapi({ description: "In force: where it holds, this moves" }),
  state: z.enum(["scheduled", "in_force", "over", "cancelled"]),
};

export const listedOccurrence = z
  .strictObject({
    ...occurrenceTimes,
    zone: z.string().openapi({ example: "Europe/Rome" }),
    local_start: z.string().openapi({ description: "On the clock of `zone`", example: "2026-12-06T02:00:00+01:00" }),
    local_end: z.string().openapi({ example: "2026-12-06T04:00:00+01:00" }),
    instances: z.array(z.string()).nullable(),
    platforms: z.array(z.string()).nullable(),
    overrun: z.enum(["end", "hold"]),
    origin: z.enum(["manifest", "api", "hand"]),
    repeat: z.string().nullable().openapi({ example: "FREQ=WEEKLY;BYDAY=SU" }),
  })
  .openapi("ListedOccurrence");

const leftAlone = z
  .strictObject({
    kind: z.enum(["read_key", "feed_token", "access_token", "grant", "override", "window", "protection", "proposal"]),
    count: z.int(),
    names: z.array(z.string()),
  })
  .openapi("LeftAlone", { example: { kind: "read_key", count: 1, names: ["Acme Shop 2.7"] } });

export const visible = z.literal("local").openapi({
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
    reviewed: z.string().optional().openapi({ description: "Of a dry run: for `?reviewed=`" }),
    effects: effects.optional(),
    schedule: z
      .array(listedOccurrence)
      .optional()
      .openapi({ description: "Of a dry run that makes or changes windows: the next occurrences of each, as they would be" }),
    left_alone: z.array(leftAlone).optional().openapi({ description: "Of a rollback" }),
    drift: z.array(drift).optional(),
  })
  .openapi("ChangeAnswer");

export const changeExample = {
  revision: 42,
  etag: '"8f2c0e1b6a7d4c35.42"',
  dry_run: false,
  changed: true,
  differences: [{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" }],
  warnings: [],
  problems: [],
  refusals: [],
  reason_required: false,
};

/** Of every edit of what is there. */
export const changedAnswer = {
  description: "What it changed, or would",
  schema: changeAnswer,
  example: changeExample,
  headers: ["etag"],
} as const;

/** Texts of the query: numbers and booleans arrive as such. */
export function wholeNumber(min: number, max: number, what: string) {
  const error = `expected ${what}: a whole number from ${min} to ${max}`;
  return z
    .string()
    .refine((text) => /^[0-9]{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max, { error })
    .openapi({ type: "integer", minimum: min, maximum: max, example: String(min) });
}

export const flag = z.enum(["true", "false"], { error: "expected true or false" });

export const reason = z
  .string()
  .refine((text) => text.length <= 500 && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text), {
    error: "expected at most 500 characters on one line, without control characters",
    abort: true,
  })
  .refine((text) => hiddenProblem(text) === null, { error: ({ input }) => hiddenProblem(String(input)) })
  .openapi({ description: "Why; it stands in the history.", example: "release 2.4 is in both stores" });

/** What the path names, in words of the document. */
export const pathParameters: Readonly<Record<string, string>> = {
  project: `Id of a project: ${slugRule}`,
  platform: "Name of a platform, in lower case",
  window: `Id of a maintenance window: ${slugRule}`,
  instance:
    "Id of an instance, percent-encoded. One that holds / or \\, or is . or .., has no address: read it in the list and edit it in the manifest",
  key: "Id of a read key",
  feed: "Id of a feed token",
  token: "Id of an access token",
  edge_token: "Id of an edge token",
  proposal: "Id of a proposal",
  person: "Id of a person",
};
