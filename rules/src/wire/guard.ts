/** `describe/guard.ts` has the sentences. */
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
import { count, instant, type Wire } from "./values.ts";

const ids = z.array(z.string());

export const guardItem = findings("Guard", "A guard that refuses the change; `code` is its name for `?override=`", {
  store_link: form(
    {
      platform,
      store: z.enum(["android", "apple"]).describe("Store whose link is missing"),
      minimum: version.nullable(),
    },
    "platforms.ios",
    { store: "apple", minimum: "2.4.0" },
  ),
  every_version_blocked: form({ platform, from_step: isFromStep }, "platforms.ios.blocked"),
  long_maintenance: form({ window: windowId, duration }, "windows.db-upgrade", { duration: "PT30H" }),
  past_end: form({ window: windowId, planned_end: instant, active_until: instant }, "windows.db-upgrade", {
    planned_end: "2026-12-06T04:00:00.000+00:00",
    active_until: "2026-12-07T04:00:00.000+00:00",
  }),
  first_language: form({ language }, "messages.upgrade"),
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
    { instance: "eu-1", windows: ["db-upgrade"], keys: [], more: 0 },
  ),
  active_window: form({ window: windowId }, "windows.db-upgrade"),
  locks_out: form(
    { platform, share, limit: z.number().describe("The project's limit in percent"), from_step: isFromStep },
    "platforms.ios",
    { share: 38, limit: 20 },
  ),
  unseen_version: form(
    { platform, release: version.describe("The highest declared release"), from_step: isFromStep },
    "platforms.ios",
    { release: "2.6.1" },
  ),
  four_eyes: form({ changes: count.describe("Edits that need approval") }, "platforms.ios", { changes: 1 }),
} satisfies Record<GuardCode, unknown>);
export type GuardItem = Wire<typeof guardItem>;

export type Guard = DataOf<GuardItem>;
