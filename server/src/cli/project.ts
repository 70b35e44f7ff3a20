import type { AdminClient } from "drawbridge-client/admin";
import { describeScope, namesIn, plainName } from "drawbridge-rules/describe/reader.ts";
import { describeSchedule } from "drawbridge-rules/describe/window.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import { screenKinds } from "drawbridge-rules/texts/message.ts";
import { isMap } from "drawbridge-rules/values/fields.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Patch } from "drawbridge-rules/wire/patch.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { group, list, option, removable } from "./arguments.ts";
import { command } from "./command.ts";
import { instanceColumns } from "./instance.ts";
import { messageOptions, textsByKind, withoutOthers } from "./message-options.ts";
import {
  changeOptionsAlone,
  dryRunOption,
  given,
  ifThere,
  mergePatch,
  projectOption,
  shownProjectOption,
  withoutNulls,
} from "./options.ts";
import { type Columns, lengthText, resourceLines, tableOf } from "./output.ts";
import { policyColumns } from "./policy.ts";
import { listCommand, reviewedCommand } from "./resource-commands.ts";
import { changeOf, confirmOption } from "./review.ts";
import { duration, language, oneLine, oneOf, onOrOff, wholeNumber } from "./text-form.ts";

const projectList = listCommand({
  name: "project list",
  meaning: "list projects",
  examples: ["project list"],
  member: "projects",
  find: (_, { client }) => client.listAll("listProjects"),
  none: (_, { line }) => `No projects yet. Create one: ${line("apply -f FILE")}`,
  columns: () => [
    ["PROJECT", ({ id }) => id],
    ["NAME", ({ name }) => name],
    ["REVISION", ({ revision }) => revision],
  ],
});

const projectShow = command({
  name: "project show",
  meaning: "show a project with its platforms, instances and windows",
  args: { project: shownProjectOption },
  examples: ["project show --project acme-shop"],
  async run({ project }, { client, output, io }) {
    const now = io.now();
    const [shown, states] = await Promise.all([
      everythingOf(client, project),
      output.isJson ? new Map<string, string>() : windowStates(client, project, now),
    ]);
    const { columns } = output;
    const { platforms, instances, windows } = shown;
    const planned = windows.filter(({ origin }) => origin !== "hand");
    const tables = () => [
      tableOf(policyColumns(platforms), platforms, columns),
      tableOf(instanceColumns, instances, columns),
      tableOf(windowColumns(instances, shown.project, states, now), planned, columns),
    ];
    output.answer(shown, () => [
      ...projectLines(shown.project),
      ...tables().flatMap((lines) => (lines.length === 0 ? [] : ["", ...lines])),
    ]);
  },
});

async function everythingOf(client: AdminClient, id: string) {
  const [{ value: project }, platforms, instances, windows] = await Promise.all([
    client.getProject({ project: id }),
    client.listAll("listPlatforms", { project: id }),
    client.listAll("listInstances", { project: id }),
    client.listAll("listMaintenanceWindows", { project: id }),
  ]);
  return { project, platforms, instances, windows };
}

/** The first occurrence within 90 days counts. @param now epoch ms */
async function windowStates(client: AdminClient, project: string, now: number): Promise<ReadonlyMap<string, string>> {
  const until = new Date(now + 90 * 86_400_000).toISOString();
  const { occurrences } = await client.listMaintenance({ project, until, warnings: false });
  // The first occurrence of a window is set last.
  return new Map(occurrences.toReversed().map(({ window, state }) => [window, state]));
}

function projectLines({ id, languages = [], stores = {}, messages = {}, titles = {}, ...shown }: Project): string[] {
  const limit = shown.lock_out_limit_percent;
  return resourceLines(id, [
    ["name", shown.name ?? ""],
    ["revision", String(shown.revision)],
    ["languages", languages.join(", ")],
    ["ttl", lengthText(shown.ttl ?? "")],
    ["reminder", lengthText(shown.reminder ?? "")],
    ["no_window", String(shown.no_window)],
    ...(limit === undefined ? [] : [["lock_out_limit_percent", String(limit)] as const]),
    ...Object.entries(stores).map(([store, link]) => [`stores.${store}`, String(link)] as const),
    ...Object.entries({ messages, titles }).flatMap(([member, kinds]) =>
      Object.entries(kinds).map(([kind, texts]) => [`${member}.${kind}`, Object.keys(texts ?? {}).join(", ")] as const),
    ),
  ]);
}

/** Windows by hand are in the list of maintenance. */
function windowColumns(
  instances: readonly Instance[],
  project: Project,
  states: ReadonlyMap<string, string>,
  now: number,
): Columns<MaintenanceWindow> {
  const names = namesIn({ instance: Object.fromEntries(instances.map(({ id, name }) => [id, plainName(name)])) });
  return [
    ["WINDOW", ({ id, title = id }) => title],
    [
      "SCOPE",
      ({ platforms = null, instances = null }) => describeScope({ platforms, instances }, names, project.name ?? project.id),
    ],
    ["WHEN", (window) => `${describeSchedule(window, { now })}${window.overrun === "hold" ? ", until completed" : ""}`],
    ["STATE", ({ id }) => states.get(id) ?? "-"],
    ["FROM", ({ origin }) => origin],
  ];
}

