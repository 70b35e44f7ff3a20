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
import { count, instant } from "./values.ts";
import type { Wire } from "./wire.ts";

const ids = z.array(z.string());

export const guardItem = findings("Guard", "A guard that refuses the change; `code` is its name for `?override=`", {
  store_link: form(
    {
      platform,
      store: z.enum(["android", "apple"]).meta({ description: "Store whose link is missing" }),
      minimum: version.nullable(),
    },
    {
      path: "platforms.ios",
      platform: "ios",
      store: "apple",
      minimum: "2.4.0",
      detail: "iOS has no store link, and versions below 2.4.0 must update: set the App Store link.",
    },
  ),
  every_version_blocked: form(
    { platform, from_step: isFromStep },
    {
      path: "platforms.ios.blocked",
      platform: "ios",
      from_step: false,
      detail: "No iOS version may run, so users have nothing to update to: unblock a version.",
    },
  ),
  long_maintenance: form(
    { window: windowId, duration },
    {
      path: "windows.db-upgrade",
      window: "db-upgrade",
      duration: "PT30H",
      detail: "db-upgrade would last 1 day 6 h. More than 24 h is usually a typo: check its times.",
    },
  ),
  past_end: form(
    { window: windowId, planned_end: instant, active_until: instant },
    {
      path: "windows.db-upgrade",
      window: "db-upgrade",
      planned_end: "2026-12-06T04:00:00.000+00:00",
      active_until: "2026-12-07T04:00:00.000+00:00",
      detail:
        "db-upgrade should have ended Sun 6 Dec 04:00 (UTC). It stays active until completed, so it would be active immediately, until Mon 7 Dec 04:00 (UTC) at the latest: change its start, or let it end as planned.",
    },
  ),
  first_language: form(
    { language },
    {
      path: "messages.upgrade",
      language: "en",
      detail:
        "The update message has no English text. That is the project's first language: users whose language is missing would see another one.",
    },
  ),
  in_use: form(
    {
      platform: platform.optional(),
      instance: instanceId.optional(),
      key: z.string().optional().meta({ description: "A key that is not revoked, of a project to be deleted" }),
      windows: ids.meta({ description: "Windows that name the platform or instance, at most 10" }),
      keys: ids.meta({ description: "Keys that name the platform or instance, at most 10" }),
      more: count.meta({ description: "Windows and keys that are not listed" }),
    },
    {
      path: "instances.eu-1",
      instance: "eu-1",
      windows: ["db-upgrade"],
      keys: [],
      more: 0,
      detail: "eu-1 can't be deleted: db-upgrade uses it.",
    },
  ),
  active_window: form(
    { window: windowId },
    {
      path: "windows.db-upgrade",
      window: "db-upgrade",
      detail: "db-upgrade is active and would end immediately: complete it first.",
    },
  ),
  locks_out: form(
    { platform, share, limit: z.number().meta({ description: "The project's limit in percent" }), from_step: isFromStep },
    {
      path: "platforms.ios",
      platform: "ios",
      share: 38,
      limit: 20,
      from_step: false,
      detail: "38% of the iOS requests of the last 24 hours would newly have to update; the limit is 20%.",
    },
  ),
  unseen_version: form(
    { platform, release: version.meta({ description: "The highest declared release" }), from_step: isFromStep },
    {
      path: "platforms.ios",
      platform: "ios",
      release: "2.6.1",
      from_step: false,
      detail:
        "Only iOS versions above 2.6.1, the highest declared release, may run: correct the version, or declare its release.",
    },
  ),
  four_eyes: form(
    { changes: count.meta({ description: "Edits that need approval" }) },
    {
      path: "platforms.ios",
      changes: 1,
      detail: "Changes to this project need another person's approval: request it.",
    },
  ),
} satisfies Record<GuardCode, unknown>);
export type GuardItem = Wire<typeof guardItem>;

/** A guard's finding in the rules. */
export type Guard = DataOf<GuardItem>;
