import type { Merge } from "drawbridge-rules/api/operations.ts";
import type { InstanceForm } from "drawbridge-rules/project/instance.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { command } from "./command.ts";
import { etagOf } from "./etag.ts";
import type { Given } from "./given.ts";
import { readTexts } from "./localized-text.ts";
import { table } from "./output.ts";
import { mergePatch, withoutNulls } from "./patch.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { duration, instanceId, oneLine, projectId } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

const operand = { name: "INSTANCE", meaning: "the instance's id" };

export const instanceList = command({
  name: "instance list",
  meaning: "list the instances of a project",
  options: [projectOption, { flags: "--query <text>", meaning: "only those with this in their id or name" }],
  examples: ["instance list --project acme-shop"],
  read: (given) => ({ project: given.required("project", projectId), query: given.option("query", oneLine) }),
  async run({ project, query }, { client, output }) {
    const instances = await client.listAll("listInstances", { project, ...(query === null ? {} : { query }) });
    output.answer({ instances }, () =>
      instances.length === 0
        ? [`${project} has no ${query === null ? "instance" : `instance with ${JSON.stringify(query)} in its id or name`}.`]
        : instanceTable(instances),
    );
  },
});

export function instanceTable(instances: readonly Instance[]): string[] {
  if (instances.length === 0) return [];
  return table(
    ["INSTANCE", "NAME", "REMINDER"],
    instances.map(({ id, name, reminder }) => [id, nameText(name), reminder ?? "-"]),
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
  meaning: "add an instance, or change one",
  operands: [operand],
  options: [
    projectOption,
    { flags: "--name <text>", meaning: "what people call it" },
    { flags: "--name-in <text>", meaning: "instead, by language: en=…; may be repeated, once for each" },
    { flags: "--reminder <duration>", meaning: "how long before it its maintenance is announced" },
    { flags: "--no-reminder", meaning: "as long before as the project says" },
    dryRunOption,
    ...wishOptions,
  ],
  examples: ['instance set eu-1 --project acme-shop --name "Acme Europe"'],
  notes: "What is not named stays as it is. Shows what would change and asks before it does.",
  read: (given) => ({
    instance: given.operand("INSTANCE", instanceId),
    project: given.required("project", projectId),
    patch: readPatch(given),
    wishes: readWishes(given),
  }),
  run({ instance, project, patch, wishes }, context) {
    const { client } = context;
    let form: InstanceForm = { name: instance };
    return carryOut(
      {
        command: "instance set",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: async () => {
          form = withoutNulls({ name: instance, ...patch });
          return etagOf(async () => {
            const found = await client.getInstance({ project, instance });
            // Members that this version does not know go back as they came. Names by language are replaced whole.
            form = withoutNulls({ ...found, ...patch });
            return found;
          });
        },
        send: (etag, options) => client.putInstance({ project, instance, body: form, etag, ...options }),
        wishes,
      },
      context,
    );
  },
});

function readPatch(given: Given): Merge<InstanceForm> {
  const plain = given.option("name", oneLine);
  const texts = readTexts(given, "name-in");
  if (plain !== null && texts !== null) given.problem("--name and --name-in exclude each other: keep one");
  const patch = mergePatch<InstanceForm>({
    name: plain ?? texts ?? undefined,
    reminder: given.isTakenAway("reminder") ? null : (given.option("reminder", duration) ?? undefined),
  });
  if (Object.keys(patch).length === 0 && !given.hasProblems)
    given.problem("expected something to change: --name, --name-in, --reminder or --no-reminder");
  return patch;
}

export const instanceDelete = command({
  name: "instance delete",
  meaning: "delete an instance",
  operands: [operand],
  options: [projectOption, dryRunOption, ...wishOptions],
  examples: ["instance delete eu-1 --project acme-shop"],
  notes: "Apps that ask about it are then answered 404.",
  read: (given) => ({
    instance: given.operand("INSTANCE", instanceId),
    project: given.required("project", projectId),
    wishes: readWishes(given),
  }),
  run({ instance, project, wishes }, context) {
    const { client } = context;
    return carryOut(
      {
        command: "instance delete",
        subject: project,
        question: () => `Delete the instance ${instance} of ${project}?`,
        etag: async () => (await client.getInstance({ project, instance })).etag,
        send: (etag, options) => client.deleteInstance({ project, instance, etag: etag ?? "", ...options }),
        wishes,
      },
      context,
    );
  },
});