const edits = group(
  {
    name: option("--name <text>", "display name", oneLine),
    languages: list("--language <tag>", "replace the languages; may be repeated; the first is the default", language),
    ttl: option("--ttl <duration>", "longest time apps may cache an answer", duration),
    reminder: option("--reminder <duration>", "how long before a window its reminder starts", duration),
    no_window: option(
      "--without-window <what>",
      "start and end in /maintenance while no window is planned: epoch (1970) or null",
      oneOf(["epoch", "null"] as const),
    ),
    lock_out_limit_percent: option(
      "--lock-out-limit <percent>",
      "share of the last 24 hours' requests that a change may newly force to update; 20 by default",
      wholeNumber(0, 100),
    ),
    android: removable(option("--store-android <url>", "store link for android apps", oneLine), "remove this store link"),
    apple: removable(option("--store-apple <url>", "store link for ios apps", oneLine), "remove this store link"),
    messages: messageOptions("use the default message"),
    titles: textsByKind(
      "title",
      screenKinds,
      (kind) => `title above the ${kind} message, in the same form`,
      "use the default title",
    ),
  },
  ({ android, apple, ...members }, args) => {
    const isEdit = (value: unknown) => !isMap(value) || Object.keys(value).length > 0;
    const stores = mergePatch({ android, apple });
    const found = Object.entries(given({ ...members, stores })).filter(([, value]) => isEdit(value));
    if (found.length === 0 && !args.hasProblems)
      args.problem(
        "expected something to change: --name, --language, --ttl, --store-…, --message-…, --title-… or another option",
      );
    return Object.fromEntries(found) as Patch<ProjectForm>;
  },
);

const projectSet = reviewedCommand({
  name: "project set",
  meaning: "edit a project's settings, or create a project (administrators)",
  args: {
    project: projectOption,
    patch: edits,
  },
  examples: [
    'project set --project acme-shop --name "Acme Shop" --language en --language de',
    'project set --project acme-shop --message-upgrade "en=Please update to {update_to}."',
  ],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  plan({ project, patch }, { client }) {
    return changeOf({
      subject: project,
      question: (changes) => `Make ${changes}?`,
      present: () => ifThere(client.getProject({ project })),
      send: (present, { etag, ...options }) =>
        present === null || etag === null
          ? client.putProject({ project, body: withoutNulls<ProjectForm>(patch), etag: null, ...options })
          : client.patchProject({ project, body: withoutOthers(patch, present.value), etag, ...options }),
    });
  },
});

const anyText = { expected: "the name", parse: (text: string) => text };

const projectDelete = reviewedCommand({
  name: "project delete",
  meaning: "delete a project and everything in it",
  args: {
    project: projectOption,
    isPreview: dryRunOption,
    confirmed: { ...confirmOption, read: option(confirmOption.flags, "", anyText).read },
  },
  shared: changeOptionsAlone,
  examples: [
    'project delete --project acme-shop --reason "merged into acme-market"',
    'project delete --project acme-shop --confirm acme-shop --reason "merged into acme-market"',
  ],
  notes: "Its history stays, and undo brings its configuration back, without its keys.",
  // Any other name is an error: the user may have meant another project.
  check({ project, confirmed }, args) {
    if (confirmed !== null && project && confirmed !== project)
      args.problem(`--confirm: expected ${project}, not ${JSON.stringify(confirmed)}`);
  },
  plan: ({ project, confirmed }, { client }) =>
    changeOf({
      subject: project,
      question: () => `Delete ${project} with everything in it?`,
      typed: { name: project, isGiven: confirmed !== null },
      present: () => client.getProject({ project }),
      send: (_, options) => client.deleteProject({ project, ...options }),
    }),
});

export const projectCommands = [projectList, projectShow, projectSet, projectDelete];

const protectionShow = command({
  name: "protection show",
  meaning: "show the approval rules of a project",
  args: { project: shownProjectOption },
  examples: ["protection show --project acme-shop"],
  async run({ project }, { client, output }) {
    const shown = await client.getProtection({ project });
    output.answer(shown, () => [
      `four eyes        ${shown.four_eyes ? "on: changes to the configuration need the approval of another person" : "off"}`,
      `reason required  ${shown.reason_required ? "on: every edit needs a reason" : "off"}`,
    ]);
  },
});

const protectionSet = reviewedCommand({
  name: "protection set",
  meaning: "set the approval rules of a project",
  args: {
    project: projectOption,
    fourEyes: option("--four-eyes <on|off>", "require a second person's approval", onOrOff),
    reasonRequired: option("--reason-required <on|off>", "require a reason for every edit", onOrOff),
  },
  examples: ["protection set --project acme-shop --four-eyes on --reason-required on"],
  notes: "Starting, extending, completing and canceling maintenance never need approval.",
  check({ fourEyes, reasonRequired }, args) {
    if (fourEyes === null && reasonRequired === null && !args.hasProblems)
      args.problem("expected something to change: --four-eyes or --reason-required");
  },
  plan: ({ project, fourEyes, reasonRequired }, { client }) =>
    changeOf({
      subject: project,
      present: () => client.getProtection({ project }),
      send: (present, options) => {
        const edits = given({
          four_eyes: fourEyes && fourEyes === "on",
          reason_required: reasonRequired && reasonRequired === "on",
        });
        return client.putProtection({ project, body: { ...present, ...edits }, ...options });
      },
    }),
});

export const protectionCommands = [protectionShow, protectionSet];
