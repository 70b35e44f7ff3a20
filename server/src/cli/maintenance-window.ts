import type { AdminClient } from "drawbridge-client/admin";
import { ownAction } from "drawbridge-rules/describe/mark.ts";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { type Clock, formatRange, formatZone } from "drawbridge-rules/describe/times.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { freeWindowId, windowIdFor } from "drawbridge-rules/values/suggested-id.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence, MaintenanceList, OccurrenceAction } from "drawbridge-rules/wire/maintenance.ts";
import { flag, group, list, operand, option, type ParsedArguments, required } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { findId } from "./not-found.ts";
import { given, ifThere, projectOption, shownProjectOption, texts } from "./options.ts";
import { type Columns, counted, tableOf, takeServerZones } from "./output.ts";
import { reviewedCommand } from "./resource-commands.ts";
import { changeOf } from "./review.ts";
import {
  duration,
  durationBetween,
  instanceId,
  localDate,
  occurrenceOrWindow,
  oneLine,
  oneOf,
  platformName,
  slug,
  wallTime,
  wholeNumber,
  zone,
} from "./text-form.ts";

export const someTime = durationBetween(1_000, 366 * DAY);
export const titleOption = option("--title <text>", 'name for people, such as "Database upgrade"; not shown in apps', oneLine);
export const overrunRule = oneOf(["end", "hold"] as const);

const scopeParts = {
  platforms: list("--platform <name>", "only apps on this platform; may be repeated", platformName),
  instances: list("--instance <id>", "only this instance; may be repeated", instanceId),
  message: texts("--message <text>", "message for users, as LANGUAGE=TEXT (en=…); may be repeated, once per language"),
};

const scopeOptions = group(scopeParts, ({ platforms, instances, message }, args) => {
  if (platforms.length > 0 && instances.length > 0)
    args.problem("--platform and --instance cannot be combined: maintenance is for one or the other");
  return given({ platforms: [...new Set(platforms)], instances: [...new Set(instances)], message });
});

export const startScopeOptions = group(
  { scope: scopeOptions, isWhole: flag("--whole-project", "every app of the project") },
  ({ scope, isWhole }, args) => {
    if (isWhole && (scope.platforms ?? scope.instances) !== undefined)
      args.problem("--whole-project cannot be combined with --platform and --instance: keep one");
    return isWhole ? { ...scope, whole_project: true as const } : scope;
  },
);

export function requireScope(scope: ReturnType<typeof startScopeOptions.read>, args: ParsedArguments): void {
  if ("whole_project" in scope || scope.platforms || scope.instances) return;
  args.problem("names no scope: expected --instance <id>, --platform <name> or --whole-project, which locks out every user");
}

const defaultDays = 31;

export const maintenanceList = command({
  name: "maintenance list",
  meaning: "list active and upcoming maintenance",
  args: {
    project: shownProjectOption,
    days: option("--days <count>", `days to look ahead: default ${defaultDays}, at most 366`, wholeNumber(1, 366)),
  },
  examples: ["maintenance list --project acme-shop --days 7"],
  notes: "Times are in this machine's zone. With --json, the answer has ids and warnings too.",
  async run({ project, days: wanted }, context) {
    const days = wanted ?? defaultDays;
    const until = new Date(context.io.now() + days * DAY).toISOString();
    const { isJson } = context.output;
    // A change shows its warnings once.
    const found = await context.client.listMaintenance({ project, until, ...(isJson ? {} : { warnings: false }) });
    if (!isJson) await takeServerZones(context);
    context.output.answer(found, () => listLines(found, days, context));
  },
});

function listLines({ occurrences, more }: MaintenanceList, days: number, { io, output }: Context): string[] {
  if (occurrences.length === 0) return [`No maintenance is active or scheduled in the next ${counted(days, "day")}.`];
  return [
    ...tableOf(occurrenceColumns({ zone: io.zone, now: io.now() }), occurrences, output.columns),
    ...(more ? ["", "There are more. Show fewer days with --days."] : []),
  ];
}

