/** Scheduled maintenance. */

import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { OptionWords, ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { changeOptionWords, dryRunOption, projectOption, readChangeOptions, readEtag, readTexts } from "./options.ts";
import { type Color, counted, printable, sentence, stateText, takeServerZones, timesLines } from "./output.ts";
import { runReviewedChange } from "./review.ts";
import {
  duration,
  durationBetween,
  instanceId,
  localDate,
  oneLine,
  oneOf,
  platformName,
  projectId,
  slug,
  wallTime,
  wholeNumber,
  zone,
} from "./text-form.ts";

type Scope = Pick<WindowForm, "platforms" | "instances" | "message">;

export const scopeOptions: readonly OptionWords[] = [
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "only this instance; may be repeated" },
  { flags: "--message <text>", meaning: "message for users, as LANGUAGE=TEXT (en=…); may be repeated, once per language" },
];

export const wholeProjectOption: OptionWords = { flags: "--whole-project", meaning: "every app of the project" };

/** One of the three scopes of maintenance that starts now. @param isRequired false: the window of the command has one */
export function readStartScope(args: ParsedArguments, isRequired = true): Scope & { readonly whole_project?: true } {
  const scope = readScope(args);
  const isWhole = args.flag("whole-project");
  const isPart = scope.platforms !== undefined || scope.instances !== undefined;
  if (isWhole && isPart) args.problem("--whole-project cannot be combined with --platform and --instance: keep one");
  if (isRequired && !isWhole && !isPart) {
    args.problem("names no scope: expected --instance <id>, --platform <name> or --whole-project, which locks out every user");
  }
  return isWhole ? { ...scope, whole_project: true } : scope;
}

function readScope(args: ParsedArguments): Scope {
  const platforms = args.list("platform", platformName);
  const instances = args.list("instance", instanceId);
  if (platforms.length > 0 && instances.length > 0) {
    args.problem("--platform and --instance cannot be combined: maintenance is for one or the other");
  }
  const message = readTexts(args, "message");
  return {
    ...(platforms.length > 0 ? { platforms: [...new Set(platforms)] } : {}),
    ...(instances.length > 0 ? { instances: [...new Set(instances)] } : {}),
    ...(message ? { message } : {}),
  };
}

const defaultDays = 31;
const day = 86_400_000;

export const maintenanceList = command({
  name: "maintenance list",
  meaning: "list active and upcoming maintenance",
  options: [projectOption, { flags: "--days <count>", meaning: `days to look ahead: default ${defaultDays}, at most 366` }],
  examples: ["maintenance list --project acme-shop --days 7"],
  notes: "Shows times in the window's zone, in UTC and in this machine's zone, with warnings.",
  read: (args) => ({
    project: args.required("project", projectId),
    days: args.option("days", wholeNumber(1, 366)) ?? defaultDays,
  }),
  async run({ project, days }, context) {
    const until = new Date(context.io.now() + days * day).toISOString();
    const found = await context.client.listMaintenance({ project, until });
    if (!context.output.isJson)
      await takeServerZones(
        context,
        found.occurrences.map(({ zone }) => zone),
      );
    context.output.answer(found, () => listLines(found, days, context));
  },
});

function listLines({ occurrences, more, warnings }: MaintenanceList, days: number, context: Context): string[] {
  return [
    ...(occurrences.length === 0 ? [`No maintenance is active or scheduled in the next ${counted(days, "day")}.`] : []),
    ...occurrences.flatMap((occurrence, index) => [...(index > 0 ? [""] : []), ...occurrenceLines(occurrence, context)]),
    ...(more ? ["", "There are more. Show fewer days with --days."] : []),
    ...(warnings.length > 0 ? ["", ...warnings.map((warning) => warningLine(warning, context))] : []),
  ];
}

const colors: Readonly<Partial<Record<ListedOccurrence["state"], Color>>> = { in_force: "red", cancelled: "dim", over: "dim" };

/** `db-upgrade/2026-12-06T02:00  scheduled  eu-1  FREQ=WEEKLY;BYDAY=SU`, then its times. */
function occurrenceLines(listed: ListedOccurrence, { io, output }: Context): string[] {
  const { occurrence, state, instances, platforms, overrun, repeat } = listed;
  const cover = [...(platforms ?? []), ...(instances ?? [])].join(", ") || "the whole project";
  const rest = [cover, ...(overrun === "hold" ? ["until completed"] : []), ...(repeat === null ? [] : [repeat])];
  const color = colors[state];
  const said = stateText[state];
  return [
    [output.paint("bold", printable(occurrence)), color ? output.paint(color, said) : said, ...rest.map(printable)].join("  "),
    ...timesLines(listed, io.zone),
  ];
}

