/** What is done to maintenance in real time. None of them asks: they are for scripts, and for hands that shake. */
import { proposedChange } from "drawbridge-client/admin";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import type { MaintenanceAnswer, OccurrenceChoice, StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";
import { readScope, scopeOptions } from "./maintenance-scope.ts";
import { timesLines } from "./maintenance-text.ts";
import { printable } from "./output.ts";
import { proposedLines } from "./proposal-text.ts";
import { projectOption, reasonOption } from "./shared-options.ts";
import { durationBetween, instant, occurrenceOrWindow, oneOf, projectId, slug, wallTimeOrInstant } from "./text-form.ts";
import { visibleLines } from "./visible-text.ts";
import { overrideOption, proposeOption, readOverride, readPropose } from "./wishes.ts";

/** What a person means to last, or to be later by. */
const someTime = durationBetween(1_000, 366 * 86_400_000);

const inForceOperand = {
  name: "WINDOW",
  meaning: "the window, or one occurrence of it by name; may be left out while exactly one started by hand is in force",
  isOptional: true,
};
const comingOperand = { name: "WINDOW", meaning: "the window, whose next occurrence is meant, or one occurrence by its name" };

export const maintenanceStart = command({
  name: "maintenance start",
  meaning: "begin a window's next occurrence now, or maintenance that nobody planned",
  operands: [{ name: "WINDOW", meaning: "the window to begin; without it, one is made by hand", isOptional: true }],
  options: [
    projectOption,
    { flags: "--name <id>", meaning: "id of the window that is made; else by-hand- and the time" },
    { flags: "--for <duration>", meaning: "how long: 1h by hand unless told, a window as long as planned" },
    { flags: "--overrun <rule>", meaning: "of one by hand: hold (unless told: stays until it is completed) or end" },
    ...scopeOptions,
    overrideOption,
    reasonOption,
  ],
  examples: [
    "maintenance start --project acme-shop --for 30m",
    'maintenance start --project acme-shop --name hotfix --instance eu-1 --message "en=Back at {end_time}."',
    "maintenance start db-upgrade --project acme-shop",
  ],
  notes: "What is in force already goes on; with --for it ends no earlier than so long from now.",
  read: (given) => ({ request: readStart(given), project: given.required("project", projectId), options: readOverride(given) }),
  async run({ project, request, options }, context) {
    const answer = await context.client.startMaintenance({ project, body: request, ...options });
    const isHeld = request.window === undefined && request.overrun !== "end" && answer.changed;
    await tell(project, answer, answer.changed ? "is in force now" : "is in force already", context, [
      "",
      ...(isHeld ? ["If nobody completes it by then, it stays in force, for a day at most."] : []),
      `To end it: ${context.line(`maintenance complete ${answer.window} --project ${project}`)}`,
    ]);
  },
});

function readStart(given: Given): StartRequest {
  const window = given.optionalOperand("WINDOW", slug);
  const name = given.option("name", slug);
  const length = given.option("for", someTime);
  const overrun = given.option("overrun", oneOf(["end", "hold"] as const));
  const scope = readScope(given);
  if (window !== null && (name !== null || overrun !== null || Object.keys(scope).length > 0)) {
    given.problem("WINDOW says already what it is: leave out --name, --overrun, --platform, --instance and --message");
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
  meaning: "let maintenance that is in force end later",
  operands: [inForceOperand],
  options: [
    projectOption,
    { flags: "--by <duration>", meaning: "so much later than it would end" },
    { flags: "--until <instant>", meaning: "no earlier than then" },
    overrideOption,
    reasonOption,
  ],
  examples: [
    "maintenance extend --project acme-shop --by 15m",
    "maintenance extend db-upgrade --project acme-shop --until 2026-12-06T05:00:00+01:00",
  ],
  read: (given) => {
    const choice = choiceOf(given.optionalOperand("WINDOW", occurrenceOrWindow));
    const project = given.required("project", projectId);
    const by = given.option("by", someTime);
    const until = given.option("until", instant);
    if ((by === null) === (until === null) && !given.hasProblems) given.problem("expected one of --by and --until");
    const end = by === null ? { until: until ?? "" } : { by };
    return { project, request: { ...choice, ...end }, options: readOverride(given) };
  },
  async run({ project, request, options }, context) {
    const answer = await context.client.extendMaintenance({ project, body: request, ...options });
    await tell(project, answer, answer.changed ? "ends later now" : "ends no earlier anyway", context);
  },
});

export const maintenanceComplete = command({
  name: "maintenance complete",
  meaning: "end maintenance that is in force, now and for ever",
  operands: [inForceOperand],
  options: [projectOption, overrideOption, reasonOption],
  examples: ["maintenance complete --project acme-shop", "maintenance complete hotfix --project acme-shop"],
  notes: "Of a recurring window only this occurrence ends; the next comes as planned.",
  read: (given) => ({
    choice: choiceOf(given.optionalOperand("WINDOW", occurrenceOrWindow)),
    project: given.required("project", projectId),
    options: readOverride(given),
  }),
  async run({ project, choice, options }, context) {
    const answer = await context.client.completeMaintenance({ project, body: choice, ...options });
    await tell(project, answer, answer.changed ? "is over now" : "was over already", context);
  },
});

export const maintenanceCancel = command({
  name: "maintenance cancel",
  meaning: "let an occurrence that has not started not take place",
  operands: [comingOperand],
  options: [projectOption, overrideOption, reasonOption],
  examples: ["maintenance cancel db-upgrade/2026-12-06T02:00 --project acme-shop"],
  notes: "Of a recurring window only this occurrence. One that is in force is ended with complete.",
  read: (given) => ({
    choice: choiceOf(given.operand("WINDOW", occurrenceOrWindow)),
    project: given.required("project", projectId),
    options: readOverride(given),
  }),
  async run({ project, choice, options }, context) {
    const answer = await context.client.cancelMaintenance({ project, body: choice, ...options });
    await tell(project, answer, answer.changed ? "is cancelled" : "was cancelled already", context);
  },
});

export const maintenanceMove = command({
  name: "maintenance move",
  meaning: "let an occurrence that has not started take place at another time",
  operands: [comingOperand],
  options: [
    projectOption,
    { flags: "--start <time>", meaning: "on the clock of the window's zone, or an instant with its offset" },
    { flags: "--end <time>", meaning: "in either form too; else it stays as long as it was" },
    { flags: "--for <duration>", meaning: "instead of --end" },
    overrideOption,
    reasonOption,
    proposeOption,
  ],
  examples: ["maintenance move db-upgrade/2026-12-06T02:00 --project acme-shop --start 2026-12-06T04:00 --for 1h"],
  notes: "It keeps its name. Of a recurring window only this occurrence moves.",
  read: (given) => {
    const choice = choiceOf(given.operand("WINDOW", occurrenceOrWindow));
    const project = given.required("project", projectId);
    const start = given.required("start", wallTimeOrInstant);
    const end = given.option("end", wallTimeOrInstant);
    const length = given.option("for", someTime);
    if (end !== null && length !== null) given.problem("--end and --for exclude each other: keep one");
    const rest = { ...(end === null ? {} : { end }), ...(length === null ? {} : { for: length }) };
    const options = readOverride(given);
    const { propose } = readPropose(given, options.override ?? []);
    return { project, request: { ...choice, start, ...rest }, options, propose };
  },
  async run({ project, request, options, propose }, context) {
    const { client } = context;
    const answer = await client.moveMaintenance({ project, body: request, ...options, ...(propose ? { propose } : {}) });
    const proposed = proposedChange(answer);
    if (proposed) context.output.answer({ project, ...proposed }, () => proposedLines(project, proposed, context));
    else await tell(project, answer, answer.changed ? "is moved" : "is there already", context);
  },
});

/** A name with a slash is that of one occurrence. */
function choiceOf(name: string | null): OccurrenceChoice {
  if (name === null) return {};
  return name.includes("/") ? { occurrence: name } : { window: name };
}

async function tell(
  project: string,
  answer: MaintenanceAnswer,
  what: string,
  context: Context,
  more: readonly string[] = [],
): Promise<void> {
  const { output, io } = context;
  const window = output.isJson ? null : await windowOf(project, answer.window, context);
  const zone = window === null ? {} : { zone: window.zone ?? "UTC" };
  output.answer(answer, () => [
    output.paint("bold", `${printable(answer.occurrence)} ${what}.`),
    ...timesLines({ ...answer, ...zone }, io.zone),
    ...coverLines(window),
    ...more,
    ...visibleLines(answer, output.paint.bind(output)),
  ]);
}

/** Who took it for the whole project is to see that it is not. */
function coverLines(window: WindowForm | null): string[] {
  const names = window?.platforms ?? window?.instances ?? [];
  return names.length === 0 ? [] : [`  only ${printable(listed(names))}`];
}

/** What was to be done is done: that its clock cannot be shown is no failure. */
async function windowOf(project: string, window: string, { client }: Context): Promise<WindowForm | null> {
  try {
    return await client.getMaintenanceWindow({ project, window });
  } catch {
    return null;
  }
}
