import { type ReviewedChangeOptions, readChangeOptions, reviewedOption, unreviewedOptions } from "./change-options.ts";
import { command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import { readEtag } from "./etag.ts";
import { createFirstKey } from "./first-key.ts";
import { type ManifestSource, prefixWithFile, readManifest } from "./manifest-source.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { shellQuote } from "./repeated-command.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { filePath, oneLine } from "./text-form.ts";

export const fileOption: OptionWords = {
  flags: "-f, --file <file>",
  meaning: "manifest in YAML or JSON; - reads standard input",
};

/** Options that `plan` shares. */
export const manifestOptions: readonly OptionWords[] = [
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

export function readManifestOptions(given: {
  flag(name: string): boolean;
}): Pick<ReviewedChangeOptions, "overwrite" | "end_running"> {
  return { overwrite: given.flag("overwrite"), end_running: given.flag("end-running") };
}

/** @param given path of the file, as it was typed */
export async function applyManifest(
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
