import { z } from "zod";
import { type GuardCode, guardCodes } from "../changes/guard-code.ts";
import { impactSchema } from "./adoption.ts";
import { platform, share, version } from "./finding.ts";
import { guardItem } from "./guard.ts";
import { nameTable } from "./history.ts";
import { listedOccurrence } from "./maintenance.ts";
import { difference, problemItem } from "./problem.ts";
import { etag, flag, instant, optionalText, reason, record, revision, text, textOrNull, type Wire } from "./values.ts";
import { warningItem } from "./warning.ts";

const hash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: "expected the value of `reviewed` from a dry run" });

const grantQuery = {
  dry_run: flag.optional().describe("Plan the change without applying it. The answer lists all problems that would block it"),
  reason: reason.optional(),
  override: z
    .array(z.custom<GuardCode>((name) => typeof name === "string").meta({ type: "string", enum: guardCodes }))
    .min(1)
    .optional()
    .meta({ description: "Guards to override; requires `reason`", examples: [["store_link"]] }),
  reviewed: hash.optional().meta({
    description: "`reviewed` of a dry run. If the change no longer matches it: 412 `stale`, regardless of If-Match",
    examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
  }),
};

const editQuery = {
  ...grantQuery,
  propose: z
    .string()
    .regex(/^(true|p_[a-z0-9]+)$/, { error: "expected true, or the id of your own proposal" })
    .optional()
    .meta({
      description: "Save the change as a proposal (202) instead of applying it. An id of your own proposal replaces that one",
      examples: ["true"],
    }),
  publish_when_approved: flag.optional().describe("With `propose`: its approval publishes it, if the guards then allow it"),
};

export const grantQuerySchema = z.strictObject(grantQuery);
export const editQuerySchema = z.strictObject(editQuery);
export const applyQuerySchema = z.strictObject({
  ...editQuery,
  overwrite: flag.optional().describe("Overwrite changes made outside the manifest since the last apply"),
  end_active: flag.optional().describe("Allow the deletion of active windows; requires no reason"),
});

export const occurrenceVerbQuery = z.strictObject({
  reason: grantQuery.reason,
  override: grantQuery.override,
  dry_run: editQuery.dry_run,
});
export const occurrenceMoveQuery = z.strictObject({
  ...occurrenceVerbQuery.shape,
  propose: editQuery.propose,
  publish_when_approved: editQuery.publish_when_approved,
});

export type GrantQuery = Wire<typeof grantQuerySchema>;
export type EditQuery = Wire<typeof editQuerySchema>;
/** `propose: true` is sent as text. */
export type ChangeQuery = Omit<EditQuery, "propose"> & { readonly propose?: true | string };
export type ApplyQuery = ChangeQuery & Omit<Wire<typeof applyQuerySchema>, keyof ChangeQuery>;

const drift = record(
  "Drift",
  {
    description: "A member changed outside the manifest. An absent value did not exist",
    examples: [{ path: "platforms.ios.minimum", applied: "2.3.0", current: "2.5.0", desired: "2.4.0" }],
  },
  {
    path: text("Dotted path of the member", "platforms.ios.minimum"),
    applied: z.unknown().optional().describe("Value of the last apply"),
    current: z.unknown().optional().describe("Value now"),
    desired: z.unknown().optional().describe("Value in this manifest"),
  },
);
export type Drift = Wire<typeof drift>;

const decision = record("VersionDecision", {
  forced: z.boolean().describe("Whether the app must update"),
  rule: z
    .enum(["exempt", "blocked", "below_minimum", "below_recommended", "current", "no_policy"])
    .describe("Rule of the policy that decides"),
});
export type VersionDecision = Wire<typeof decision>;

const shownText = record("ShownText", "In the project's first language", {
  title: z.string().describe("Title of `/gate`"),
  message: z.string().describe("Message of `/gate`"),
  config_message: z.string().describe("`message` of `/config`; the other texts are those of `/gate`"),
  android_source: z.string().describe("Link to Google Play"),
  apple_source: z.string().describe("Link to the App Store"),
});
export type ShownText = Wire<typeof shownText>;

const told = record("ReportedInterruption", {
  state: z.enum(["active", "scheduled"]).describe("Whether it is active"),
  start: instant,
  end: instant,
});
export type ReportedInterruption = Wire<typeof told>;

