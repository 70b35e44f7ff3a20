import { z } from "zod";
import { occurrenceActs } from "../project/mark.ts";
import { localizedText } from "../texts/message-schema.ts";
import { documented } from "../values/schema.ts";
import { durationForm, instantAheadPattern, lineForm, slugForm, wallTimeForm } from "../values/text-forms.ts";
import { LONGEST_TITLE, overruns, scopeForm } from "../windows/maintenance-window.ts";
import { commitItem } from "./problem.ts";
import type { Wire } from "./values.ts";
import {
  allOf,
  changed,
  defaultPageSize,
  flag,
  instant,
  instantAhead,
  next,
  notAll,
  oneOf,
  pageLimit,
  pageQuery,
  record,
  revision,
  ruled,
  text,
  textOrNull,
  without,
} from "./values.ts";
import { warningItem } from "./warning.ts";
import { origin } from "./window.ts";

const end = "2026-12-06T03:00:00.000+00:00";
const occurrenceTimes = {
  occurrence: text("`<window>/<planned local start>`", "db-upgrade/2026-12-06T02:00"),
  window: text("Id of the window", "db-upgrade"),
  name: z.string().meta({
    description: "Title of the window. Without one, its id, or for a start by hand `Maintenance of` its scope",
    examples: ["Database upgrade", "Maintenance of Acme Europe"],
  }),
  scope: text("Names of its instances or platforms, or of the project", "Acme Europe"),
  planned_start: instant,
  planned_end: instant.meta({ examples: [end] }),
  start: instant.describe("Actual start"),
  end: instant.meta({ description: "Actual end. It moves while an overrun holds the maintenance", examples: [end] }),
  announced_at: instant.describe("From then on apps announce it; `start` if it was started by hand"),
  state: z
    .enum(["scheduled", "announced", "active", "ended", "canceled", "skipped"])
    .describe("`announced`: its reminder has begun and apps show it; `skipped`: a date in the window's `except`"),
};
const occurrenceTimesSchema = z.strictObject(occurrenceTimes);
export type OccurrenceTimes = Wire<typeof occurrenceTimesSchema>;
export type OccurrenceState = OccurrenceTimes["state"];

const names = z.array(z.string()).nullable();
const occurrenceAction = record("OccurrenceAction", "Who planned, started or changed an occurrence, and why", {
  action: z.enum(occurrenceActs).describe("`planned`: its window was created; renewals of a lease are one `extended`"),
  ...commitItem.shape,
});
export type OccurrenceAction = Wire<typeof occurrenceAction>;

export const listedOccurrence = record("ListedOccurrence", {
  ...occurrenceTimes,
  zone: text("Time zone of the window", "Europe/Rome"),
  local_start: text("`start` on the clock of `zone`", "2026-12-06T02:00:00+01:00"),
  local_end: text("`end` on the clock of `zone`", "2026-12-06T04:00:00+01:00"),
  instances: names.meta({
    description: "Instances in maintenance; null, like `platforms`: the whole project",
    examples: [["eu-1"]],
  }),
  platforms: names.meta({ description: "Platforms in maintenance", examples: [null] }),
  overrun: overruns,
  origin,
  repeat: textOrNull.meta({ description: "RRULE of the window; null: it happens once", examples: ["FREQ=WEEKLY;BYDAY=SU"] }),
  actions: z.array(occurrenceAction).describe("Oldest first; at most 20 of them"),
});
export type ListedOccurrence = Wire<typeof listedOccurrence>;

export const maintenanceAnswer = record("MaintenanceAnswer", {
  ...occurrenceTimes,
  revision,
  changed,
  dry_run: z.boolean().describe("Whether nothing was changed because of `dry_run`"),
});
export type MaintenanceAnswer = Wire<typeof maintenanceAnswer>;

export const maintenanceListSchema = record("MaintenanceList", {
  occurrences: z.array(listedOccurrence).describe("In order of start, with canceled and skipped ones"),
  more: z.boolean().describe("Whether `limit` left any out"),
  next,
  warnings: z.array(warningItem).meta({
    examples: [[]],
    description:
      "Clock changes, overlaps, past windows, instances that are not covered, reminders longer than the gap between windows",
  }),
});
export type MaintenanceList = Wire<typeof maintenanceListSchema>;

/** A page costs a look at every window, whatever is on it. */
const longestMaintenanceList = 5_000;
export const maintenanceListQuery = z.strictObject({
  from: instantAhead.optional().meta({ description: "Now by default", examples: ["2026-12-06T02:00:00+01:00"] }),
  until: instantAhead
    .optional()
    .meta({ description: "92 days after `from` by default; at most 366", examples: ["2026-12-13T02:00:00+01:00"] }),
  ...pageQuery,
  limit: pageLimit(longestMaintenanceList, defaultPageSize),
  window: text("Only occurrences of this window", "db-upgrade").optional(),
  planned: flag.optional().describe("Also list occurrences that were moved out of this time; `false` by default"),
  warnings: flag.optional().describe("`false`: faster, without warnings; `true` by default"),
});
export type MaintenanceListQuery = Wire<typeof maintenanceListQuery>;

