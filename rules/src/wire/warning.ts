/** Warnings about a change, as data: each case can be intended. `describe/warning.ts` has their sentences. */
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
import type { Wire } from "./values.ts";
import { count, instant, revision } from "./values.ts";

const wall = z.string().meta({ description: "Wall-clock time in `zone`", examples: ["2027-03-28T02:30"] });
const member = z.enum(["minimum", "recommended"]).describe("Member of the policy");

/** A window or the step of a platform. */
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
    "Apps that only call /config don't see db-upgrade: it covers 1 of 3 instances.",
    { covered: 1, instances: 3 },
  ),
  more_coverage: form({}, "windows", "More windows now cover another share of the instances."),
  more_warnings: form({ count: count.describe("Warnings that are not listed") }, "windows", "3 more warnings are not listed.", {
    count: 3,
  }),
  window_ended: form(
    { window: windowId, canceled: z.boolean().describe("True: the remaining occurrences were canceled") },
    path,
    "db-upgrade has no upcoming date: it has ended.",
  ),
  past_window: form(
    { window: windowId, created: z.boolean().describe("False: the change does not create the window") },
    path,
    "db-upgrade ended 30 days ago or more, so it is not created.",
  ),
  constant_reminder: form(
    { window: windowId, reminder: duration, gap: duration.describe("From one end to the next start") },
    path,
    "Apps always show the reminder of db-upgrade: it begins 2 h before the start, and the window recurs 1 h after its end.",
    { reminder: "PT2H", gap: "PT1H" },
  ),
  skipped_time: form(
    { ...planned, start: wall.describe("Time that applies instead") },
    path,
    "Sun 28 Mar 2027 02:30 does not exist in Rome: db-upgrade starts at 03:30.",
    { window: "db-upgrade", start: "2027-03-28T03:30" },
  ),
  repeated_time: form(planned, path, "Sun 25 Oct 02:30 occurs twice in Rome: db-upgrade starts at the first.", {
    window: "db-upgrade",
    time: "2026-10-25T02:30",
  }),
  clock_change: form(
    { window: windowId, zone, start: wall, end: wall, duration },
    path,
    "The clock in Rome changes during db-upgrade: Sun 28 Mar 2027 01:00 to 04:00 is 2 h.",
    { start: "2027-03-28T01:00", end: "2027-03-28T04:00", duration: "PT2H" },
  ),
  unplanned_exception: form(
    { window: windowId, date: z.string().meta({ description: "Date in `except`", examples: ["2026-12-08"] }) },
    `${path}.except.0`,
    "db-upgrade has no date on Tue 8 Dec to skip.",
    { date: "2026-12-08" },
  ),
  overlap: form(
    { window: windowId, other: windowId, start: instant },
    path,
    "db-upgrade and backup overlap Sun 6 Dec 02:00 (UTC); apps in both see one maintenance.",
    { other: "backup", start: "2026-12-06T02:00:00.000+00:00" },
  ),
  ahead_clock: form(
    { window: windowId, changed_at: instant },
    path,
    "db-upgrade was last changed Fri 1 Jan 2027 00:00 (UTC), by a clock that was ahead: its rule applies from now on.",
    { changed_at: "2027-01-01T00:00:00.000+00:00" },
  ),
  next_occurrence: form(
    { window: windowId },
    path,
    "By the new rule, db-upgrade would already be active: it begins with the next date instead.",
  ),
  started_occurrence: form(
    { window: windowId, ended: z.boolean().describe("False: it is active") },
    path,
    "db-upgrade is active and keeps its start and end.",
  ),
  already_undone: form({ kind, id, revision }, "platforms.ios", "iOS no longer has the changes of revision 42.", {
    kind: "platform",
    id: "ios",
  }),
  deleted_since: form({ kind, id }, "instances.eu-1", "eu-1 has been deleted since, and stays deleted.", {
    kind: "instance",
    id: "eu-1",
  }),
  changed_since: form(
    {
      kind,
      id,
      revision,
      outcome: z.enum(["unchanged", "replaced", "deleted", "recreated"]).describe("What undoing does with later changes"),
    },
    "platforms.ios",
    "iOS was changed since, last by revision 45; those changes stay.",
    { kind: "platform", id: "ios", revision: 45, outcome: "unchanged" },
  ),
  not_undone: form({ kind }, "", "Changes to roles cannot be undone: change the member's role instead.", { kind: "grant" }),
  restored_without_keys: form(
    {},
    "",
    "The project is restored without keys, tokens, members and approval rules: apps get 401 until a key is created or imported.",
  ),
  too_few_approvers: form(
    { approvers: count.describe("People who can sign in and may approve") },
    "protection.four_eyes",
    "Only one person who can sign in has a role to approve changes: give another person the Editor or Owner role.",
    { approvers: 1 },
  ),
  foreign_link: form(
    {
      platform: platform.optional(),
      host: z.string().optional().describe("Host of the link"),
      scheme: z.string().optional().describe("Scheme of the link, where it is not https"),
    },
    "stores.apple",
    "Apps open links to example.com only if their option allowedHosts names it.",
    { host: "example.com" },
  ),
  recommended_below_minimum: form(
    { platform, from_step: isFromStep },
    "platforms.ios.recommended",
    "The recommended iOS version must itself update: it is below the minimum.",
  ),
  dashed_version: form(
    { platform, version, release: version, suggestion: version },
    "platforms.ios.minimum",
    "2-5-0 is a pre-release of 2: write 2.5.0, with dots.",
    { version: "2-5-0", release: "2", suggestion: "2.5.0" },
  ),
  prerelease_bound: form(
    { platform, member, version, release: version, next: version },
    "platforms.ios.minimum",
    "iOS 2.5.0 may still run: it is above 2.5.0-rc.1. To force it too, block 2.5.0 and exempt 2.5.0-rc.1, or release as 2.5.0.1 and make that the minimum.",
    { version: "2.5.0-rc.1", release: "2.5.0", next: "2.5.0.1" },
  ),
  counter_as_text: form(
    { platform, member, version, overtaken: version, suggestion: version },
    "platforms.ios.minimum",
    "iOS 2.5.0-rc10 is below 2.5.0-rc9 and must update: digits beside letters compare as text. Number releases as in 2.5.0-rc.2.",
    { version: "2.5.0-rc9", overtaken: "2.5.0-rc10", suggestion: "2.5.0-rc.2" },
  ),
  replaced_by_step: form(
    { platform, member, version: version.nullable(), step_version: version, time: wall, zone },
    "platforms.ios.minimum",
    "The iOS minimum 2.4.0 has no effect: the step of Mon 1 Mar 2027 09:00 (Rome) set 2.6.0. Set the version here, and remove the step.",
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
    "The update message sends iOS users of 2.5.3 to {minimum_version}, which is 2.5.0: their own version or an older one. Use {update_to} instead.",
    { version: "2.5.0", blocked: ["2.5.3"], more: 0, text: "messages.upgrade" },
  ),
  unlisted_language: form(
    { language },
    "messages.upgrade.fr",
    "The update message has a text in French, which is not one of the project's languages.",
    { language: "fr" },
  ),
  unfound_text: form(
    {
      language,
      tags: z.array(z.string()).describe("Languages that phones send"),
      fallback: z.boolean().describe("The text is in the project's first language"),
    },
    "messages.upgrade.zh-Hant",
    "Phones that send zh-TW and zh-HK don't find the Traditional Chinese text: they show another language. The update message needs the same text for zh-TW and zh-HK, and the project that language.",
    { language: "zh-Hant", tags: ["zh-TW", "zh-HK"] },
  ),
  unseen_versions: form(
    { platform, share, rare: z.boolean().describe("Rare versions are left out"), from_step: isFromStep },
    "platforms.ios",
    "The iOS versions that may run sent 0.4% of the requests of the last 24 hours. Requests can be forged: check that users can update to one, and declare releases.",
    { share: 0.4 },
  ),
});
export type WarningItem = Wire<typeof warningItem>;

/** A warning in the rules. */
export type Warning = DataOf<WarningItem>;