const range = {
  platform,
  from: version.nullable().describe("First version of the range; null: unbounded"),
  to: version.nullable().describe("Version before which the range ends; null: unbounded"),
  inclusive: z.boolean().describe("Whether `to` itself is in the range"),
  except: z.array(version).describe("Versions inside the range that get another answer"),
  at: instant.optional().describe("Instant of a step; absent: now"),
};
const versionEffect = record(
  "VersionEffect",
  {
    description: "A range of versions whose answer changes in one way. Null: the platform does not exist",
    examples: [
      {
        platform: "ios",
        from: "2.3.0",
        to: "2.4.0",
        inclusive: false,
        except: [],
        before: { forced: false, rule: "current" },
        after: { forced: true, rule: "below_minimum" },
        share: 38,
      },
    ],
  },
  {
    ...range,
    before: decision.nullable(),
    after: decision.nullable(),
    share: share.nullable().describe("Percent of the platform's requests of the last 24 hours; null: none counted"),
  },
);
export type VersionEffect = Wire<typeof versionEffect>;
const textEffect = record("TextEffect", "Texts of a range of versions", {
  ...range,
  version: version
    .nullable()
    .describe("The version of the range with most requests, whose texts these are; null: of no known one, or of all"),
  before: shownText.nullable(),
  after: shownText.nullable(),
});
export type TextEffect = Wire<typeof textEffect>;
const maintenanceEffect = record(
  "MaintenanceEffect",
  "Maintenance of one platform or one instance: the active one, otherwise the next",
  {
    platform: textOrNull.describe("Null: an instance, or the whole project"),
    instance: textOrNull.describe("Null: a platform, or the whole project"),
    before: told.nullable(),
    after: told.nullable(),
  },
);
export type MaintenanceEffect = Wire<typeof maintenanceEffect>;

const unaffectedResources = record(
  "UnaffectedResources",
  { examples: [{ kind: "read_key", count: 1, names: ["Acme Shop 2.7"] }] },
  {
    kind: z
      .enum(["read_key", "token", "grant", "override", "window", "protection", "proposal"])
      .describe("Kind of the resources"),
    count: z.int().describe("Number of them"),
    names: z.array(z.string()).describe("At most 20"),
  },
);
export type UnaffectedResources = Wire<typeof unaffectedResources>;

export const changeAnswer = record(
  "ChangeAnswer",
  {
    examples: [
      {
        revision: 42,
        etag: '"8f2c0e1b6a7d4c35.42"',
        dry_run: false,
        changed: true,
        differences: [{ path: "platforms.ios.minimum", before: "2.3.0", after: "2.4.0" }],
        warnings: [],
        problems: [],
        guards: [],
        approval_required: false,
        reason_required: false,
      },
    ],
  },
  {
    revision: revision.describe("Revision of the project after the change; the current one if nothing was written"),
    etag: etag.nullable().describe("ETag of the resource after the change. Null: deleted, or not created yet"),
    dry_run: z.boolean().describe("Whether the change was only planned"),
    changed: z.boolean().describe("Whether anything was written; in a dry run: would be written"),
    differences: z.array(difference).describe("Changed members, as the manifest names them"),
    warnings: z.array(warningItem).describe("Findings that do not block the change"),
    problems: z.array(problemItem).describe("Dry run: problems with the change. Otherwise empty"),
    guards: z.array(guardItem).describe("Guards that refuse the change; without a dry run, those that were overridden"),
    approval_required: z
      .boolean()
      .describe(
        "Whether the project requires approval of the change: send it with `propose`, or override `four_eyes` as an owner",
      ),
    names: nameTable.optional(),
    reason_required: z.boolean().describe("Whether the project requires a reason for every edit"),
    reviewed: optionalText.describe("Dry run: value for `?reviewed=`"),
    effects: z
      .array(versionEffect)
      .optional()
      .describe(
        "Dry run: ranges of versions that get another decision, those with most requests first, at most 50 for a platform",
      ),
    text_effects: z.array(textEffect).optional().describe("Dry run: other texts, at most 50 for a platform"),
    maintenance_effects: z.array(maintenanceEffect).optional().describe("Dry run: other maintenance, at most 200"),
    more_effects: z.boolean().optional().describe("Dry run: whether there are more effects than listed"),
    impact: impactSchema.optional().describe("Dry run: for each platform whose policy changes"),
    schedule: z
      .array(listedOccurrence)
      .optional()
      .describe("Dry run: the next six occurrences of each changed window, of at most 20, and moved occurrences"),
    unaffected: z.array(unaffectedResources).optional().describe("Undo to a revision: resources that it does not change"),
    drift: z
      .array(drift)
      .optional()
      .describe("Apply: changes made outside the manifest since the last apply, which this one undoes"),
  },
);
export type ChangeAnswer = Wire<typeof changeAnswer>;
