/** Maintenance in real time: start, extend, complete. No prompts, since scripts run these, and operators under stress. */
import { proposedChange } from "drawbridge-client/admin";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { ListedOccurrence, MaintenanceAnswer, OccurrenceChoice, StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import type { OptionWords, ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { readStartScope, scopeOptions, wholeProjectOption } from "./maintenance-window.ts";
import {
  dryRunOption,
  overrideOption,
  projectOption,
  proposeOption,
  readOverride,
  readPropose,
  reasonOption,
} from "./options.ts";
import { epochText, minuteText, printable, takeServerZones, timesLines } from "./output.ts";
import { proposedLines } from "./proposal-text.ts";
import { durationBetween, instant, occurrenceOrWindow, oneOf, projectId, slug, wallTimeOrInstant } from "./text-form.ts";

/** Length or delay that a person would plausibly type. */
const someTime = durationBetween(1_000, 366 * 86_400_000);

const verbOptions: readonly OptionWords[] = [dryRunOption, overrideOption, reasonOption];

function readVerbOptions(args: ParsedArguments) {
  return { ...readOverride(args), ...(args.flag("dry-run") ? { dry_run: true } : {}) };
}

const inForceOperand = {
  name: "WINDOW",
  meaning: "window id or occurrence name; optional while exactly one window started by hand is active",
  isOptional: true,
};
const comingOperand = { name: "WINDOW", meaning: "window id (its next occurrence) or occurrence name" };

export const maintenanceStart = command({
  name: "maintenance start",
  meaning: "start a window's next occurrence now, or unplanned maintenance",
  operands: [{ name: "WINDOW", meaning: "window to start; default: a new one", isOptional: true }],
  options: [
    projectOption,
    { flags: "--name <id>", meaning: "id of the new window; default: by-hand- and the time" },
    { flags: "--for <duration>", meaning: "duration; default: as planned, or 1h for a new window" },
    {
      flags: "--overrun <rule>",
      meaning: "for a new window: end (default) or hold (active until completed, a day at most)",
      choices: ["end", "hold"],
    },
    ...scopeOptions,
    wholeProjectOption,
    ...verbOptions,
  ],
  examples: [
    "maintenance start --project acme-shop --whole-project --for 30m",
    'maintenance start --project acme-shop --name hotfix --instance eu-1 --message "en=Back at {end_time}."',
    "maintenance start db-upgrade --project acme-shop",
  ],
  notes: "Maintenance that is already active continues; with --for, for at least that long from now.",
  read: (args) => ({ request: readStart(args), project: args.required("project", projectId), options: readVerbOptions(args) }),
  async run({ project, request, options }, context) {
    const answer = await context.client.startMaintenance({ project, body: request, ...options });
    const scope = request.window === undefined ? request : null;
    await tell(project, answer, ["is now active", "would be active", "was already active"], context, scope, [
      `To end it: ${context.line(`maintenance complete ${answer.window} --project ${project}`)}`,
    ]);
  },
});

function readStart(args: ParsedArguments): StartRequest {
  const window = args.optionalOperand("WINDOW", slug);
  const name = args.option("name", slug);
  const length = args.option("for", someTime);
  const overrun = args.option("overrun", oneOf(["end", "hold"] as const));
  const scope = readStartScope(args, window === null);
  if (window !== null && (name !== null || overrun !== null || Object.keys(scope).length > 0)) {
    args.problem("WINDOW already defines these: remove --name, --overrun, --platform, --instance, --whole-project and --message");
  }
  return {
    ...(window === null ? {} : { window }),
    ...(name === null ? {} : { name }),
    ...(length === null ? {} : { for: length }),
    ...(overrun === null ? {} : { overrun }),
    ...scope,
  };
}

export const maintenanceExtend = command({
  name: "maintenance extend",
  meaning: "extend active maintenance",
  operands: [inForceOperand],
  options: [
    projectOption,
    { flags: "--by <duration>", meaning: "how much later it ends" },
    { flags: "--until <instant>", meaning: "earliest end: an instant, or a duration from now" },
    ...verbOptions,
  ],
  examples: [
    "maintenance extend --project acme-shop --by 15m",
    "maintenance extend db-upgrade --project acme-shop --until 2026-12-06T05:00:00+01:00",
  ],
  read: (args) => {
    const choice = choiceOf(args.optionalOperand("WINDOW", occurrenceOrWindow));
    const project = args.required("project", projectId);
    const by = args.option("by", someTime);
    const until = args.option("until", instant);
    if ((by === null) === (until === null) && !args.hasProblems) args.problem("expected --by or --until");
    const end = by === null ? { until: until ?? "" } : { by };
    return { project, request: { ...choice, ...end }, options: readVerbOptions(args) };
  },
  async run({ project, request, options }, context) {
    const answer = await context.client.extendMaintenance({ project, body: request, ...options });
    const words = ["now ends later", "would end later", "does not end earlier. No changes"] as const;
    await tell(project, answer, words, context, null, [
      `To end it now: ${context.line(`maintenance complete ${answer.window} --project ${project}`)}`,
    ]);
  },
});

export const maintenanceComplete = command({
  name: "maintenance complete",
  meaning: "end active maintenance now",
  operands: [inForceOperand],
  options: [projectOption, ...verbOptions],
  examples: ["maintenance complete --project acme-shop", "maintenance complete hotfix --project acme-shop"],
  notes: "Ends only this occurrence of a recurring window; the next one starts as planned.",
  read: (args) => ({
    choice: choiceOf(args.optionalOperand("WINDOW", occurrenceOrWindow)),
    project: args.required("project", projectId),
    options: readVerbOptions(args),
  }),
  async run({ project, choice, options }, context) {
    const answer = await context.client.completeMaintenance({ project, body: choice, ...options });
    await tell(project, answer, ["has ended", "would end", "had already ended"], context, null, (window) => [
      `To close it again: ${context.line(`maintenance start --project ${project} ${scopeWords(window)} --for 1h`)}`,
    ]);
  },
});

export const maintenanceCancel = command({
  name: "maintenance cancel",
  meaning: "cancel an upcoming occurrence",
  operands: [comingOperand],
  options: [projectOption, ...verbOptions],
  examples: ["maintenance cancel db-upgrade/2026-12-06T02:00 --project acme-shop"],
  notes: "Cancels only this occurrence of a recurring window. To end an active one, use maintenance complete.",
  read: (args) => ({
    choice: choiceOf(args.operand("WINDOW", occurrenceOrWindow)),
    project: args.required("project", projectId),
    options: readVerbOptions(args),
  }),
  async run({ project, choice, options }, context) {
    const answer = await context.client.cancelMaintenance({ project, body: choice, ...options });
    await tell(project, answer, ["was canceled", "would be canceled", "was already canceled"], context, null, [
      "This cannot be undone. Schedule a new window to do the work at another time.",
    ]);
  },
});

export const maintenanceMove = command({
  name: "maintenance move",
  meaning: "reschedule an upcoming occurrence",
  operands: [comingOperand],
  options: [
    projectOption,
    { flags: "--start <time>", meaning: "new start: local time in the window's zone, an instant, or a duration from now" },
    { flags: "--end <time>", meaning: "new end, in the same forms; default: same duration" },
    { flags: "--for <duration>", meaning: "duration, instead of --end" },
    ...verbOptions,
    proposeOption,
  ],
  examples: ["maintenance move db-upgrade/2026-12-06T02:00 --project acme-shop --start 2026-12-06T04:00 --for 1h"],
  notes: "Keeps the occurrence's name. Moves only this occurrence of a recurring window.",
  read: (args) => {
    const choice = choiceOf(args.operand("WINDOW", occurrenceOrWindow));
    const project = args.required("project", projectId);
    const start = args.required("start", wallTimeOrInstant);
    const end = args.option("end", wallTimeOrInstant);
    const length = args.option("for", someTime);
    if (end !== null && length !== null) args.problem("--end and --for cannot be combined: keep one");
    const rest = { ...(end === null ? {} : { end }), ...(length === null ? {} : { for: length }) };
    const options = readVerbOptions(args);
    const { propose } = readPropose(args, options.override ?? []);
    return { project, request: { ...choice, start, ...rest }, options, propose };
  },
  async run({ project, request, options, propose }, context) {
    const { client } = context;
    const answer = await client.moveMaintenance({ project, body: request, ...options, ...(propose ? { propose } : {}) });
    const proposed = proposedChange(answer);
    if (proposed) context.output.answer({ project, ...proposed }, () => proposedLines(project, proposed, context));
    else
      await tell(project, answer, ["was moved", "would be moved", "is already at that time"], context, null, [
        `To move it back: ${context.line(`maintenance move ${answer.occurrence} --project ${project} --start ${answer.planned_start}`)}`,
      ]);
  },
});

/** "stays active until completed, at most a day longer" (overrun: hold) */
function holdLines(window: Pick<WindowForm, "overrun"> | null, { state, planned_end, end }: MaintenanceAnswer): string[] {
  if (window?.overrun !== "hold" || state !== "in_force") return [];
  const last = epochText(Math.max(Date.parse(planned_end), Date.parse(end)) + 86_400_000);
  return [`  after its end it stays active until it is completed, at the latest until ${last}`];
}

/** A name with a slash is that of one occurrence. */
function choiceOf(name: string | null): OccurrenceChoice {
  if (name === null) return {};
  return name.includes("/") ? { occurrence: name } : { window: name };
}

/**
 * @param words after a change, for a dry run, and where nothing changed
 * @param scope of a window that a dry run does not create; null: read from the window
 * @param more lines after a change
 */
export async function tell(
  project: string,
  answer: MaintenanceAnswer,
  [done, planned, unchanged]: readonly [string, string, string],
  context: Context,
  scope: Pick<WindowForm, "platforms" | "instances" | "overrun"> | null = null,
  more: readonly string[] | ((window: WindowForm | null) => readonly string[]) = [],
): Promise<void> {
  const what = !answer.changed ? unchanged : answer.dry_run ? planned : done;
  const { output, io } = context;
  const window = output.isJson ? null : await windowOf(project, answer.window, context);
  const after = typeof more === "function" ? more(window) : more;
  const others = output.isJson ? [] : await otherActive(project, answer.occurrence, context);
  const zone = window === null ? {} : { zone: window.zone ?? "UTC" };
  // The action already succeeded.
  if (window !== null) await takeServerZones(context, [zone.zone]).catch(() => undefined);
  output.answer(answer, () => [
    output.paint("bold", `${printable(answer.occurrence)} ${what}.`),
    ...timesLines({ ...answer, ...zone }, io.zone),
    ...coverLines(window ?? scope),
    ...holdLines(window ?? scope, answer),
    ...others.map((each) => output.paint("yellow", stillClosedLine(each))),
    ...(answer.changed && !answer.dry_run && after.length > 0 ? ["", ...after] : []),
    ...(answer.dry_run ? ["", "Nothing was changed: this was a dry run."] : []),
  ]);
}

/** Names the scope, for an operator who expected another one. */
function coverLines(window: Pick<WindowForm, "platforms" | "instances"> | null): string[] {
  if (window === null) return [];
  const names = window.platforms ?? window.instances ?? [];
  return [names.length === 0 ? "  the whole project" : `  only ${printable(listed(names))}`];
}

/** Options that name the scope of the window again. */
function scopeWords(window: WindowForm | null): string {
  const { platforms, instances } = window ?? {};
  if (platforms) return platforms.map((name) => `--platform ${name}`).join(" ");
  return instances
    ? instances.map((id) => `--instance ${/^[\w.-]+$/.test(id) ? id : JSON.stringify(id)}`).join(" ")
    : "--whole-project";
}

/** For an operator who ended one maintenance and expects apps to open. */
function stillClosedLine({ occurrence, platforms, instances, end, overrun }: ListedOccurrence): string {
  const scope = listed(platforms ?? instances ?? []) || "the whole project";
  const until = overrun === "hold" ? "until it is completed, announced until" : "until";
  return `Also closed: ${printable(scope)}, by ${printable(occurrence)}, ${until} ${minuteText(end)}.`;
}

/** Other maintenance that is active. The action already succeeded, so a failure to list it is no failure of the command. */
async function otherActive(project: string, occurrence: string, { client, io }: Context): Promise<ListedOccurrence[]> {
  try {
    // The clock of the server may be ahead of this one.
    const { occurrences } = await client.listMaintenance({ project, until: new Date(io.now() + 3_600_000).toISOString() });
    return occurrences.filter((each) => each.state === "in_force" && each.occurrence !== occurrence);
  } catch {
    return [];
  }
}

/** The action already succeeded: a failure to read the window's clock is no failure of the command. */
async function windowOf(project: string, window: string, { client }: Context): Promise<WindowForm | null> {
  try {
    return await client.getMaintenanceWindow({ project, window });
  } catch {
    return null;
  }
}
