import type { AdminClient } from "drawbridge-client/admin";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { confirmOption, readTypedConfirmation } from "./confirmation.ts";
import { instanceTable } from "./instance.ts";
import { fieldLines, printable, table } from "./output.ts";
import { policyTable } from "./policy.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { projectId } from "./text-form.ts";
import { lengthText } from "./time-text.ts";

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
