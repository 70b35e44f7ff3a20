import { AdminError } from "drawbridge-client/admin";
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { manifestJsonSchema } from "drawbridge-rules/wire/manifest-json-schema.ts";
import { type ProblemCode, problemAdvice, problems } from "drawbridge-rules/wire/problem.ts";
import type { ApiSchema } from "../src/admin/openapi/openapi-example.ts";
import { logEvents } from "../src/base/log.ts";
import { settingGroups } from "../src/base/setting-groups.ts";
import { type Setting, settings } from "../src/base/settings.ts";
import { type CommandWords, commonOptions, type OptionWords } from "../src/cli/arguments.ts";
import { loadCommands } from "../src/cli/command-list.ts";
import { exitCode, exitCodeMeanings, exitCodeOf } from "../src/cli/exit-codes.ts";
import { commandPages, pageOfCommand, usageOf } from "../src/cli/help.ts";
import { type ApiMember, membersOf } from "./api-schema.ts";
import { code, fence, page, plain, sentence, table } from "./markdown.ts";
import { describeApi, type OpenApi } from "./openapi.ts";

const commands = await loadCommands([]);

function cliPages(): Readonly<Record<string, string>> {
  const pages = Object.entries(commandPages).map(([name, job]) => ({
    name,
    job,
    commands: commands.filter((command) => pageOfCommand(command.name) === name),
  }));
  const index = pages.map(({ name, job, commands: own }) => [
    `[${name}](cli-${name}.md)`,
    sentence(job),
    own.map((each) => `[\`${each.name.split(" ").at(-1)}\`](cli-${name}.md#${each.name.replaceAll(" ", "-")})`).join(", "),
  ]);
  return {
    "reference/cli.md": page(
      "Commands",
      "Look up a command, an option of all commands, or an exit code. `drawbridge help COMMAND` prints the same.",
      table(["page", "job", "commands"], index),
      "## Options of every command",
      optionTable(commonOptions),
      "## Exit codes",
      table(
        ["exit code", "meaning"],
        Object.entries(exitCodeMeanings).map(([name, text]) => [String(exitCode[name as keyof typeof exitCode]), prose(text)]),
      ),
      "`maintenance run` exits with the code of the command that it runs.",
    ),
    ...Object.fromEntries(
      pages.map(({ name, job, commands: own }) => [
        `reference/cli-${name}.md`,
        page(
          `${sentence(name).slice(0, -1)} commands`,
          `Look up a command to ${job}. Each also has the [options of every command](cli.md#options-of-every-command).`,
          ...own.map(commandSection),
        ),
      ]),
    ),
  };
}

