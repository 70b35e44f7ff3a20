/** No prompts but for the whole project: scripts run these, and operators under stress. */
import { type AdminClient, proposedChange } from "drawbridge-client/admin";
import { type Clock, formatInstant, formatRange, formatSpan } from "drawbridge-rules/describe/times.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence, MaintenanceAnswer, OccurrenceChoice } from "drawbridge-rules/wire/maintenance.ts";
import { flag, group, type OptionGroup, operand, option, optionalOperand, required } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { exitCode } from "./exit-codes.ts";
import { overrunRule, requireScope, someTime, startScopeOptions, titleOption, windowFor } from "./maintenance-window.ts";
import {
  dryRunOption,
  given,
  overrideOptions,
  projectOption,
  proposeOption,
  readPropose,
  whenApprovedOption,
} from "./options.ts";
import { printable, takeServerZones } from "./output.ts";
import { proposedLines } from "./proposal-text.ts";
import { isDeclined } from "./review.ts";
import { instant, namesOccurrence, occurrenceOrWindow, slug, wallTimeOrInstant } from "./text-form.ts";

const verbOptions = group({ isDryRun: dryRunOption, override: overrideOptions }, ({ isDryRun, override }) => ({
  ...override,
  ...(isDryRun ? { dry_run: true } : {}),
}));

const movingOptions: OptionGroup<ReturnType<typeof verbOptions.read> & ReturnType<typeof readPropose>> = {
  options: [...verbOptions.options, proposeOption, whenApprovedOption],
  read(args) {
    const options = verbOptions.read(args);
    return { ...options, ...readPropose(args, options.override ?? []) };
  },
};

const activeOperand = optionalOperand(
  "WINDOW",
  "title or id of a window, or occurrence name; optional while exactly one window started by hand is active",
  occurrenceOrWindow,
);
const upcomingOperand = operand(
  "WINDOW",
  "title or id of a window (its next occurrence), or occurrence name",
  occurrenceOrWindow,
);

const ofNewWindow = ["title", "id", "overrun", "platform", "instance", "whole-project", "message"];

export const maintenanceStart = command({
  name: "maintenance start",
  meaning: "start a window's next occurrence now, or unplanned maintenance",
  args: {
    window: optionalOperand("WINDOW", "title or id of the window to start; default: a new one", occurrenceOrWindow),
    project: projectOption,
    title: titleOption,
    id: option("--id <id>", "id of the new window; default: derived from the title", slug),
    length: option("--for <duration>", "duration; default: as planned, or 1h for a new window", someTime),
    overrun: option(
      "--overrun <rule>",
      "for a new window: end (default) or hold (active until completed, a day at most)",
      overrunRule,
    ),
    scope: startScopeOptions,
    yes: flag("--yes", "skip the confirmation that a terminal gets before the whole project is locked out"),
    options: verbOptions,
  },
  examples: [
    "maintenance start --project acme-shop --whole-project --for 30m",
    'maintenance start --project acme-shop --title Hotfix --instance eu-1 --message "en=Back at {end_time}."',
    "maintenance start db-upgrade --project acme-shop",
  ],
  notes: "Maintenance that is already active continues; with --for, for at least that long from now.",
  check({ window, scope }, args) {
    if (window === null) return requireScope(scope, args);
    const typed = ofNewWindow.filter((name) => args.has(name)).map((name) => `--${name}`);
    if (typed.length > 0) args.problem(`WINDOW already defines what a new window is given: remove ${listed(typed)}`);
  },
  async run({ project, window: name, title, id, length, overrun, scope, yes, options }, context) {
    const window = name === null ? null : await windowFor(name, project, context.client);
    // A script cannot answer.
    const isAsked = context.io.ask !== null && !context.output.isJson && options.dry_run !== true;
    const known = isAsked && !yes && window !== null ? await windowOf(project, window, context) : null;
    const isKnownWhole = known !== null && !known.platforms && !known.instances;
    const isWhole = isAsked && !yes && ("whole_project" in scope || isKnownWhole);
    const question = () => `Lock out every user of ${project} now? --dry-run shows what happens.`;
    if (isWhole && (await isDeclined(false, question, context))) return exitCode.error;
    const body = { ...given({ window, id, title, for: length, overrun }), ...scope };
    const answer = await context.client.startMaintenance({ project, body, ...options });
    await tell(
      project,
      answer,
      ["is now active", "would be active", "was already active"],
      context,
      window === null ? body : null,
      [`To end it: ${context.line(`maintenance complete ${choiceFor(answer)}--project ${project}`)}`],
    );
    return exitCode.ok;
  },
});

