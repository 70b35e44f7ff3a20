import { groups } from "./arguments.ts";

/** Commands without a group, by page. */
export const pagesOfCommands: Readonly<Record<string, { readonly job: string; readonly commands: readonly string[] }>> = {
  manifest: {
    job: "write, check, apply and update the file with a project's configuration",
    commands: ["init", "validate", "plan", "apply", "export", "pull"],
  },
  history: {
    job: "list, follow and undo changes, and see the answers and requests of apps",
    commands: ["history", "events", "undo", "simulate", "adoption"],
  },
  server: {
    job: "run, check, back up and move a server, and open every app in an emergency",
    commands: ["serve", "doctor", "open", "backup", "restore", "copy", "compact"],
  },
  program: { job: "see who you are, the version, and completion for a shell", commands: ["whoami", "version", "completion"] },
};

export const commandPages: Readonly<Record<string, string>> = {
  ...groups,
  ...Object.fromEntries(Object.entries(pagesOfCommands).map(([name, { job }]) => [name, job])),
};

/** Name of the page that describes a command. */
export function pageOfCommand(command: string): string {
  const [first = ""] = command.split(" ");
  if (Object.hasOwn(groups, first)) return first;
  return Object.entries(pagesOfCommands).find(([, { commands }]) => commands.includes(first))?.[0] ?? "program";
}

/** Path of a command's section on every server. */
export function documentationOf(command: string): string {
  return `/docs/reference/cli-${pageOfCommand(command)}#${command.replaceAll(" ", "-")}`;
}
