import type { GuardCode } from "../changes/guard-code.ts";
import { parseDuration } from "../values/duration.ts";
import type { Guard, GuardItem } from "../wire/guard.ts";
import { listNames, type Reader } from "./reader.ts";
import { describeLanguage, describeTextPlace } from "./text-place.ts";
import { formatDuration, formatZonedInstant } from "./times.ts";

export const guardNames: Readonly<Record<GuardCode, string>> = {
  store_link: "no store link",
  every_version_blocked: "every version blocked",
  long_maintenance: "longer than a day",
  past_end: "planned end in the past",
  first_language: "no text in the first language",
  in_use: "still in use",
  active_window: "active window",
  locks_out: "too many requests forced to update",
  unseen_version: "only unreleased versions",
  four_eyes: "no approval",
};

export const storeNames = { android: "Play Store", apple: "App Store" } as const;

export function describeStep(isFromStep: boolean, sentence: string): string {
  return isFromStep ? `From the planned step on, ${sentence}` : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function describeGuard(guard: Guard, reader: Reader): string {
  const { names } = reader;
  switch (guard.code) {
    case "store_link": {
      const forced = guard.minimum === null ? "blocked versions" : `versions below ${guard.minimum}`;
      return `${names.platform(guard.platform)} has no store link, and ${forced} must update: set the ${storeNames[guard.store]} link.`;
    }
    case "every_version_blocked": {
      const none = `no ${names.platform(guard.platform)} version may run, so users have nothing to update to: unblock a version.`;
      return describeStep(guard.from_step, none);
    }
    case "long_maintenance": {
      const length = formatDuration(parseDuration(guard.duration) ?? 0);
      return `${names.window(guard.window)} would last ${length}. More than 24 h is usually a typo: check its times.`;
    }
    case "past_end": {
      const [end, until] = [guard.planned_end, guard.active_until].map((at) => formatZonedInstant(at, reader));
      return `${names.window(guard.window)} should have ended ${end}. It stays active until completed, so it would be active immediately, until ${until} at the latest: change its start, or let it end as planned.`;
    }
    case "first_language":
      return `${describeTextPlace(guard.path, names)} has no ${describeLanguage(guard.language)} text. That is the project's first language: users whose language is missing would see another one.`;
    case "in_use":
      return describeUse(guard, reader);
    case "active_window":
      return `${names.window(guard.window)} is active and would end immediately: complete it first.`;
    case "locks_out": {
      const requests = `${guard.share}% of the ${names.platform(guard.platform)} requests of the last 24 hours`;
      return describeStep(guard.from_step, `${requests} would newly have to update; the limit is ${guard.limit}%.`);
    }
    case "unseen_version": {
      const only = `only ${names.platform(guard.platform)} versions above ${guard.release}, the highest declared release, may run`;
      return describeStep(guard.from_step, `${only}: correct the version, or declare its release.`);
    }
    case "four_eyes":
      return "Changes to this project need another person's approval: request it.";
  }
}

export function printGuard(guard: Guard, reader: Reader): GuardItem {
  return { ...guard, detail: describeGuard(guard, reader) };
}

function describeUse(
  { platform, instance, key, windows, keys, more }: Extract<Guard, { code: "in_use" }>,
  { names }: Reader,
): string {
  if (key !== undefined)
    return `The key ${names.key(key)} is not revoked: apps that still send it would get 401. Revoke it first.`;
  const users = [...windows.map((id) => names.window(id)), ...keys.map((id) => `the key ${names.key(id)}`)];
  const all = listNames(more > 0 ? [...users, `${more} more`] : users, users.length + 1);
  const name = platform === undefined ? names.instance(instance ?? "") : names.platform(platform);
  return `${name} can't be deleted: ${all} ${users.length + more === 1 ? "uses" : "use"} it.`;
}
