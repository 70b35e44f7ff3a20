import type { InstanceForm } from "drawbridge-rules/project/instance.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import { operand, option, removable } from "./arguments.ts";
import { given, ifThere, mergePatch, projectOption, shownProjectOption, texts, withoutNulls } from "./options.ts";
import { type Columns, lengthText } from "./output.ts";
import { listCommand, reviewedCommand } from "./resource-commands.ts";
import { changeOf } from "./review.ts";
import { duration, instanceId, oneLine } from "./text-form.ts";

const instance = operand("INSTANCE", "the instance's id", instanceId);

export const instanceColumns: Columns<Instance> = [
  ["INSTANCE", ({ id }) => id],
  ["NAME", ({ name }) => nameText(name)],
  ["REMINDER", ({ reminder }) => (reminder ? lengthText(reminder) : "-")],
];

function nameText(name: Instance["name"]): string {
  if (typeof name === "string") return name;
  return Object.entries(name)
    .map((each) => each.join(": "))
    .join(", ");
}

const instanceList = listCommand({
  name: "instance list",
  meaning: "list the instances of a project",
  args: { project: shownProjectOption, query: option("--query <text>", "filter by part of the id or name", oneLine) },
  examples: ["instance list --project acme-shop"],
  member: "instances",
  find: ({ project, query }, { client }) => client.listAll("listInstances", { project, ...given({ query }) }),
  none: ({ project, query }) =>
    `${project} has no ${query === null ? "instances" : `instance with ${JSON.stringify(query)} in its id or name`}.`,
  columns: () => instanceColumns,
});

const instanceSet = reviewedCommand({
  name: "instance set",
  meaning: "create or edit an instance",
  args: {
    instance,
    project: projectOption,
    name: option("--name <text>", "display name", oneLine),
    names: texts("--name-in <text>", "display name by language: en=…; may be repeated, once per language"),
    reminder: removable(
      option("--reminder <duration>", "how long before a window its reminder starts", duration),
      "use the project's reminder",
    ),
  },
  examples: ['instance set eu-1 --project acme-shop --name "Acme Europe"'],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  check({ name, names, reminder }, args) {
    if (name !== null && names !== null) args.problem("--name and --name-in cannot be combined: keep one");
    if (name === null && names === null && reminder === undefined && !args.hasProblems)
      args.problem("expected something to change: --name, --name-in, --reminder or --no-reminder");
  },
  plan({ instance, project, name, names, reminder }, { client }) {
    const patch = mergePatch<InstanceForm>({ name: name ?? names ?? undefined, reminder });
    return {
      subject: project,
      question: (changes) => `Make ${changes}?`,
      present: () => ifThere(client.getInstance({ project, instance })),
      // Members that this version does not know go back as they came. Names by language are replaced whole.
      send: (present, options) =>
        client.putInstance({
          project,
          instance,
          body: withoutNulls<InstanceForm>({ ...(present ?? { name: instance }), ...patch }),
          ...options,
        }),
    };
  },
});

const instanceDelete = reviewedCommand({
  name: "instance delete",
  meaning: "delete an instance",
  args: { instance, project: projectOption },
  examples: ["instance delete eu-1 --project acme-shop"],
  notes: "Apps that ask about it get 404 afterwards.",
  plan: ({ instance, project }, { client }) =>
    changeOf({
      subject: project,
      question: () => `Delete the instance ${instance} of ${project}?`,
      present: () => client.getInstance({ project, instance }),
      send: (_, options) => client.deleteInstance({ project, instance, ...options }),
    }),
});

export const instanceCommands = [instanceList, instanceSet, instanceDelete];
