import type { AdminClient } from "drawbridge-client/admin";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { command } from "./command.ts";
import { confirmOption, readTypedName } from "./confirmation.ts";
import { instanceTable } from "./instance.ts";
import { printable, table } from "./output.ts";
import { policyTable } from "./policy.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption } from "./shared-options.ts";
import { projectId } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

const operand = { name: "PROJECT", meaning: "the project's id" };

export const projectList = command({
  name: "project list",
  meaning: "list the projects",
  examples: ["project list"],
  read: () => null,
  async run(_, context) {
    const { client, output } = context;
    const projects = await client.listAll("listProjects");
    output.answer({ projects }, () =>
      projects.length === 0
        ? [`There is no project yet. Create one: ${context.line("apply -f FILE")}`]
        : table(
            ["PROJECT", "NAME", "REVISION"],
            projects.map(({ id, name, revision }) => [id, name, String(revision)]),
          ),
    );
  },
});

export const projectShow = command({
  name: "project show",
  meaning: "show a project with its policies, instances and windows",
  operands: [operand],
  examples: ["project show acme-shop"],
  read: (given) => given.operand("PROJECT", projectId),
  async run(id, { client, output }) {
    const shown = await everythingOf(client, id);
    output.answer(shown, () => [
      ...projectLines(shown.project),
      ...section(policyTable(shown.policies)),
      ...section(instanceTable(shown.instances)),
      ...section(windowTable(shown.windows)),
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
  stores = {},
  messages = {},
}: Project): string[] {
  const rows = [
    ["name", name],
    ["revision", String(revision)],
    ["languages", languages.join(", ")],
    ["ttl", ttl],
    ["reminder", reminder],
    ["no_window", String(no_window)],
    ...Object.entries(stores).map(([store, link]) => [`stores.${store}`, String(link)]),
    ...Object.entries(messages).map(([kind, texts]) => [`messages.${kind}`, Object.keys(texts ?? {}).join(", ")]),
  ];
  return [
    printable(id),
    ...table(["", ""], rows)
      .slice(1)
      .map((line) => `  ${line}`),
  ];
}

function windowTable(windows: readonly MaintenanceWindow[]): string[] {
  if (windows.length === 0) return [];
  const coverOf = ({ platforms, instances }: MaintenanceWindow) =>
    [...(platforms ?? []), ...(instances ?? [])].join(", ") || "the project";
  return table(
    ["WINDOW", "COVERS", "START", "ZONE", "FOR OR UNTIL", "REPEAT", "OVERRUN", "FROM"],
    windows.map((window) => [
      window.id,
      coverOf(window),
      window.start,
      window.zone ?? "UTC",
      window.duration ?? window.end ?? "-",
      window.repeat ?? "-",
      window.overrun ?? "end",
      window.origin,
    ]),
  );
}

function section(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

export const projectDelete = command({
  name: "project delete",
  meaning: "delete a project with everything in it",
  operands: [operand],
  options: [dryRunOption, confirmOption, ...wishOptions],
  examples: [
    'project delete acme-shop --reason "merged into acme-market"',
    'project delete acme-shop --confirm acme-shop --reason "merged into acme-market"',
  ],
  notes: "Its history stays, and rollback brings its configuration back, without its keys.",
  read(given) {
    const id = given.operand("PROJECT", projectId);
    return { id, typed: readTypedName(given, id), wishes: readWishes(given) };
  },
  run({ id, typed, wishes }, context) {
    const { client } = context;
    return carryOut(
      {
        command: "project delete",
        subject: id,
        question: () => `Delete ${id} with everything in it?`,
        typed: { ...typed, what: "delete it with everything in it" },
        etag: async () => (await client.getProject({ project: id })).etag,
        send: (etag, options) => client.deleteProject({ project: id, etag: etag ?? "", ...options }),
        wishes,
      },
      context,
    );
  },
});
