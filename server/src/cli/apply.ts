import { command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import { etagOf } from "./etag.ts";
import { inFile, type ManifestSource, readManifest } from "./manifest-source.ts";
import { carryOut } from "./reviewed-change.ts";
import { filePath } from "./text-form.ts";
import { quoted } from "./typed-line.ts";
import { readWishes, type Wishes, wishOptions } from "./wishes.ts";

export const fileOption: OptionWords = { flags: "-f, --file <file>", meaning: "the manifest, YAML or JSON; - is standard input" };

/** What `plan` takes too. */
export const manifestOptions: readonly OptionWords[] = [
  { flags: "--overwrite", meaning: "undo what was changed another way since the last apply" },
  { flags: "--end-running", meaning: "let go of windows that are in force" },
];

export const apply = command({
  name: "apply",
  meaning: "make a project what a manifest says",
  options: [fileOption, ...manifestOptions, ...wishOptions],
  examples: ["apply -f examples/acme-shop.yaml", 'apply -f acme-shop.yaml --yes --reason "release 2.6"'],
  notes:
    "Shows what would change and asks before it does. What the manifest does not name is deleted, except windows that did\nnot come from a manifest. The project is made where it is missing.",
  read: (given) => ({ file: given.required("file", filePath), wishes: { ...readManifestWishes(given), ...readWishes(given) } }),
  run: ({ file, wishes }, context) => applyFile("apply", file, wishes, context),
});

export function readManifestWishes(given: { flag(name: string): boolean }): Pick<Wishes, "overwrite" | "end_running"> {
  return { overwrite: given.flag("overwrite"), end_running: given.flag("end-running") };
}

export async function applyFile(name: string, file: string, wishes: Wishes, context: Context): Promise<number> {
  const source = await readManifest(name, file, context);
  try {
    return await applySource(name, file, source, wishes, context);
  } catch (error) {
    throw inFile(source, error);
  }
}

function applySource(
  name: string,
  given: string,
  { project, text }: ManifestSource,
  wishes: Wishes,
  context: Context,
): Promise<number> {
  const { client } = context;
  return carryOut(
    {
      command: name,
      subject: project,
      question: (changes) => `Apply ${changes}?`,
      etag: () => etagOf(() => client.getManifest({ project })),
      send: (etag, options) => client.applyManifest({ project, body: text, etag, ...options }),
      wishes,
      next: `To make it so: ${context.line(`apply -f ${quoted(given)}${wishes.overwrite ? " --overwrite" : ""}${wishes.end_running ? " --end-running" : ""}`)}`,
    },
    context,
  );
}