function commandSection(command: CommandWords): string {
  const { name, meaning, operands = [], options = [], notes, examples } = command;
  return [
    `## ${name}`,
    sentence(prose(meaning)),
    fence("text", `drawbridge ${usageOf(command, ...(options.length > 0 ? ["[options]"] : []))}`),
    table(
      ["argument", "meaning"],
      operands.map((operand) => [code(operand.name), sentence(prose(operand.meaning))]),
    ),
    optionTable(options),
    ...(notes === undefined ? [] : [prose(notes)]),
    fence("sh", examples.map((example) => `drawbridge ${example}`).join("\n")),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

/** With the command before it, if that has two words. */
const optionInProse = new RegExp(
  `(?:\\b(?:${commands.flatMap(({ name }) => (name.includes(" ") ? [name] : [])).join("|")}) )?(?<![\\w\`-])--[a-z][a-z-]+`,
  "g",
);

/** With links to pages and settings, and options as code. */
function prose(text: string): string {
  return plain(text)
    .replace(/\/docs\/([\w-]+)(#[\w-]+)?/g, (_, name: string, anchor = "") => `[${name}](../${name}.md${anchor})`)
    .replace(/\bDRAWBRIDGE_[A-Z_]+\b/g, (name) => `[\`${name}\`](../settings.md#${name.toLowerCase()})`)
    .replace(optionInProse, "`$&`")
    .replace(/(?<=[.:])\n/g, "  \n");
}

function optionTable(options: readonly OptionWords[]): string {
  return table(
    ["option", "meaning"],
    options.map(({ flags, meaning }) => [code(flags), sentence(prose(meaning))]),
  );
}

export function referencePages(): Readonly<Record<string, string>> {
  return {
    "settings.md": settingsPage(),
    "reference/problems.md": problemsPage(),
    "reference/log.md": logPage(),
    "reference/permissions.md": permissionsPage(describeApi()),
    "reference/manifest.md": manifestPage(),
    ...cliPages(),
  };
}

function problemsPage(): string {
  const codes = Object.keys(problems) as ProblemCode[];
  return page(
    "Problems",
    "Look up the code of an error: its cause, and what to do.",
    "Every error of the APIs is `application/problem+json` (RFC 9457) with a `code`, and in the admin API the `type` links to the code's section. The command line ends with the exit code named here.",
    ...codes.flatMap((code) => {
      const { status, title } = problems[code];
      const exit = exitCodeOf(new AdminError(status, code, ""));
      return [`## \`${code}\``, `Status ${status}, *${title}*. Exit code ${exit}.`, problemAdvice[code]];
    }),
  );
}

function logPage(): string {
  return page(
    "Log events",
    "Look up the `event` in a log line.",
    "An `event` stays the same when the sentence in `msg` changes: filter by it. What failed is the `reason`. [Operations](../operations.md) explains the other members.",
    table(
      ["event", "meaning"],
      Object.entries(logEvents).map(([event, meaning]) => [`\`${event}\``, `${meaning}.`]),
    ),
  );
}

const words: Readonly<Record<string, string>> = {
  public: "Everyone",
  signed_in: "Signed in",
  viewer: "Viewer",
  operator: "Operator",
  editor: "Editor",
  owner: "Owner",
  administrator: "Administrator",
};

function permissionsPage({ paths }: OpenApi): string {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ request: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  return page(
    "Permissions",
    "Look up the role that a request requires.",
    "[Roles](../roles.md) include each other in this order. *Everyone* includes clients without credentials; *signed in* is a valid token or session of any role. Routes for sessions and passwords answer tokens with 403, because only people have those. Editors' edits can be previewed by viewers (`?dry_run=true`).",
    ...Object.entries(words).flatMap(([permission, title]) => [
      `## ${title}`,
      table(
        ["request", "effect"],
        routes
          .filter((route) => route["x-permission"] === permission)
          .map(({ request, summary }) => [`\`${request}\``, `${summary}.`]),
      ),
    ]),
  );
}

const terms: Readonly<Record<string, string>> = {
  "An address": settings.listen.form.expected,
  "A rate": settings.keyLimit.form.expected,
};

function settingsPage(): string {
  return page(
    "Settings",
    "Look up an environment variable.",
    "Each setting can come from a file: put its path in `NAME_FILE`. The server does not start with an unknown `DRAWBRIDGE_` name or an invalid value, and lists all of them; other commands warn of unknown names.",
    Object.entries(terms)
      .map(([term, form]) => `- *${term}* is ${form}.`)
      .join("\n"),
    ...settingGroups.flatMap(({ title, names }) => [`## ${title}`, ...names.map((name) => section(settings[name]))]),
  );
}

function section({ name, form, default: usual, otherwise, meaning, page: more }: Setting<unknown>): string {
  const term = Object.entries(terms)
    .find(([, expected]) => expected === form.expected)?.[0]
    .toLowerCase();
  const value = `Value: ${term === undefined ? form.expected : `*${term}*`}. Default: ${otherwise ?? `\`${usual}\``}.`;
  const link = more === undefined ? "" : ` [More](${more}.md).`;
  return `### \`${name}\`\n\n${meaning}${link}  \n${value}`;
}

const { definitions } = manifestJsonSchema() as { readonly definitions: Readonly<Record<string, ApiSchema>> };

const sections: readonly (readonly [heading: string, definition: string])[] = [
  ["The project", "Manifest"],
  ["`platforms.PLATFORM`", "PlatformForm"],
  ["`platforms.PLATFORM.releases`", "Releases"],
  ["`platforms.PLATFORM.step`", "PolicyStep"],
  ["`instances.INSTANCE`", "InstanceForm"],
  ["`windows.WINDOW`", "MaintenanceWindowForm"],
];

function manifestPage(): string {
  return page(
    "Members of a manifest",
    "Look up a member of the manifest, its form and an example.",
    "[The manifest](../manifest.md) shows all of them in one file. Each server has this as a JSON Schema at `/manifest.schema.json`: editors complete and check a file that names it in its first line.",
    fence("yaml", "# yaml-language-server: $schema=https://drawbridge.example.com/manifest.schema.json"),
    ...sections.flatMap(([heading, definition]) => [
      `## ${heading}`,
      table(["member", "form", "example", "meaning"], rowsOf(membersOf(definitions[definition] ?? {}, definitions, 2))),
    ]),
  );
}

/** An empty member is null, which is not worth a word for each. */
function rowsOf(members: readonly ApiMember[]): string[][] {
  const outer = members.filter(({ name }) => !name.includes("."));
  return outer.map(({ name, form: withNull, required, example, meaning }) => {
    const form = withNull.replace(/ or null$/, "").replace("map of any", "map of object");
    const inner = members.flatMap((each) =>
      each.name.startsWith(`${name}.`) ? [`\`${each.name.slice(name.length + 1)}\``] : [],
    );
    return [
      `\`${name}\``,
      `${form === "object" ? `object with ${inner.join(", ")}` : form}${required ? ", required" : ""}`,
      example === undefined ? "" : `\`${shown(example, form)}\``,
      meaning.replaceAll("|", "\\|"),
    ];
  });
}

/** As people write it: a version in quotes, without which YAML would read a number, and a duration in short. */
function shown(example: unknown, form: string): string {
  if (form === "duration") return printTypedDuration(parseDuration(String(example)) ?? 0);
  return typeof example === "string" && form !== "version" ? example : JSON.stringify(example);
}
