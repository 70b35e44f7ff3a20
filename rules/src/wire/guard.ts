/** Guards that refuse a change, as data. `describe/guard.ts` has their sentences. */
import { z } from "zod";
import type { GuardCode } from "../changes/guard-code.ts";
import {
  type DataOf,
  duration,
  findings,
  form,
  instanceId,
  isFromStep,
  language,
  platform,
  share,
  version,
  windowId,
} from "./finding.ts";
import type { Wire } from "./values.ts";
import { count, instant } from "./values.ts";

const ids = z.array(z.string());

export const guardItem = findings("Guard", "A guard that refuses the change; `code` is its name for `?override=`", {
  store_link: form(
    {
      platform,
      store: z.enum(["android", "apple"]).describe("Store whose link is missing"),
      minimum: version.nullable(),
    },
    "platforms.ios",
    "iOS has no store link, and versions below 2.4.0 must update: set the App Store link.",
    { store: "apple", minimum: "2.4.0" },
  ),
  every_version_blocked: form(
    { platform, from_step: isFromStep },
    "platforms.ios.blocked",
    "No iOS version may run, so users have nothing to update to: unblock a version.",
  ),
  long_maintenance: form(
    { window: windowId, duration },
    "windows.db-upgrade",
    "db-upgrade would last 1 day 6 h. More than 24 h is usually a typo: check its times.",
    { duration: "PT30H" },
  ),
  past_end: form(
    { window: windowId, planned_end: instant, active_until: instant },
    "windows.db-upgrade",
    "db-upgrade should have ended Sun 6 Dec 04:00 (UTC). It stays active until completed, so it would be active immediately, until Mon 7 Dec 04:00 (UTC) at the latest: change its start, or let it end as planned.",
    { planned_end: "2026-12-06T04:00:00.000+00:00", active_until: "2026-12-07T04:00:00.000+00:00" },
  ),
  first_language: form(
    { language },
    "messages.upgrade",
    "The update message has no English text. That is the project's first language: users whose language is missing would see another one.",
  ),
  in_use: form(
    {
      platform: platform.optional(),
      instance: instanceId.optional(),
      key: z.string().optional().describe("A key that is not revoked, of a project to be deleted"),
      windows: ids.describe("Windows that name the platform or instance, at most 10"),
      keys: ids.describe("Keys that name the platform or instance, at most 10"),
      more: count.describe("Windows and keys that are not listed"),
    },
    "instances.eu-1",
    "eu-1 can't be deleted: db-upgrade uses it.",
    { instance: "eu-1", windows: ["db-upgrade"], keys: [], more: 0 },
  ),
  active_window: form(
    { window: windowId },
    "windows.db-upgrade",
    "db-upgrade is active and would end immediately: complete it first.",
  ),
  locks_out: form(
    { platform, share, limit: z.number().describe("The project's limit in percent"), from_step: isFromStep },
    "platforms.ios",
    "38% of the iOS requests of the last 24 hours would newly have to update; the limit is 20%.",
    { share: 38, limit: 20 },
  ),
  unseen_version: form(
    { platform, release: version.describe("The highest declared release"), from_step: isFromStep },
    "platforms.ios",
    "Only iOS versions above 2.6.1, the highest declared release, may run: correct the version, or declare its release.",
    { release: "2.6.1" },
  ),
  four_eyes: form(
    { changes: count.describe("Edits that need approval") },
    "platforms.ios",
    "Changes to this project need another person's approval: request it.",
    { changes: 1 },
  ),
} satisfies Record<GuardCode, unknown>);
export type GuardItem = Wire<typeof guardItem>;

/** A guard's finding in the rules. */
export type Guard = DataOf<GuardItem>;
