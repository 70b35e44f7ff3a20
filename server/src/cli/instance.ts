import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { InstanceForm } from "drawbridge-rules/project/instance.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { ParsedArguments } from "./arguments.ts";
import { command } from "./command.ts";
import {
  changeOptionWords,
  dryRunOption,
  mergePatch,
  projectOption,
  readChangeOptions,
  readEtag,
  readTexts,
  withoutNulls,
} from "./options.ts";
import { lengthText, table } from "./output.ts";
import { runReviewedChange } from "./review.ts";
import { duration, instanceId, oneLine, projectId } from "./text-form.ts";

const operand = { name: "INSTANCE", meaning: "the instance's id" };

export const instanceList = command({
  name: "instance list",
  meaning: "list the instances of a project",
  options: [projectOption, { flags: "--query <text>", meaning: "filter by part of the id or name" }],
  examples: ["instance list --project acme-shop"],
  read: (args) => ({ project: args.required("project", projectId), query: args.option("query", oneLine) }),
  async run({ project, query }, { client, output }) {
    const instances = await client.listAll("listInstances", { project, ...(query === null ? {} : { query }) });
    output.answer({ instances }, () =>
      instances.length === 0
        ? [`${project} has no ${query === null ? "instances" : `instance with ${JSON.stringify(query)} in its id or name`}.`]
        : instanceTable(instances, output.columns),
    );
  },
});

export function instanceTable(instances: readonly Instance[], columns: number | null): string[] {
  if (instances.length === 0) return [];
  return table(
    ["INSTANCE", "NAME", "REMINDER"],
    instances.map(({ id, name, reminder }) => [id, nameText(name), reminder ? lengthText(reminder) : "-"]),
    columns,
  );
}

function nameText(name: string | LocalizedText): string {
  if (typeof name === "string") return name;
  return Object.entries(name)
    .map((each) => each.join(": "))
    .join(", ");
}

export const instanceSet = command({
  name: "instance set",
  meaning: "create or edit an instance",
  operands: [operand],
  options: [
    projectOption,
    { flags: "--name <text>", meaning: "display name" },
    { flags: "--name-in <text>", meaning: "display name by language: en=…; may be repeated, once per language" },
    { flags: "--reminder <duration>", meaning: "how long before a window its reminder starts" },
    { flags: "--no-reminder", meaning: "use the project's reminder" },
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: ['instance set eu-1 --project acme-shop --name "Acme Europe"'],
  notes: "Options not passed stay as they are. Shows the changes and asks for confirmation.",
  read: (args) => ({
    instance: args.operand("INSTANCE", instanceId),
    project: args.required("project", projectId),
    patch: readPatch(args),
    changeOptions: readChangeOptions(args),
  }),
  run({ instance, project, patch, changeOptions }, context) {
    const { client } = context;
    let form: InstanceForm = { name: instance };
    return runReviewedChange(
      {
        command: "instance set",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: async () => {
          form = withoutNulls({ name: instance, ...patch });
          return readEtag(async () => {
            const found = await client.getInstance({ project, instance });
            // Members that this version does not know go back as they came. Names by language are replaced whole.
            form = withoutNulls({ ...found, ...patch });
            return found;
          });
        },
        send: (etag, options) => client.putInstance({ project, instance, body: form, etag, ...options }),
        changeOptions,
      },
      context,
    );
  },
});

function readPatch(args: ParsedArguments): Merge<InstanceForm> {
  const plain = args.option("name", oneLine);
  const texts = readTexts(args, "name-in");
  if (plain !== null && texts !== null) args.problem("--name and --name-in cannot be combined: keep one");
  const patch = mergePatch<InstanceForm>({
    name: plain ?? texts ?? undefined,
    reminder: args.isTakenAway("reminder") ? null : (args.option("reminder", duration) ?? undefined),
  });
  if (Object.keys(patch).length === 0 && !args.hasProblems)
    args.problem("expected something to change: --name, --name-in, --reminder or --no-reminder");
  return patch;
}

export const instanceDelete = command({
  name: "instance delete",
  meaning: "delete an instance",
  operands: [operand],
  options: [projectOption, dryRunOption, ...changeOptionWords],
  examples: ["instance delete eu-1 --project acme-shop"],
  notes: "Apps that ask about it get 404 afterwards.",
  read: (args) => ({
    instance: args.operand("INSTANCE", instanceId),
    project: args.required("project", projectId),
    changeOptions: readChangeOptions(args),
  }),
  run({ instance, project, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "instance delete",
        subject: project,
        question: () => `Delete the instance ${instance} of ${project}?`,
        etag: async () => (await client.getInstance({ project, instance })).etag,
        send: (etag, options) => client.deleteInstance({ project, instance, etag: etag ?? "", ...options }),
        changeOptions,
      },
      context,
    );
  },
});
