import type { HistoryKind } from "../project/kind.ts";
import { parseDuration } from "../values/duration.ts";
import type { Warning, WarningItem } from "../wire/warning.ts";
import { describeStep } from "./guard.ts";
import { listNames, type Names, type Reader } from "./reader.ts";
import { describeLanguage, describeTextPlace } from "./text-place.ts";
import { formatDayAndTime, formatDuration, formatWall, formatWallDay, formatZone, formatZonedInstant, wallAt } from "./times.ts";

type Code = Warning["code"];
type Of<C extends Code> = Extract<Warning, { readonly code: C }>;
const describers: { readonly [C in Code]: (warning: Of<C>, reader: Reader) => string } = {
  partial_coverage: ({ window, covered, instances }, { names }) =>
    `Apps that only call /config don't see ${names.window(window)}: it covers ${covered} of ${instances} instances.`,
  more_coverage: () => "More windows now cover another share of the instances.",
  more_warnings: ({ count }) => (count === 1 ? "1 more warning is not listed." : `${count} more warnings are not listed.`),
  window_ended: ({ window, canceled }, { names }) =>
    `${names.window(window)} has no upcoming date: ${canceled ? "the remaining ones were canceled" : "it has ended"}.`,
  past_window: ({ window, created }, { names }) => {
    const rest = created ? ": the daily cleanup deletes it, and history keeps it." : ", so it is not created.";
    return `${names.window(window)} ended 30 days ago or more${rest}`;
  },
  constant_reminder: ({ window, reminder, gap }, { names }) =>
    `Apps always show the reminder of ${names.window(window)}: it begins ${inWords(reminder)} before the start, and the window recurs ${inWords(gap)} after its end.`,
  skipped_time: ({ time, start, ...planned }, reader) => {
    const begins = formatWall(start, time);
    return `${dayAndTime(time, planned.zone, reader)} does not exist in ${formatZone(planned.zone)}: ${startOf(planned, reader)} ${begins}.`;
  },
  repeated_time: ({ time, ...planned }, reader) =>
    `${dayAndTime(time, planned.zone, reader)} occurs twice in ${formatZone(planned.zone)}: ${startOf(planned, reader)} the first.`,
  clock_change: ({ window, zone, start, end, duration }, reader) => {
    const times = `${dayAndTime(start, zone, reader)} to ${formatWall(end, start)} is ${inWords(duration)}`;
    return `The clock in ${formatZone(zone)} changes during ${reader.names.window(window)}: ${times}.`;
  },
  unplanned_exception: ({ window, date }, { names, zone, now }) =>
    `${names.window(window)} has no date on ${formatWallDay(date, wallAt(now, zone))} to skip.`,
  overlap: ({ window, other, start }, reader) => {
    const both = listNames([window, other].map((id) => reader.names.window(id)));
    return `${both} overlap ${formatZonedInstant(start, reader)}; apps in both see one maintenance.`;
  },
  ahead_clock: ({ window, changed_at }, reader) => {
    const at = formatZonedInstant(changed_at, reader);
    return `${reader.names.window(window)} was last changed ${at}, by a clock that was ahead: its rule applies from now on.`;
  },
  next_occurrence: ({ window }, { names }) =>
    `By the new rule, ${names.window(window)} would already be active: it begins with the next date instead.`,
  started_occurrence: ({ window, ended }, { names }) =>
    ended
      ? `${names.window(window)} has ended and does not change: for another date, change the start.`
      : `${names.window(window)} is active and keeps its start and end.`,
  already_undone: ({ kind, id, revision }, { names }) =>
    `${describeResource(kind, id, names)} no longer has the changes of revision ${revision}.`,
  deleted_since: ({ kind, id }, { names }) => `${describeResource(kind, id, names)} has been deleted since, and stays deleted.`,
  changed_since: ({ kind, id, revision, outcome }, { names }) =>
    `${describeResource(kind, id, names)} was changed since, last by revision ${revision}; ${outcomes[outcome]}.`,
  not_undone: ({ kind }) =>
    `${(notUndone[kind] ?? "some changes cannot be undone").replace(/^./, (first) => first.toUpperCase())}.`,
  restored_without_keys: () =>
    "The project is restored without keys, tokens, members and approval rules: apps get 401 until a key is created or imported.",
  too_few_approvers: ({ approvers }) =>
    `${approvers === 0 ? "No person" : "Only one person"} who can sign in has a role to approve changes: give another person the Editor or Owner role.`,
  foreign_link: ({ host, scheme }) =>
    host === undefined
      ? `Apps open links with ${scheme}: only if their option allowedSchemes names it.`
      : `Apps open links to ${host} only if their option allowedHosts names it.`,
  recommended_below_minimum: ({ platform, from_step }, { names }) =>
    describeStep(from_step, `the recommended ${names.platform(platform)} version must itself update: it is below the minimum.`),
  dashed_version: ({ version, release, suggestion }) =>
    `${version} is a pre-release of ${release}: write ${suggestion}, with dots.`,
  prerelease_bound: ({ platform, member, version, release, next }, { names }) => {
    const above = `it is above ${version}`;
    return member === "minimum"
      ? `${names.platform(platform)} ${release} may still run: ${above}. To force it too, block ${release} and exempt ${version}, or release as ${next} and make that the minimum.`
      : `${names.platform(platform)} ${release} is not told to update: ${above}. To recommend an update there too, release as ${next} and recommend that.`;
  },
  counter_as_text: ({ platform, member, version, overtaken, suggestion }, { names }) => {
    const result = member === "minimum" ? "must update" : "is told to update";
    return `${names.platform(platform)} ${overtaken} is below ${version} and ${result}: digits beside letters compare as text. Number releases as in ${suggestion}.`;
  },
  replaced_by_step: ({ platform, member, version, step_version, time, zone }, reader) => {
    const own =
      version === null
        ? `An unset ${member} of ${reader.names.platform(platform)}`
        : `The ${reader.names.platform(platform)} ${member} ${version}`;
    return `${own} has no effect: the step of ${dayAndTime(time, zone, reader)} (${formatZone(zone)}) set ${step_version}. Set the version here, and remove the step.`;
  },
  downgrade: ({ platform, member, version, blocked, more, text }, { names }) => {
    const users = listNames(more > 0 ? [...blocked, `${more} more`] : blocked, blocked.length + 1);
    return `${describeTextPlace(text, names)} sends ${names.platform(platform)} users of ${users} to {${member}_version}, which is ${version}: their own version or an older one. Use {update_to} instead.`;
  },
  unlisted_language: ({ path, language }, { names }) =>
    `${describeTextPlace(path, names)} has a text in ${describeLanguage(language)}, which is not one of the project's languages.`,
  unfound_text: ({ path, language, tags, fallback }, { names }) => {
    const sent = listNames(tags, tags.length);
    const shown = fallback ? "phones that also accept another of your languages show that one" : "they show another language";
    return `Phones that send ${sent} don't find the ${describeLanguage(language)} text: ${shown}. ${describeTextPlace(path, names)} needs the same text for ${sent}, and the project that language.`;
  },
  unseen_versions: ({ platform, share, rare, from_step }, { names }) => {
    const requests = `${share}% of the requests of the last 24 hours${rare ? ", rare versions aside" : ""}`;
    const sentence = `the ${names.platform(platform)} versions that may run sent ${requests}. Requests can be forged: check that users can update to one, and declare releases.`;
    return describeStep(from_step, sentence);
  },
};

