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
import { count, instant, revision } from "./values.ts";
import type { Wire } from "./wire.ts";

const wall = z.string().meta({ description: "Wall-clock time in `zone`", examples: ["2027-03-28T02:30"] });
const member = z.enum(["minimum", "recommended"]).meta({ description: "Member of the policy" });
function counted(description: string) {
  return count.meta({ description });
}

/** A window or the step of a platform. */
const planned = { window: windowId.optional(), platform: platform.optional(), zone, time: wall };
const path = "windows.db-upgrade";
const window = "db-upgrade";
const kind = z.enum(historyKinds).meta({ description: "Kind of the resource" });
const id = z.string().meta({ description: "Id of the resource" });

export const warningItem = findings("Warning", "A warning: the change can be intended", {
  partial_coverage: form(
    { window: windowId, covered: counted("Instances that it covers"), instances: counted("Instances of the project") },
    {
      path,
      window,
      covered: 1,
      instances: 3,
      detail: "Apps that only call /config don't see db-upgrade: it covers 1 of 3 instances.",
    },
  ),
  more_coverage: form({}, { path: "windows", detail: "More windows now cover another share of the instances." }),
  more_warnings: form(
    { count: counted("Warnings that are not listed") },
    { path: "windows", count: 3, detail: "3 more warnings are not listed." },
  ),
  window_ended: form(
    { window: windowId, canceled: z.boolean().meta({ description: "True: the remaining occurrences were canceled" }) },
    { path, window, canceled: false, detail: "db-upgrade has no upcoming date: it has ended." },
  ),
  past_window: form(
    { window: windowId, created: z.boolean().meta({ description: "False: the change does not create the window" }) },
    { path, window, created: false, detail: "db-upgrade ended 30 days ago or more, so it is not created." },
  ),
  constant_reminder: form(
    { window: windowId, reminder: duration, gap: duration.meta({ description: "From one end to the next start" }) },
    {
      path,
      window,
      reminder: "PT2H",
      gap: "PT1H",
      detail:
        "Apps always show the reminder of db-upgrade: it begins 2 h before the start, and the window recurs 1 h after its end.",
    },
  ),
  skipped_time: form(
    { ...planned, start: wall.meta({ description: "Time that applies instead" }) },
    {
      path,
      window,
      zone: "Europe/Rome",
      time: "2027-03-28T02:30",
      start: "2027-03-28T03:30",
      detail: "Sun 28 Mar 2027 02:30 does not exist in Rome: db-upgrade starts at 03:30.",
    },
  ),
  repeated_time: form(planned, {
    path,
    window,
    zone: "Europe/Rome",
    time: "2026-10-25T02:30",
    detail: "Sun 25 Oct 02:30 occurs twice in Rome: db-upgrade starts at the first.",
  }),
  clock_change: form(
    { window: windowId, zone, start: wall, end: wall, duration },
    {
      path,
      window,
      zone: "Europe/Rome",
      start: "2027-03-28T01:00",
      end: "2027-03-28T04:00",
      duration: "PT2H",
      detail: "The clock in Rome changes during db-upgrade: Sun 28 Mar 2027 01:00 to 04:00 is 2 h.",
    },
  ),
  unplanned_exception: form(
    { window: windowId, date: z.string().meta({ description: "Date in `except`", examples: ["2026-12-08"] }) },
    { path: `${path}.except.0`, window, date: "2026-12-08", detail: "db-upgrade has no date on Tue 8 Dec to skip." },
  ),
  overlap: form(
    { window: windowId, other: windowId, start: instant },
    {
      path,
      window,
      other: "backup",
      start: "2026-12-06T02:00:00.000+00:00",
      detail: "db-upgrade and backup overlap Sun 6 Dec 02:00 (UTC); apps in both see one maintenance.",
    },
  ),
  ahead_clock: form(
    { window: windowId, changed_at: instant },
    {
      path,
      window,
      changed_at: "2027-01-01T00:00:00.000+00:00",
      detail: "db-upgrade was last changed Fri 1 Jan 2027 00:00 (UTC), by a clock that was ahead: its rule applies from now on.",
    },
  ),
  next_occurrence: form(
    { window: windowId },
    { path, window, detail: "By the new rule, db-upgrade would already be active: it begins with the next date instead." },
  ),
  started_occurrence: form(
    { window: windowId, ended: z.boolean().meta({ description: "False: it is active" }) },
    { path, window, ended: false, detail: "db-upgrade is active and keeps its start and end." },
  ),
  already_undone: form(
    { kind, id, revision },
    { path: "platforms.ios", kind: "platform", id: "ios", revision: 42, detail: "iOS no longer has the changes of revision 42." },
  ),
  deleted_since: form(
    { kind, id },
    { path: "instances.eu-1", kind: "instance", id: "eu-1", detail: "eu-1 has been deleted since, and stays deleted." },
  ),
  changed_since: form(
    {
      kind,
      id,
      revision,
      outcome: z
        .enum(["unchanged", "replaced", "deleted", "recreated"])
        .meta({ description: "What undoing does with later changes" }),
    },
    {
      path: "platforms.ios",
      kind: "platform",
      id: "ios",
      revision: 45,
      outcome: "unchanged",
      detail: "iOS was changed since, last by revision 45; those changes stay.",
    },
  ),
  not_undone: form(
    { kind },
    { path: "", kind: "grant", detail: "Changes to roles cannot be undone: change the member's role instead." },
  ),
  restored_without_keys: form(
    {},
    {
      path: "",
      detail:
        "The project is restored without keys, tokens, members and approval rules: apps get 401 until a key is created or imported.",
    },
  ),
  too_few_approvers: form(
    { approvers: counted("People who can sign in and may approve") },
    {
      path: "protection.four_eyes",
      approvers: 1,
      detail: "Only one person who can sign in has a role to approve changes: give another person the Editor or Owner role.",
    },
  ),
  foreign_link: form(
    {
      platform: platform.optional(),
      host: z.string().optional().meta({ description: "Host of the link" }),
      scheme: z.string().optional().meta({ description: "Scheme of the link, where it is not https" }),
    },
    {
      path: "stores.apple",
      host: "example.com",
      detail: "Apps open links to example.com only if their option allowedHosts names it.",
    },
  ),
  recommended_below_minimum: form(
    { platform, from_step: isFromStep },
    {
      path: "platforms.ios.recommended",
      platform: "ios",
      from_step: false,
      detail: "The recommended iOS version must itself update: it is below the minimum.",
    },
  ),
  dashed_version: form(
    { platform, version, release: version, suggestion: version },
    {
      path: "platforms.ios.minimum",
      platform: "ios",
      version: "2-5-0",
      release: "2",
      suggestion: "2.5.0",
      detail: "2-5-0 is a pre-release of 2: write 2.5.0, with dots.",
    },
  ),
  prerelease_bound: form(
    { platform, member, version, release: version, next: version },
    {
      path: "platforms.ios.minimum",
      platform: "ios",
      member: "minimum",
      version: "2.5.0-rc.1",
      release: "2.5.0",
      next: "2.5.0.1",
      detail:
        "iOS 2.5.0 may still run: it is above 2.5.0-rc.1. To force it too, block 2.5.0 and exempt 2.5.0-rc.1, or release as 2.5.0.1 and make that the minimum.",
    },
  ),
  counter_as_text: form(
    { platform, member, version, overtaken: version, suggestion: version },
    {
      path: "platforms.ios.minimum",
      platform: "ios",
      member: "minimum",
      version: "2.5.0-rc9",
      overtaken: "2.5.0-rc10",
      suggestion: "2.5.0-rc.2",
      detail:
        "iOS 2.5.0-rc10 is below 2.5.0-rc9 and must update: digits beside letters compare as text. Number releases as in 2.5.0-rc.2.",
    },
  ),
  replaced_by_step: form(
    { platform, member, version: version.nullable(), step_version: version, time: wall, zone },
    {
      path: "platforms.ios.minimum",
      platform: "ios",
      member: "minimum",
      version: "2.4.0",
      step_version: "2.6.0",
      time: "2027-03-01T09:00",
      zone: "Europe/Rome",
      detail:
        "The iOS minimum 2.4.0 has no effect: the step of Mon 1 Mar 2027 09:00 (Rome) set 2.6.0. Set the version here, and remove the step.",
    },
  ),
  downgrade: form(
    {
      platform,
      member,
      version,
      blocked: z.array(version),
      more: counted("Entries that are not listed"),
      text: z.string().meta({ description: "Path of the text" }),
    },
    {
      path: "platforms.ios.blocked",
      platform: "ios",
      member: "minimum",
      version: "2.5.0",
      blocked: ["2.5.3"],
      more: 0,
      text: "messages.upgrade",
      detail:
        "The update message sends iOS users of 2.5.3 to {minimum_version}, which is 2.5.0: their own version or an older one. Use {update_to} instead.",
    },
  ),
  unlisted_language: form(
    { language },
    {
      path: "messages.upgrade.fr",
      language: "fr",
      detail: "The update message has a text in French, which is not one of the project's languages.",
    },
  ),
  unfound_text: form(
    {
      language,
      tags: z.array(z.string()).meta({ description: "Languages that phones send" }),
      fallback: z.boolean().meta({ description: "The text is in the project's first language" }),
    },
    {
      path: "messages.upgrade.zh-Hant",
      language: "zh-Hant",
      tags: ["zh-TW", "zh-HK"],
      fallback: false,
      detail:
        "Phones that send zh-TW and zh-HK don't find the Traditional Chinese text: they show another language. The update message needs the same text for zh-TW and zh-HK, and the project that language.",
    },
  ),
  unseen_versions: form(
    { platform, share, rare: z.boolean().meta({ description: "Rare versions are left out" }), from_step: isFromStep },
    {
      path: "platforms.ios",
      platform: "ios",
      share: 0.4,
      rare: false,
      from_step: false,
      detail:
        "The iOS versions that may run sent 0.4% of the requests of the last 24 hours. Requests can be forged: check that users can update to one, and declare releases.",
    },
  ),
});
export type WarningItem = Wire<typeof warningItem>;

/** A warning in the rules. */
export type Warning = DataOf<WarningItem>;
