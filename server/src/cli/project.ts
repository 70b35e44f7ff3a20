/** Projects: their settings, and what they require for edits. */

import type { AdminClient } from "drawbridge-client/admin";
import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import { screenKinds } from "drawbridge-rules/texts/message.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import type { ParsedArguments } from "./arguments.ts";
import { command } from "./command.ts";
import { instanceTable } from "./instance.ts";
import {
  changeOptionWords,
  dryRunOption,
  memberIfSet,
  projectOption,
  readChangeOptions,
  readEtag,
  readTexts,
} from "./options.ts";
import { fieldLines, lengthText, printable, table } from "./output.ts";
import { policyTable } from "./policy.ts";
import { confirmOption, readTypedConfirmation, runReviewedChange } from "./review.ts";
import { duration, language, oneLine, oneOf, onOrOff, projectId, wholeNumber } from "./text-form.ts";

const operand = { name: "PROJECT", meaning: "the project's id" };

export const projectList = command({
  name: "project list",
  meaning: "list projects",
  examples: ["project list"],
  read: () => null,
  async run(_, context) {
    const { client, output } = context;
    const projects = await client.listAll("listProjects");
    output.answer({ projects }, () =>
      projects.length === 0
        ? [`No projects yet. Create one: ${context.line("apply -f FILE")}`]
        : table(
            ["PROJECT", "NAME", "REVISION"],
            projects.map(({ id, name, revision }) => [id, name, String(revision)]),
            output.columns,
          ),
    );
  },
});

export const projectShow = command({
  name: "project show",
  meaning: "show a project with its policies, instances and windows",
  operands: [operand],
  examples: ["project show acme-shop"],
  read: (args) => args.operand("PROJECT", projectId),
  async run(id, { client, output }) {
    const shown = await everythingOf(client, id);
    const { columns } = output;
    output.answer(shown, () => [
      ...projectLines(shown.project),
      ...section(policyTable(shown.policies, columns)),
      ...section(instanceTable(shown.instances, columns)),
      ...section(windowTable(shown.windows, columns)),
    ]);
  },
});

async function everythingOf(client: AdminClient, id: string) {
  const [{ value: project }, policies, instances, windows] = await Promise.all([
    client.getProject({ project: id }),
    client.listAll("listPolicies", { project: id }),
    client.listAll("listInstances", { project: id }),
    client.listAll("listMaintenanceWindows", { project: id }),
  ]);
  return { project, policies, instances, windows };
}

function projectLines({
  id,
  name = "",
  revision,
  languages = [],
  ttl = "",
  reminder = "",
  no_window,
  lock_out_limit_percent,
  stores = {},
  messages = {},
  titles = {},
}: Project): string[] {
  const rows = [
    ["name", name],
    ["revision", String(revision)],
    ["languages", languages.join(", ")],
    ["ttl", lengthText(ttl)],
    ["reminder", lengthText(reminder)],
    ["no_window", String(no_window)],
    ...(lock_out_limit_percent === undefined ? [] : [["lock_out_limit_percent", String(lock_out_limit_percent)]]),
    ...Object.entries(stores).map(([store, link]) => [`stores.${store}`, String(link)]),
    ...Object.entries({ messages, titles }).flatMap(([member, kinds]) =>
      Object.entries(kinds).map(([kind, texts]) => [`${member}.${kind}`, Object.keys(texts ?? {}).join(", ")]),
    ),
  ];
  return [
    printable(id),
    ...fieldLines(
      rows.map(([name = ""]) => name),
      rows.map(([, value = ""]) => value),
    ).map((line) => `  ${line}`),
  ];
}

function windowTable(windows: readonly MaintenanceWindow[], columns: number | null): string[] {
  if (windows.length === 0) return [];
  const coverOf = ({ platforms, instances }: MaintenanceWindow) =>
    [...(platforms ?? []), ...(instances ?? [])].join(", ") || "whole project";
  return table(
    ["WINDOW", "COVERS", "START", "ZONE", "LENGTH OR END", "REPEAT", "OVERRUN", "FROM"],
    windows.map((window) => [
      window.id,
      coverOf(window),
      window.start.replace("T", " "),
      window.zone ?? "UTC",
      window.duration ? lengthText(window.duration) : (window.end ?? "-").replace("T", " "),
      window.repeat ?? "-",
      window.overrun ?? "end",
      window.origin,
    ]),
    columns,
  );
}

