/** Each case can be intended. `describe/warning.ts` has the sentences. */
import { z } from "zod";
import { historyKinds } from "../project/kind.ts";
import {
  type DataOf,
  duration,
  findings,
  form,
  isFromStep,
  language,
  platform,
  share,
  version,
  windowId,
  zone,
} from "./finding.ts";
import { count, instant, revision, type Wire } from "./values.ts";

const wall = z.string().meta({ description: "Wall-clock time in `zone`", examples: ["2027-03-28T02:30"] });
const member = z.enum(["minimum", "recommended"]).describe("Member of the policy");

const planned = { window: windowId.optional(), platform: platform.optional(), zone, time: wall };
const path = "windows.db-upgrade";
const kind = z.enum(historyKinds).describe("Kind of the resource");
const id = z.string().describe("Id of the resource");

export const warningItem = findings("Warning", "A warning: the change can be intended", {
  partial_coverage: form(
    {
      window: windowId,
      covered: count.describe("Instances that it covers"),
      instances: count.describe("Instances of the project"),
    },
    path,
    { covered: 1, instances: 3 },
  ),
  more_coverage: form({}, "windows"),
  more_warnings: form({ count: count.describe("Warnings that are not listed") }, "windows", { count: 3 }),
  window_ended: form({ window: windowId, canceled: z.boolean().describe("True: the remaining occurrences were canceled") }, path),
  past_window: form({ window: windowId, created: z.boolean().describe("False: the change does not create the window") }, path),
  constant_reminder: form(
    { window: windowId, reminder: duration, gap: duration.describe("From one end to the next start") },
    path,
    { reminder: "PT2H", gap: "PT1H" },
  ),
  skipped_time: form({ ...planned, start: wall.describe("Time that applies instead") }, path, {
    window: "db-upgrade",
    start: "2027-03-28T03:30",
  }),
  repeated_time: form(planned, path, { window: "db-upgrade", time: "2026-10-25T02:30" }),
  clock_change: form({ window: windowId, zone, start: wall, end: wall, duration }, path, {
    start: "2027-03-28T01:00",
    end: "2027-03-28T04:00",
    duration: "PT2H",
  }),
  unplanned_exception: form(
    { window: windowId, date: z.string().meta({ description: "Date in `except`", examples: ["2026-12-08"] }) },
    `${path}.except.0`,
    { date: "2026-12-08" },
  ),
  overlap: form({ window: windowId, other: windowId, start: instant }, path, {
    other: "backup",
    start: "2026-12-06T02:00:00.000+00:00",
  }),
  ahead_clock: form({ window: windowId, changed_at: instant }, path, { changed_at: "2027-01-01T00:00:00.000+00:00" }),
  next_occurrence: form({ window: windowId }, path),
  started_occurrence: form({ window: windowId, ended: z.boolean().describe("False: it is active") }, path),
  already_undone: form({ kind, id, revision }, "platforms.ios", { kind: "platform", id: "ios" }),
  deleted_since: form({ kind, id }, "instances.eu-1", { kind: "instance", id: "eu-1" }),
  changed_since: form(
    {
      kind,
      id,
      revision,
      outcome: z.enum(["unchanged", "replaced", "deleted", "recreated"]).describe("What undoing does with later changes"),
    },
    "platforms.ios",
    { kind: "platform", id: "ios", revision: 45, outcome: "unchanged" },
  ),
  not_undone: form({ kind }, "", { kind: "grant" }),
  restored_without_keys: form({}, ""),
  too_few_approvers: form({ approvers: count.describe("People who can sign in and may approve") }, "protection.four_eyes", {
    approvers: 1,
  }),
  foreign_link: form(
    {
      platform: platform.optional(),
      host: z.string().optional().describe("Host of the link"),
      scheme: z.string().optional().describe("Scheme of the link, where it is not https"),
    },
    "stores.apple",
    { host: "example.com" },
  ),
  recommended_below_minimum: form({ platform, from_step: isFromStep }, "platforms.ios.recommended"),
  dashed_version: form({ platform, version, release: version, suggestion: version }, "platforms.ios.minimum", {
    version: "2-5-0",
    release: "2",
    suggestion: "2.5.0",
  }),
  prerelease_bound: form({ platform, member, version, release: version, next: version }, "platforms.ios.minimum", {
    version: "2.5.0-rc.1",
    release: "2.5.0",
    next: "2.5.0.1",
  }),
  counter_as_text: form({ platform, member, version, overtaken: version, suggestion: version }, "platforms.ios.minimum", {
    version: "2.5.0-rc9",
    overtaken: "2.5.0-rc10",
    suggestion: "2.5.0-rc.2",
  }),
  replaced_by_step: form(
    { platform, member, version: version.nullable(), step_version: version, time: wall, zone },
    "platforms.ios.minimum",
    { version: "2.4.0", step_version: "2.6.0", time: "2027-03-01T09:00" },
  ),
  downgrade: form(
    {
      platform,
      member,
      version,
      blocked: z.array(version),
      more: count.describe("Entries that are not listed"),
      text: z.string().describe("Path of the text"),
    },
    "platforms.ios.blocked",
    { version: "2.5.0", blocked: ["2.5.3"], more: 0, text: "messages.upgrade" },
  ),
  unlisted_language: form({ language }, "messages.upgrade.fr", { language: "fr" }),
  unfound_text: form(
    {
      language,
      tags: z.array(z.string()).describe("Languages that phones send"),
      fallback: z.boolean().describe("The text is in the project's first language"),
    },
    "messages.upgrade.zh-Hant",
    { language: "zh-Hant", tags: ["zh-TW", "zh-HK"] },
  ),
  unseen_versions: form(
    { platform, share, rare: z.boolean().describe("Rare versions are left out"), from_step: isFromStep },
    "platforms.ios",
    { share: 0.4 },
  ),
});
export type WarningItem = Wire<typeof warningItem>;

export type Warning = DataOf<WarningItem>;