export function describeWarning(warning: Warning, reader: Reader): string {
  return (describers[warning.code] as (warning: Warning, reader: Reader) => string)(warning, reader);
}

export function printWarning(warning: Warning, reader: Reader): WarningItem {
  return { ...warning, detail: describeWarning(warning, reader) };
}

const outcomes: Readonly<Record<Of<"changed_since">["outcome"], string>> = {
  unchanged: "those changes stay",
  replaced: "newer values are replaced too",
  deleted: "it is deleted with those changes",
  recreated: "what was created again is replaced",
};

/** Kinds that are undone are missing. */
export const notUndone: Readonly<Partial<Record<HistoryKind, string>>> = {
  override: "changes to an occurrence cannot be undone: start, move or plan maintenance instead",
  window: "maintenance that was started by hand cannot be undone: complete it instead",
  read_key: "changes to keys and tokens cannot be undone: revoke one that was created, or replace one that was revoked",
  token: "changes to keys and tokens cannot be undone: revoke one that was created, or replace one that was revoked",
  grant: "changes to roles cannot be undone: change the member's role instead",
  protection: "changes to approval rules cannot be undone: an owner can edit them instead",
  proposal: "a request for approval cannot be undone: withdraw it, or request approval again",
};

function describeResource(kind: HistoryKind, id: string, names: Names): string {
  if (kind === "platform") return names.platform(id);
  if (kind === "instance") return names.instance(id);
  return kind === "window" ? names.window(id) : "The project";
}

function inWords(duration: string): string {
  return formatDuration(parseDuration(duration) ?? 0);
}

function dayAndTime(time: string, zone: string, { now }: Reader): string {
  return formatDayAndTime(time, wallAt(now, zone));
}

function startOf({ window, platform }: Pick<Of<"repeated_time">, "window" | "platform">, { names }: Reader): string {
  if (window !== undefined) return `${names.window(window)} starts at`;
  return `the planned step of ${names.platform(platform ?? "")} takes place at`;
}
