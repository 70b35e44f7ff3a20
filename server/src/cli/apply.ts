/** Manifests and the server: apply, plan and export. */
import type { ApplyOptions } from "drawbridge-client/admin";
import { shellQuote } from "./advice.ts";
import { flag, group, operand, option, type ParsedArguments, required } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { createdLines } from "./credential-commands.ts";
import { applyOptions, ifThere, proposeOption, type ReviewedChangeOptions, readPropose } from "./options.ts";
import { runReviewedChange, type SendOptions } from "./review.ts";
import { filePath, oneLine, projectId } from "./text-form.ts";
import { type ManifestSource, prefixWithFile, readManifest } from "./validate.ts";

const manifestOptions = {
  file: required("-f, --file <file>", "manifest in YAML or JSON; - reads standard input", filePath),
  manifest: group(
    {
      overwrite: flag("--overwrite", "overwrite changes made elsewhere since the last apply"),
      end_running: flag("--end-running", "end active windows that the manifest no longer has"),
    },
    (options): Pick<ApplyOptions, "overwrite" | "end_running"> => options,
  ),
};

export const apply = command({
  name: "apply",
  meaning: "apply a manifest to a project",
  args: {
    ...manifestOptions,
    keyName: option(
      "--create-key <name>",
      "then create a read key with this name, unless the project has one, and print it",
      oneLine,
    ),
    change: applyOptions,
  },
  examples: ["apply -f examples/acme-shop.yaml", 'apply -f acme-shop.yaml --yes --reason "release 2.6"'],
  notes:
    "Shows the changes and asks for confirmation. Anything missing from the manifest is deleted, except windows that did\nnot come from a manifest. A missing project is created.",
  // A key is shown only to people, and only once its project exists.
  check({ keyName, change }, args) {
    if (keyName === null) return;
    if (args.flag("json")) args.problem("--create-key and --json cannot be combined: run key create --json");
    if (change.propose !== undefined) args.problem("--create-key and --propose cannot be combined: keep one");
  },
  async run({ file, manifest, keyName, change }, context) {
    const source = await readManifest("apply", file, context);
    const code = await applyManifest(file, source, { ...manifest, ...change }, context);
    if (code === 0 && keyName !== null) await createFirstKey(source.project, keyName, context);
    return code;
  },
});

export const plan = command({
  name: "plan",
  meaning: "preview what apply would change",
  args: { ...manifestOptions, propose: { options: [proposeOption], read: (args: ParsedArguments) => readPropose(args, []) } },
  examples: ["plan -f acme-shop.yaml"],
  notes: "The exit code is 1 if apply would be refused.",
  async run({ file, manifest, propose }, context) {
    const source = await readManifest("plan", file, context);
    return applyManifest(file, source, { yes: false, dry_run: true, override: [], ...manifest, ...propose }, context);
  },
});

/** @param typed path of the file */
async function applyManifest(
  typed: string,
  source: ManifestSource,
  options: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  const { project, text: body } = source;
  const { client, line } = context;
  const change = {
    subject: project,
    present: () => ifThere(client.getManifest({ project })),
    send: (_: unknown, sent: SendOptions<string | null>) => client.applyManifest({ project, body, ...sent }),
    next: `To apply it: ${line(`apply -f ${shellQuote(typed)}${options.overwrite ? " --overwrite" : ""}${options.end_running ? " --end-running" : ""}`)}`,
  };
  try {
    return await runReviewedChange(change, options, context);
  } catch (error) {
    throw prefixWithFile(source, error);
  }
}

export const exportProject = command({
  name: "export",
  meaning: "print a project's manifest",
  args: { project: operand("PROJECT", "the project's id", projectId) },
  examples: ["export acme-shop > acme-shop.yaml"],
  notes: "Leaves out keys, and windows that did not come from a manifest.",
  async run({ project }, { client, output }) {
    if (output.isJson) output.answer((await client.getManifest({ project })).value, () => []);
    else output.document((await client.getManifestText({ project })).value);
  },
});

/** Nothing if an active key has this name: scripts may repeat the command. The project may lack keys, but exists. */
async function createFirstKey(project: string, name: string, { client, output }: Context): Promise<void> {
  const keys = await client.listAll("listReadKeys", { project });
  const known = keys.find((key) => key.name === name && key.state === "active");
  if (known) {
    output.lines([`The read key ${known.id} of ${project} is called ${JSON.stringify(name)} already.`]);
    return;
  }
  const { id, key } = await client.createReadKey({ project, body: { name } });
  const [{ listeners }, { policies }] = await Promise.all([client.getStatus(), client.listPolicies({ project, limit: 1 })]);
  const url = listeners.find(({ serves }) => serves.includes("config"))?.url;
  const query = `platform=${policies[0]?.id ?? "ios"}&current_version=1.0.0`;
  output.lines([
    "",
    ...createdLines(`Created the read key ${id} of ${project}.`, key, "Apps send it in the header x-api-key:"),
    ...(url === undefined ? [] : [`  curl -H 'x-api-key: ${key}' '${url}/api/v1/config?${query}'`]),
  ]);
}
