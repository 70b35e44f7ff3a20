import { AdminError } from "drawbridge-client/admin";
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { manifestJsonSchema } from "drawbridge-rules/wire/manifest-json-schema.ts";
import { type ProblemCode, problemAdvice, problems } from "drawbridge-rules/wire/problem.ts";
import type { ApiSchema } from "../src/admin/openapi/openapi-example.ts";
import { logEvents } from "../src/base/log-events.ts";
import { settingGroups } from "../src/base/setting-groups.ts";
import { type Setting, settings } from "../src/base/settings.ts";
import { exitCodeOf } from "../src/cli/exit-codes.ts";
import { type ApiMember, membersOf } from "./api-schema.ts";
import { cliPages } from "./cli-pages.ts";
import { fence, page, table } from "./markdown.ts";
import { describeApi, type OpenApi } from "./openapi.ts";

/** Texts by path below docs/. */
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

/** Forms of several settings, described once. */
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