function warningLine({ path, detail }: ProblemItem, { output }: Context): string {
  return output.paint("yellow", `! ${printable(sentence(path, detail))}`);
}

export const maintenanceSchedule = command({
  name: "maintenance schedule",
  meaning: "schedule a window, once or recurring",
  options: [
    projectOption,
    { flags: "--name <id>", meaning: "window id; replaces an existing window" },
    { flags: "--start <time>", meaning: "local time in --zone: 2026-12-06T02:00" },
    { flags: "--zone <zone>", meaning: "time zone: Europe/Rome, or UTC" },
    { flags: "--for <duration>", meaning: "duration in elapsed time: 2h" },
    { flags: "--end <time>", meaning: "end in local time, instead of --for" },
    { flags: "--repeat <rule>", meaning: "RFC 5545 RRULE, daily or slower: FREQ=WEEKLY;BYDAY=SU" },
    { flags: "--except <date>", meaning: "skip the occurrence that starts on this date; may be repeated" },
    {
      flags: "--reminder <duration>",
      meaning: "how long before the start its reminder begins; default: the instance's or project's",
    },
    {
      flags: "--overrun <rule>",
      meaning: "end (default: ends as planned) or hold (active until completed)",
      choices: ["end", "hold"],
    },
    ...scopeOptions,
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    "maintenance schedule --project acme-shop --name move --start 2027-12-06T02:00 --zone Europe/Rome --for 2h",
    'maintenance schedule --project acme-shop --name backup --start 2027-01-03T02:00 --zone UTC --for 30m --repeat "FREQ=WEEKLY;BYDAY=SU"',
  ],
  notes: "Shows the changes and asks for confirmation. For clock changes, see docs/maintenance.md.",
  read: (args) => ({
    project: args.required("project", projectId),
    name: args.required("name", slug),
    form: readForm(args),
    changeOptions: readChangeOptions(args),
  }),
  run({ project, name, form, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "maintenance schedule",
        subject: project,
        question: (changes) => `Apply ${changes}?`,
        etag: () => readEtag(() => client.getMaintenanceWindow({ project, window: name })),
        send: (etag, options) => client.putMaintenanceWindow({ project, window: name, body: form, etag, ...options }),
        changeOptions,
        next: `See it with: ${context.line(`maintenance list --project ${project}`)}`,
      },
      context,
    );
  },
});

function readForm(args: ParsedArguments): WindowForm {
  const start = args.required("start", wallTime);
  const clock = args.required("zone", zone);
  const length = args.option("for", durationBetween(1_000, 366 * 86_400_000));
  const end = args.option("end", wallTime);
  if (length === null && end === null && !args.hasProblems) args.problem("expected --for or --end");
  if (length !== null && end !== null) args.problem("--for and --end cannot be combined: keep one");
  const repeat = args.option("repeat", oneLine);
  const except = args.list("except", localDate);
  if (except.length > 0 && repeat === null) args.problem("--except requires --repeat");
  const reminder = args.option("reminder", duration);
  const overrun = args.option("overrun", oneOf(["end", "hold"] as const));
  return {
    ...readScope(args),
    start,
    zone: clock,
    ...(length === null ? {} : { duration: length }),
    ...(end === null ? {} : { end }),
    ...(repeat === null ? {} : { repeat }),
    ...(except.length === 0 ? {} : { except }),
    ...(reminder === null ? {} : { reminder }),
    ...(overrun === null ? {} : { overrun }),
  };
}

export const maintenanceDelete = command({
  name: "maintenance delete",
  meaning: "delete a window with all its occurrences",
  operands: [{ name: "WINDOW", meaning: "the window's id" }],
  options: [projectOption, dryRunOption, ...changeOptionWords],
  examples: ["maintenance delete backup --project acme-shop"],
  notes: "To cancel one occurrence, use maintenance cancel. If a manifest has the window, remove it there and apply the file.",
  read: (args) => ({
    window: args.operand("WINDOW", slug),
    project: args.required("project", projectId),
    changeOptions: readChangeOptions(args),
  }),
  run({ window, project, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "maintenance delete",
        subject: project,
        question: () => `Delete the window ${window} of ${project}?`,
        etag: async () => (await client.getMaintenanceWindow({ project, window })).etag,
        send: (etag, options) => client.deleteMaintenanceWindow({ project, window, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});