function section(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

export const projectDelete = command({
  name: "project delete",
  meaning: "delete a project and everything in it",
  operands: [operand],
  options: [dryRunOption, confirmOption, ...changeOptionWords],
  examples: [
    'project delete acme-shop --reason "merged into acme-market"',
    'project delete acme-shop --confirm acme-shop --reason "merged into acme-market"',
  ],
  notes: "Its history stays, and undo brings its configuration back, without its keys.",
  read(args) {
    const id = args.operand("PROJECT", projectId);
    return { id, typed: readTypedConfirmation(args, id), changeOptions: readChangeOptions(args) };
  },
  run({ id, typed, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "project delete",
        subject: id,
        question: () => `Delete ${id} with everything in it?`,
        typed,
        etag: async () => (await client.getProject({ project: id })).etag,
        send: (etag, options) => client.deleteProject({ project: id, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});

/** Messages, and when users see them. */
const messages = {
  upgrade: "message for users who must update",
  maintenance: "message during maintenance",
  recommended: "message for users who should update",
  announced: "message before maintenance",
  default: "message at other times",
} as const;
const kinds = Object.keys(messages) as (keyof typeof messages)[];

const members = { messages: kinds, titles: screenKinds } as const;
/** Beginning of the option for a text of each member. */
const optionOf = { messages: "message", titles: "title" } as const;

export const projectSet = command({
  name: "project set",
  meaning: "edit a project's settings, or create a project",
  operands: [{ name: "PROJECT", meaning: "project id; administrators can create a new one" }],
  options: [
    { flags: "--name <text>", meaning: "display name" },
    { flags: "--language <tag>", meaning: "replace the languages; may be repeated; the first is the default" },
    { flags: "--ttl <duration>", meaning: "longest time apps may cache an answer" },
    { flags: "--reminder <duration>", meaning: "how long before a window its reminder starts" },
    {
      flags: "--without-window <what>",
      meaning: "start and end in /maintenance while no window is planned: epoch (1970) or null",
      choices: ["epoch", "null"],
    },
    {
      flags: "--lock-out-limit <percent>",
      meaning: "share of requests of 24 hours that a change may newly force to update; 20 by default",
    },
    { flags: "--store-android <url>", meaning: "store link for android apps" },
    { flags: "--no-store-android", meaning: "remove this store link" },
    { flags: "--store-apple <url>", meaning: "store link for ios apps" },
    { flags: "--no-store-apple", meaning: "remove this store link" },
    ...kinds.map((kind) => ({
      flags: `--message-${kind} <text>`,
      meaning: `${messages[kind]}, as LANGUAGE=TEXT (en=…); may be repeated; replaces the texts of all languages`,
    })),
    ...screenKinds.map((kind) => ({
      flags: `--title-${kind} <text>`,
      meaning: `title above the ${kind} message, in the same form`,
    })),
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    'project set acme-shop --name "Acme Shop" --language en --language de',
    'project set acme-shop --message-upgrade "en=Please update to {update_to}."',
  ],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  read: (args) => ({
    project: args.operand("PROJECT", projectId),
    patch: readPatch(args),
    changeOptions: readChangeOptions(args),
  }),
  run({ project, patch, changeOptions }, context) {
    const { client } = context;
    let whole = patch;
    return runReviewedChange(
      {
        command: "project set",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: () =>
          readEtag(async () => {
            const found = await client.getProject({ project });
            whole = withoutOthers(patch, found.value);
            return found;
          }),
        send: (etag, options) =>
          etag === null
            ? client.putProject({ project, body: madeProject(patch), etag: null, ...options })
            : client.patchProject({ project, body: whole, etag, ...options }),
        changeOptions,
      },
      context,
    );
  },
});

type Patch = Merge<ProjectForm>;

function readPatch(args: ParsedArguments): Patch {
  const languages = args.list("language", language);
  const stores = readStores(args);
  const messages = textsOf(args, "messages");
  const titles = textsOf(args, "titles");
  const patch: Patch = {
    ...memberIfSet("name", args.option("name", oneLine)),
    ...(languages.length > 0 ? { languages } : {}),
    ...memberIfSet("ttl", args.option("ttl", duration)),
    ...memberIfSet("reminder", args.option("reminder", duration)),
    ...memberIfSet("no_window", args.option("without-window", oneOf(["epoch", "null"] as const))),
    ...memberIfSet("lock_out_limit_percent", args.option("lock-out-limit", wholeNumber(0, 100))),
    ...(Object.keys(stores).length > 0 ? { stores } : {}),
    ...(Object.keys(messages).length > 0 ? { messages } : {}),
    ...(Object.keys(titles).length > 0 ? { titles } : {}),
  };
  if (Object.keys(patch).length === 0 && !args.hasProblems)
    args.problem("expected something to change: --name, --language, --ttl, --store-…, --message-…, --title-… or another option");
  return patch;
}

/** Part of a merge patch: null removes a link. */
function readStores(args: ParsedArguments): StoreLinks {
  const links = (["android", "apple"] as const).flatMap((store) => {
    const link = args.isTakenAway(`store-${store}`) ? null : args.option(`store-${store}`, oneLine);
    return link === null && !args.isTakenAway(`store-${store}`) ? [] : [[store, link] as const];
  });
  return Object.fromEntries(links) as StoreLinks;
}

/** Deletes the languages that the new texts leave out: in a merge patch, only null deletes. */
function withoutOthers(patch: Patch, present: ProjectForm): Patch {
  const whole: Record<string, unknown> = { ...patch };
  for (const member of ["messages", "titles"] as const) {
    const known: Readonly<Record<string, object | undefined>> = present[member] ?? {};
    const texts = Object.entries(patch[member] ?? {}).map(([kind, named]) => {
      const others = Object.keys(known[kind] ?? {});
      return [kind, { ...Object.fromEntries(others.map((tag) => [tag, null])), ...named }] as const;
    });
    if (texts.length > 0) whole[member] = Object.fromEntries(texts);
  }
  return whole as Patch;
}

function textsOf(
  args: ParsedArguments,
  member: keyof typeof members,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const found = members[member].map((kind) => [kind, readTexts(args, `${optionOf[member]}-${kind}`)] as const);
  return Object.fromEntries(found.flatMap(([kind, texts]) => (texts === null ? [] : [[kind, texts]])));
}

/** Form of a new project. */
function madeProject({ stores, ...patch }: Patch): ProjectForm {
  const links = Object.fromEntries(Object.entries(stores ?? {}).filter(([, link]) => link !== null));
  return { ...(patch as ProjectForm), ...(Object.keys(links).length > 0 ? { stores: links } : {}) };
}

export const protectionShow = command({
  name: "protection show",
  meaning: "show what a project requires for edits",
  options: [projectOption],
  examples: ["protection show --project acme-shop"],
  read: (args) => args.required("project", projectId),
  async run(project, { client, output }) {
    const shown = await client.getProtection({ project });
    output.answer(shown, () => [
      `four eyes        ${shown.four_eyes ? "on: changes to the configuration need the approval of another person" : "off"}`,
      `reason required  ${shown.reason_required ? "on: every edit needs a reason" : "off"}`,
    ]);
  },
});

export const protectionSet = command({
  name: "protection set",
  meaning: "set what a project requires for edits",
  options: [
    projectOption,
    {
      flags: "--four-eyes <on|off>",
      meaning: "require a second person's approval",
      choices: ["on", "off"],
    },
    { flags: "--reason-required <on|off>", meaning: "require a reason for every edit", choices: ["on", "off"] },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: ["protection set --project acme-shop --four-eyes on --reason-required on"],
  notes: "Starting, extending, completing and canceling maintenance never need approval.",
  read(args) {
    const project = args.required("project", projectId);
    const fourEyes = args.option("four-eyes", onOrOff);
    const reasonRequired = args.option("reason-required", onOrOff);
    if (fourEyes === null && reasonRequired === null && !args.hasProblems)
      args.problem("expected something to change: --four-eyes or --reason-required");
    return { project, fourEyes, reasonRequired, changeOptions: readChangeOptions(args) };
  },
  run({ project, fourEyes, reasonRequired, changeOptions }, context) {
    const { client } = context;
    let form: ProtectionForm = { four_eyes: false, reason_required: false };
    return runReviewedChange(
      {
        command: "protection set",
        subject: project,
        question: (changes) => `Apply ${changes}?`,
        etag: async () => {
          const present = await client.getProtection({ project });
          form = {
            ...present,
            ...memberIfSet("four_eyes", fourEyes && fourEyes === "on"),
            ...memberIfSet("reason_required", reasonRequired && reasonRequired === "on"),
          };
          return present.etag;
        },
        send: (etag, options) => client.putProtection({ project, body: form, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});
