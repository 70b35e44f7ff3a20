/** docs/settings.md: a section for each setting, in groups. */
import { settingGroups } from "../src/base/setting-groups.ts";
import { type Setting, settings } from "../src/base/settings.ts";
import { page } from "./markdown.ts";

/** Forms of several settings, described once. */
const terms: Readonly<Record<string, string>> = {
  "An address": settings.listen.form.expected,
  "A rate": settings.keyLimit.form.expected,
};

export function settingsPage(): string {
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