export const maintenanceExtend = command({
  name: "maintenance extend",
  meaning: "extend active maintenance",
  args: {
    window: activeOperand,
    project: projectOption,
    end: group(
      {
        by: option("--by <duration>", "how much later it ends", someTime),
        until: option("--until <instant>", "earliest end: an instant, or a duration from now", instant),
      },
      ({ by, until }, args) => {
        if ((by === null) === (until === null) && !args.hasProblems) args.problem("expected --by or --until");
        return by === null ? { until: until ?? "" } : { by };
      },
    ),
    options: verbOptions,
  },
  examples: [
    "maintenance extend --project acme-shop --by 15m",
    "maintenance extend db-upgrade --project acme-shop --until 2026-12-06T05:00:00+01:00",
  ],
  async run({ project, window, end, options }, context) {
    const body = { ...(await choiceOf(window, project, context.client)), ...end };
    const answer = await context.client.extendMaintenance({ project, body, ...options });
    const words = ["now ends later", "would end later", "does not end earlier. No changes"] as const;
    await tell(project, answer, words, context, null, [
      `To end it now: ${context.line(`maintenance complete ${choiceFor(answer)}--project ${project}`)}`,
    ]);
  },
});

export const maintenanceComplete = command({
  name: "maintenance complete",
  meaning: "end active maintenance now",
  args: { window: activeOperand, project: projectOption, options: verbOptions },
  examples: ["maintenance complete --project acme-shop", "maintenance complete hotfix --project acme-shop"],
  notes: "Ends only this occurrence of a recurring window; the next one starts as planned.",
  async run({ project, window, options }, context) {
    const body = await choiceOf(window, project, context.client);
    const answer = await context.client.completeMaintenance({ project, body, ...options });
    await tell(project, answer, ["has ended", "would end", "had already ended"], context, null, (window) => [
      `To close it again: ${context.line(`maintenance start --project ${project} ${scopeWords(window)} --for 1h`)}`,
    ]);
  },
});

export const maintenanceCancel = command({
  name: "maintenance cancel",
  meaning: "cancel an upcoming occurrence",
  args: { window: upcomingOperand, project: projectOption, options: verbOptions },
  examples: ["maintenance cancel db-upgrade/2026-12-06T02:00 --project acme-shop"],
  notes: "Cancels only this occurrence of a recurring window. To end an active one, use maintenance complete.",
  async run({ project, window, options }, context) {
    const body = await choiceOf(window, project, context.client);
    const answer = await context.client.cancelMaintenance({ project, body, ...options });
    await tell(project, answer, ["was canceled", "would be canceled", "was already canceled"], context, null, [
      "This cannot be undone. Schedule a new window to do the work at another time.",
    ]);
  },
});

export const maintenanceMove = command({
  name: "maintenance move",
  meaning: "reschedule an upcoming occurrence",
  args: {
    window: upcomingOperand,
    project: projectOption,
    start: required(
      "--start <time>",
      "new start: local time in the window's zone, an instant, or a duration from now",
      wallTimeOrInstant,
    ),
    end: option("--end <time>", "new end, in the same forms; default: same duration", wallTimeOrInstant),
    length: option("--for <duration>", "duration, instead of --end", someTime),
    options: movingOptions,
  },
  examples: ["maintenance move db-upgrade/2026-12-06T02:00 --project acme-shop --start 2026-12-06T04:00 --for 1h"],
  notes: "Keeps the occurrence's name. Moves only this occurrence of a recurring window.",
  check({ end, length }, args) {
    if (end !== null && length !== null) args.problem("--end and --for cannot be combined: keep one");
  },
  async run({ project, window, start, end, length, options }, context) {
    const body = { ...(await choiceOf(window, project, context.client)), start, ...given({ end, for: length }) };
    const answer = await context.client.moveMaintenance({ project, body, ...options });
    const proposed = proposedChange(answer);
    if (proposed) context.output.answer({ project, ...proposed }, () => proposedLines(project, proposed, context));
    else
      await tell(project, answer, ["was moved", "would be moved", "is already at that time"], context, null, [
        `To move it back: ${context.line(`maintenance move ${answer.occurrence} --project ${project} --start ${answer.planned_start}`)}`,
      ]);
  },
});