const expected = (what: string) => z.string({ error: `expected ${what}` });
const span = (example: string) => expected(`a duration such as ${example}`).meta({ ...durationForm.meta(), examples: [example] });
const windowId = expected("a window's id").meta({ examples: ["db-upgrade"] });

const choice = {
  window: windowId.optional().meta({
    id: "WindowChoice",
    description: "The active occurrence of this window, or its next one if the verb acts on upcoming occurrences",
  }),
  occurrence: expected("an occurrence's name")
    .optional()
    .meta({ id: "OccurrenceChoice", description: "This occurrence", examples: ["db-upgrade/2026-12-06T02:00"] }),
};
const occurrenceChoice = z.strictObject(choice);
export type OccurrenceChoice = Wire<typeof occurrenceChoice>;

const ofNewWindow = ["id", "title", "message", "overrun"];
const scopes = ["instances", "platforms", "whole_project"];
const startRule = {
  ...notAll("for", "until"),
  anyOf: [
    { ...allOf("window"), ...without(...ofNewWindow, ...scopes) },
    { ...notAll("window"), ...oneOf(...scopes) },
  ],
};
// The verb's reader checks members of any type, so that it reports all in its own words.
export const startSchema = record("StartRequest", ruled("Either `window`, or the scope of a new window", startRule), {
  window: windowId
    .optional()
    .describe(
      "Start its next occurrence now. Without it, a window is created, for exactly one of `instances`, `platforms` and `whole_project`",
    ),
  id: expected("a window's id")
    .optional()
    .meta({
      description: "Id of the new window; derived from `title`, or from the time, by default",
      pattern: slugForm.meta()?.pattern,
      examples: ["deploy"],
    }),
  title: documented(lineForm(LONGEST_TITLE).meta({ examples: ["Hotfix"] }))
    .optional()
    .describe("The same one again means the same window"),
  for: span("30m").optional().describe("Length from now; an hour by default for a new window"),
  until: instantAhead.optional(),
  platforms: documented(scopeForm).optional().describe("Platforms of the new window"),
  instances: documented(scopeForm).optional().describe("Instances of the new window"),
  whole_project: flag.optional().meta({ description: "The new window covers every app of the project", const: true }),
  message: documented(localizedText).optional().describe("Message of the new window"),
  overrun: documented(overruns).optional().describe("`end` by default"),
});
export type StartRequest = Wire<typeof startSchema>;

export const extendSchema = record(
  "ExtendRequest",
  ruled("Exactly one of `by`, `until` and `lease`. Never moves the end earlier", {
    allOf: [oneOf("by", "until", "lease"), notAll("window", "occurrence")],
  }),
  {
    ...choice,
    by: span("15m").optional().describe("Time beyond the present end"),
    until: instantAhead.optional(),
    lease: span("2m")
      .optional()
      .describe(
        "Time from now. Nothing is written while the end would move by less than a minute, or by less than half of a shorter lease",
      ),
  },
);
export type ExtendRequest = Wire<typeof extendSchema>;

export const completeSchema = record(
  "CompleteRequest",
  ruled(
    "At most one of `window` and `occurrence`; neither is the maintenance that was started by hand",
    notAll("window", "occurrence"),
  ),
  choice,
);
export type CompleteRequest = Wire<typeof completeSchema>;
const oneOccurrence = oneOf("window", "occurrence");
export const cancelSchema = record("CancelRequest", ruled("Either `window` or `occurrence`", oneOccurrence), choice);
export type CancelRequest = Wire<typeof cancelSchema>;

const wallOrInstant = expected("a wall-clock time or an instant").meta({
  id: "MoveTime",
  description: "Wall-clock time in the window's zone, RFC 3339 with an offset, or a duration from now such as `2h`",
  pattern: `${instantAheadPattern}|${wallTimeForm.meta()?.pattern}`,
  examples: ["2026-12-06T03:00"],
});
const moveRule = { ...oneOccurrence, ...notAll("end", "for") };
export const moveSchema = record("MoveRequest", ruled("Either `window` or `occurrence`", moveRule), {
  ...choice,
  start: wallOrInstant,
  end: wallOrInstant.optional(),
  for: span("2h").optional().describe("Length; unchanged by default"),
});
export type MoveRequest = Wire<typeof moveSchema>;
