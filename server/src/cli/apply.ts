/** Manifests and the server: apply, plan and export. */
import { shellQuote } from "./advice.ts";
import type { OptionWords, ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { createdLines } from "./credential-commands.ts";
import {
  proposeOption,
  type ReviewedChangeOptions,
  readChangeOptions,
  readEtag,
  readPropose,
  reviewedOption,
  unreviewedOptions,
} from "./options.ts";
import { runReviewedChange } from "./review.ts";
import { filePath, oneLine, projectId } from "./text-form.ts";
import { type ManifestSource, prefixWithFile, readManifest } from "./validate.ts";

const fileOption: OptionWords = {
  flags: "-f, --file <file>",
  meaning: "manifest in YAML or JSON; - reads standard input",
};

/** Options that `plan` shares. */
const manifestOptions: readonly OptionWords[] = [
  { flags: "--overwrite", meaning: "overwrite changes made elsewhere since the last apply" },
  { flags: "--end-running", meaning: "end active windows that the manifest no longer has" },
];

const createKeyOption: OptionWords = {
  flags: "--create-key <name>",
  meaning: "then create a read key with this name, unless the project has one, and print it",
};

export const apply = command({
  name: "apply",
  meaning: "apply a manifest to a project",
  options: [fileOption, ...manifestOptions, createKeyOption, ...unreviewedOptions, reviewedOption("plan")],
  examples: ["apply -f examples/acme-shop.yaml", 'apply -f acme-shop.yaml --yes --reason "release 2.6"'],
  notes:
    "Shows the changes and asks for confirmation. Anything missing from the manifest is deleted, except windows that did\nnot come from a manifest. A missing project is created.",
  read(args) {
    const changeOptions = { ...readManifestOptions(args), ...readChangeOptions(args) };
    return { file: args.required("file", filePath), changeOptions, keyName: readKeyName(args, changeOptions) };
  },
  async run({ file, changeOptions, keyName }, context) {
    const source = await readManifest("apply", file, context);
    const code = await applyManifest("apply", file, source, changeOptions, context);
    if (code === 0 && keyName !== null) await createFirstKey(source.project, keyName, context);
    return code;
  },
});

/** A key is shown only to people, and only once its project exists. */
function readKeyName(args: ParsedArguments, { propose }: ReviewedChangeOptions): string | null {
  const name = args.option("create-key", oneLine);
  if (name !== null && args.flag("json")) args.problem("--create-key and --json cannot be combined: run key create --json");
  if (name !== null && propose !== undefined) args.problem("--create-key and --propose cannot be combined: keep one");
  return name;
}

function readManifestOptions(given: { flag(name: string): boolean }): Pick<ReviewedChangeOptions, "overwrite" | "end_running"> {
  return { overwrite: given.flag("overwrite"), end_running: given.flag("end-running") };
}

/** @param given path of the file, as it was typed */
async function applyManifest(
  name: string,
  given: string,
  source: ManifestSource,
  changeOptions: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  try {
    return await applySource(name, given, source, changeOptions, context);
  } catch (error) {
    throw prefixWithFile(source, error);
  }
}

function applySource(
  name: string,
  given: string,
  { project, text }: ManifestSource,
  changeOptions: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  const { client } = context;
  return runReviewedChange(
    {
      command: name,
      subject: project,
      question: (changes) => `Apply ${changes}?`,
      etag: () => readEtag(() => client.getManifest({ project })),
      send: (etag, options) => client.applyManifest({ project, body: text, etag, ...options }),
      changeOptions,
      next: `To apply it: ${context.line(`apply -f ${shellQuote(given)}${changeOptions.overwrite ? " --overwrite" : ""}${changeOptions.end_running ? " --end-running" : ""}`)}`,
    },
    context,
  );
}

export const plan = command({
  name: "plan",
  meaning: "preview what apply would change",
  options: [fileOption, ...manifestOptions, proposeOption],
  examples: ["plan -f acme-shop.yaml"],
  notes: "The exit code is 1 if apply would be refused.",
  read: (args) => ({
    file: args.required("file", filePath),
    changeOptions: { ...readManifestOptions(args), ...readPropose(args, []) },
  }),
  async run({ file, changeOptions }, context) {
    const source = await readManifest("plan", file, context);
    return applyManifest("plan", file, source, { yes: false, dry_run: true, override: [], ...changeOptions }, context);
  },
});

export const exportProject = command({
  name: "export",
  meaning: "print a project's manifest",
  operands: [{ name: "PROJECT", meaning: "the project's id" }],
  examples: ["export acme-shop > acme-shop.yaml"],
  notes: "Leaves out keys, and windows that did not come from a manifest.",
  read: (args) => args.operand("PROJECT", projectId),
  async run(project, { client, output }) {
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