function occurrenceColumns(reader: Clock): Columns<ListedOccurrence> {
  const author = (action: OccurrenceAction | undefined) => (action ? describeActor(action.actor, action.actor_name) : "-");
  return [
    ["STATE", ({ state }) => state],
    ["TITLE", ({ name }) => name],
    ["SCOPE", ({ scope }) => scope],
    [
      `WHEN (${formatZone(reader.zone)})`,
      ({ start, end, overrun }) => `${formatRange(start, end, reader)}${overrun === "hold" ? ", until completed" : ""}`,
    ],
    ["BY", (listed) => author(ownAction(listed))],
    ["WHY", (listed) => ownAction(listed)?.reason || "-"],
  ];
}

export const maintenanceSchedule = reviewedCommand({
  name: "maintenance schedule",
  meaning: "schedule a window, once or recurring",
  args: {
    project: projectOption,
    title: titleOption,
    id: option("--id <id>", "window id; replaces an existing window; default: derived from the title", slug),
    start: required("--start <time>", "local time in --zone: 2026-12-06T02:00", wallTime),
    zone: required("--zone <zone>", "time zone: Europe/Rome, or UTC", zone),
    duration: option("--for <duration>", "duration in elapsed time: 2h", someTime),
    end: option("--end <time>", "end in local time, instead of --for", wallTime),
    repeat: option("--repeat <rule>", "RFC 5545 RRULE, daily or slower: FREQ=WEEKLY;BYDAY=SU", oneLine),
    except: list("--except <date>", "skip the occurrence that starts on this date; may be repeated", localDate),
    reminder: option(
      "--reminder <duration>",
      "how long before the start its reminder begins; default: the instance's or project's",
      duration,
    ),
    overrun: option("--overrun <rule>", "end (default: ends as planned) or hold (active until completed)", overrunRule),
    scope: scopeOptions,
  },
  examples: [
    'maintenance schedule --project acme-shop --title "Data center move" --start 2027-12-06T02:00 --zone Europe/Rome --for 2h',
    'maintenance schedule --project acme-shop --title Backup --start 2027-01-03T02:00 --zone UTC --for 30m --repeat "FREQ=WEEKLY;BYDAY=SU"',
  ],
  notes: "Shows the changes and asks for confirmation. For clock changes, see /docs/maintenance.",
  check({ title, id, duration, end, repeat, except }, args) {
    if (title === null && id === null && !args.hasProblems) args.problem("expected --title, or --id");
    if (duration === null && end === null && !args.hasProblems) args.problem("expected --for or --end");
    if (duration !== null && end !== null) args.problem("--for and --end cannot be combined: keep one");
    if (except.length > 0 && repeat === null) args.problem("--except requires --repeat");
  },
  async plan({ project, id, start, zone, scope, ...rest }, { client, line }) {
    const body: WindowForm = { ...scope, start, zone, ...given(rest) };
    const window = id ?? (await idForTitle(project, body.title ?? "", client));
    return {
      subject: project,
      present: () => ifThere(client.getMaintenanceWindow({ project, window })),
      send: (_, options) => client.putMaintenanceWindow({ project, window, body, ...options }),
      next: `See it with: ${line(`maintenance list --project ${project}`)}`,
    };
  },
});

/** A repeated command creates no second window. */
async function idForTitle(project: string, title: string, client: AdminClient): Promise<string> {
  const windows = await client.listAll("listMaintenanceWindows", { project });
  const others = new Set(windows.filter((window) => window.title !== title).map(({ id }) => id));
  return freeWindowId(windowIdFor(title), (id) => others.has(id));
}

/** @throws not_found; invalid: several have the title */
export function windowFor(name: string, project: string, client: AdminClient): Promise<string> {
  return findId(name, "window", isSlug, () => client.listAll("listMaintenanceWindows", { project }));
}

export const maintenanceDelete = reviewedCommand({
  name: "maintenance delete",
  meaning: "delete a window with all its occurrences",
  args: { window: operand("WINDOW", "the window's title or id", occurrenceOrWindow), project: projectOption },
  examples: ["maintenance delete backup --project acme-shop"],
  notes: "To cancel one occurrence, use maintenance cancel. If a manifest has the window, remove it there and apply the file.",
  async plan({ window: name, project }, { client }) {
    const window = await windowFor(name, project, client);
    return changeOf({
      subject: project,
      question: () => `Delete the window ${name} of ${project}?`,
      present: () => client.getMaintenanceWindow({ project, window }),
      send: (_, options) => client.deleteMaintenanceWindow({ project, window, ...options }),
    });
  },
});
