import { existsSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { defaultStores } from "drawbridge-rules/versions/platform.ts";
import { isLoopbackName } from "../base/address.ts";
import { mayRun, readOwner } from "../store/directory-owner.ts";
import { shellQuote } from "./advice.ts";
import { flag, list, option, type ParsedArguments, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { optionalProject } from "./options.ts";
import { printable } from "./output.ts";
import { language, oneLine, plainFile, platformName, projectId, storeLink, type TextForm, url } from "./text-form.ts";
import { checkManifest } from "./validate.ts";

const usualFile = "drawbridge.yaml";
const usualPlatforms = ["ios", "android"];

export const init = command({
  name: "init",
  meaning: "write a manifest to start from",
  args: {
    project: {
      ...optionalProject("project id (or DRAWBRIDGE_PROJECT); default on a terminal: the name of this folder"),
      orElse: "environment" as const,
    },
    name: option("--name <text>", "display name; default: the id", oneLine),
    platforms: list(
      "--platform <name>",
      `platform of the app; may be repeated; default: ${usualPlatforms.join(" and ")}`,
      platformName,
    ),
    apple: option("--store-apple <url>", "store link for ios apps", storeLink),
    android: option("--store-android <url>", "store link for android apps", storeLink),
    language: option("--language <tag>", "first language of the texts; default: en", language),
    file: option("-f, --file <file>", `file to write; default: ${usualFile}`, plainFile),
    isForced: flag("--force", "overwrite the file"),
    server: { options: [], read: (args: ParsedArguments) => args.option("url", url) },
  },
  examples: ["init", 'init --project my-app --name "My App" --platform ios --store-apple https://apps.apple.com/app/id123456789'],
  notes: "Asks on a terminal for what is not passed. Comments in the file explain the rest. It needs no server.",
  async run({ isForced, server, ...answers }, context) {
    const { io, output } = context;
    const file = answers.file ?? usualFile;
    // Answers to questions would be lost.
    if (!isForced && existsSync(file)) refuseExisting(file);
    const named = server ?? context.settings.url;
    const { publicUrl, data } = context.settings;
    const address = named ?? publicUrl;
    // An address on this machine would be wrong for anyone else who opens the file.
    const schema = address === null || isLoopbackName(new URL(address).hostname) ? null : `${address}/manifest.schema.json`;
    const asked = await complete(answers, context);
    const text = newManifestText({ ...asked, schema, file: shellQuote(file), zone: io.zone });
    const { problems } = checkManifest(text, io.now());
    if (problems.length > 0)
      throw new UsageError(
        problems.map(({ path, message }) => `${path}: ${message}`),
        "init",
      );
    write(file, text, isForced);
    const holder = readOwner(data);
    const isThere = named !== null || (holder?.server !== undefined && mayRun(holder));
    const next = isThere ? context.line(`apply -f ${shellQuote(file)}`) : context.line("serve");
    output.answer({ file, project: asked.project, next }, () => [
      `${printable(file)} is the manifest of ${asked.project}.`,
      isThere ? "Next, apply it:" : "Next, start a server; it prints the command that applies it:",
      `  ${next}`,
    ]);
  },
});

interface Answers extends Readonly<Record<"project" | "name" | "apple" | "android" | "language", string | null>> {
  readonly platforms: readonly string[];
}

/** @throws UsageError */
async function complete(answers: Answers, { io, output }: Context) {
  const ask = output.isJson ? null : io.ask;
  if (answers.project === null && ask === null)
    throw new UsageError([`--project is missing without a terminal: expected ${projectId.expected}`], "init");
  const answerTo = <T>(question: string, form: TextForm<T>, usual: T & string) =>
    ask === null ? usual : answer(ask, question, form, usual, io);
  const project = answers.project ?? (await answerTo("Project id", projectId, folderName()));
  const name = answers.name ?? (await answerTo("Name", oneLine, project));
  const platforms =
    answers.platforms.length > 0
      ? answers.platforms
      : (await answerTo("Platforms", platformNames, usualPlatforms.join(" "))).split(/[\s,]+/);
  const link = async (platform: string, store: string, given: string | null) =>
    given ?? (platforms.includes(platform) ? await answerTo(`${store} link`, linkOrNone, "") : "");
  const apple = await link("ios", "App Store", answers.apple);
  const android = await link("android", "Google Play", answers.android);
  const first = answers.language ?? (await answerTo("First language", language, "en"));
  return { project, name, platforms: [...new Set(platforms)], stores: { apple, android }, language: first };
}

const platformNames: TextForm<string> = {
  expected: `names with spaces between them, each ${platformName.expected}`,
  parse: (text) => (text.split(/[\s,]+/).every((name) => platformName.parse(name) !== null) ? text : null),
};
const linkOrNone: TextForm<string> = {
  expected: `${storeLink.expected}, or nothing`,
  parse: (text) => (text === "" ? text : storeLink.parse(text)),
};

/** An empty answer, as at the end of the input, is the default. */
async function answer<T>(
  ask: NonNullable<Context["io"]["ask"]>,
  question: string,
  form: TextForm<T>,
  usual: T & string,
  io: Context["io"],
): Promise<T> {
  for (;;) {
    const text = (await ask(usual === "" ? `${question} (optional): ` : `${question} [${usual}]: `)).trim();
    if (text === "") return usual;
    const value = form.parse(text, io.now());
    if (value !== null) return value;
    io.err(`Expected ${form.expected}.\n`);
  }
}

function folderName(): string {
  const name = basename(resolve("."))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 63);
  return isSlug(name) ? name : "my-app";
}

/** @throws UsageError */
function write(file: string, text: string, isForced: boolean): void {
  try {
    writeFileSync(file, text, { flag: isForced ? "w" : "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") refuseExisting(file);
    throw new UsageError([`${JSON.stringify(file)} cannot be written (${code})`], "init");
  }
}

function refuseExisting(file: string): never {
  throw new UsageError([`${JSON.stringify(file)} exists: pass --force to overwrite it, or --file for another`], "init");
}

interface NewManifest extends Awaited<ReturnType<typeof complete>> {
  readonly zone: string;
  readonly schema: string | null;
  readonly file: string;
}

/** A comment with a space after `#` explains; one without is configuration, which an editor uncomments. */
function newManifestText(manifest: NewManifest): string {
  const { project, name, language, platforms, zone, schema, file } = manifest;
  return `${schema === null ? "" : `# yaml-language-server: $schema=${schema}\n`}# Anything missing from this file is deleted from the project when it is applied. Check it without a server, then apply it:
#   drawbridge validate ${file}
#   drawbridge apply -f ${file}
apiVersion: drawbridge/v1
project: ${JSON.stringify(project)}
name: ${JSON.stringify(name)}
# BCP 47. The first is the default; messages can have a text for each.
languages: [${JSON.stringify(language)}]
# How long an app may keep an answer, and how long before its start maintenance is announced.
#ttl: 30s
#reminder: 1h

# Where users get updates. A version can be blocked only on a platform with a link.
${storeLines(manifest).join("\n")}

# Apps below the minimum, and blocked versions, must update. Quote versions: YAML reads 2.10 as the number 2.1.
platforms:
${platforms.map(platformLines).join("\n")}

# Back ends that can be in maintenance on their own. Apps name theirs in \`instanceId\`.
#instances:
#  main:
#    name: ${JSON.stringify(name)}

# Planned maintenance of the whole project; add \`instances: [main]\` or \`platforms: [ios]\` for a part of it.
#windows:
#  backup:
#    start: 2027-01-03T02:00
#    zone: ${zone}
#    duration: 30m
#    repeat: FREQ=WEEKLY;BYDAY=SU

# Texts that apps show. Without them, Drawbridge's own are used.
#messages:
#  upgrade:
#    ${JSON.stringify(language)}: "Please update {project_name}."
`;
}

const exampleLinks = {
  apple: "https://apps.apple.com/app/id123456789",
  android: "https://play.google.com/store/apps/details?id=com.example.app",
};

function storeLines({ stores }: NewManifest): string[] {
  const lines = (["apple", "android"] as const).map((store) =>
    stores[store] === "" ? `#  ${store}: ${exampleLinks[store]}` : `  ${store}: ${JSON.stringify(stores[store])}`,
  );
  const hasLink = stores.apple !== "" || stores.android !== "";
  return [hasLink ? "stores:" : "#stores:", ...lines];
}

function platformLines(name: string): string {
  const store = defaultStores.has(name)
    ? []
    : ["    # android, apple, or none for an app that no store updates", "    store: none"];
  const policy = ['    #minimum: "1.2.0"', '    #recommended: "1.4.0"', '    #blocked: ["1.3.0", ">=1.3.2 <1.3.5"]'];
  return [`  ${name}:`, ...store, ...policy].join("\n");
}