/** A window without a title or a chosen id is found by its being active. */
function choiceFor({ window }: MaintenanceAnswer): string {
  return /^(?:by-hand|run)-\d/.test(window) ? "" : `${window} `;
}

async function choiceOf(name: string | null, project: string, client: AdminClient): Promise<OccurrenceChoice> {
  if (name === null) return {};
  return namesOccurrence(name) ? { occurrence: name } : { window: await windowFor(name, project, client) };
}

function holdLines(window: Pick<WindowForm, "overrun"> | null, answer: MaintenanceAnswer, reader: Clock): string[] {
  const { state, planned_end, end } = answer;
  if (window?.overrun !== "hold" || state !== "active") return [];
  const last = formatInstant(Math.max(Date.parse(planned_end), Date.parse(end)) + 86_400_000, reader);
  return [`  after its end it stays active until it is completed, at the latest until ${last}`];
}

function timesLines({ start, end, planned_start, planned_end, scope }: MaintenanceAnswer, reader: Clock): string[] {
  const isClose = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) < 1_000;
  const isAsPlanned = isClose(start, planned_start) && isClose(end, planned_end);
  return [
    `  ${formatSpan(start, end, reader)}, ${printable(scope)}`,
    ...(isAsPlanned ? [] : [`  planned: ${formatRange(planned_start, planned_end, reader)}`]),
  ];
}

/** @param words for done, dry run and unchanged @param scope of a window that a dry run does not create */
export async function tell(
  project: string,
  answer: MaintenanceAnswer,
  [done, planned, unchanged]: readonly [string, string, string],
  context: Context,
  scope: Pick<WindowForm, "overrun"> | null = null,
  more: readonly string[] | ((window: WindowForm | null) => readonly string[]) = [],
): Promise<void> {
  const what = !answer.changed ? unchanged : answer.dry_run ? planned : done;
  const { output, io } = context;
  const window = output.isJson ? null : await windowOf(project, answer.window, context);
  const after = typeof more === "function" ? more(window) : more;
  const others = output.isJson ? [] : await otherActive(project, answer.occurrence, context);
  const reader = { zone: io.zone, now: io.now() };
  // The action already succeeded.
  if (!output.isJson) await takeServerZones(context).catch(() => undefined);
  output.answer(answer, () => [
    output.paint("bold", `${printable(answer.name)} ${what}.`),
    ...timesLines(answer, reader),
    ...holdLines(window ?? scope, answer, reader),
    ...others.map((each) => output.paint("yellow", stillClosedLine(each, reader))),
    ...(answer.changed && !answer.dry_run && after.length > 0 ? ["", ...after] : []),
    ...(answer.dry_run ? ["", "Nothing was changed: this was a dry run."] : []),
  ]);
}

function scopeWords(window: WindowForm | null): string {
  const { platforms, instances } = window ?? {};
  if (platforms) return platforms.map((name) => `--platform ${name}`).join(" ");
  return instances
    ? instances.map((id) => `--instance ${/^[\w.-]+$/.test(id) ? id : JSON.stringify(id)}`).join(" ")
    : "--whole-project";
}

/** For an operator who ended one maintenance and expects apps to open. */
function stillClosedLine({ name, scope, end, overrun }: ListedOccurrence, reader: Clock): string {
  const until = overrun === "hold" ? "until it is completed, announced until" : "until";
  return `Also active: ${printable(name.endsWith(scope) ? name : `${name} (${scope})`)}, ${until} ${formatInstant(end, reader)}.`;
}

/** Empty also on failure: the action already succeeded. */
async function otherActive(project: string, occurrence: string, { client, io }: Context): Promise<ListedOccurrence[]> {
  try {
    // The clock of the server may be ahead of this one.
    const { occurrences } = await client.listMaintenance({ project, until: new Date(io.now() + 3_600_000).toISOString() });
    return occurrences.filter((each) => each.state === "active" && each.occurrence !== occurrence);
  } catch {
    return [];
  }
}

/** Null also on failure: the action already succeeded. */
async function windowOf(project: string, window: string, { client }: Context): Promise<WindowForm | null> {
  try {
    return await client.getMaintenanceWindow({ project, window });
  } catch {
    return null;
  }
}
