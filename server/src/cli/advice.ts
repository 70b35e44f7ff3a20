/** Next steps are complete command lines, to paste at night. */
import { listed, splitPath } from "drawbridge-rules/values/fields.ts";
import type { Difference } from "drawbridge-rules/wire/problem.ts";
import type { Context } from "./command.ts";
import { printable } from "./output.ts";

/** @param end_active false means the option for it exists and was not passed */
export function refusalLines(
  guards: readonly string[],
  context: Pick<Context, "io" | "typed">,
  { end_active }: { readonly end_active?: boolean | undefined },
): string[] {
  const others = guards.filter((guard) => guard !== "four_eyes" && !(guard === "active_window" && end_active === false));
  const isEndable = end_active === false && guards.includes("active_window");
  const lines = others.length > 0 || isEndable ? [mendLine(guards, others, isEndable)] : [];
  return guards.includes("four_eyes") ? [...lines, ...approvalLines(others, context)] : lines;
}

export function approvalLines(others: readonly string[], { io, typed }: Pick<Context, "io" | "typed">): string[] {
  const { argv, command } = changing(typed);
  const reason = argv.some((word) => word === "--reason" || word.startsWith("--reason=")) ? [] : ['--reason "…"'];
  const line = (...more: readonly string[]) =>
    `  ${repeatCommand(io.command, argv, [...more, ...overridesOf(others), ...reason])}`;
  return [
    "Requires approval.",
    ...(hasOption(command, "--propose") ? ["To request approval:", line("--propose")] : []),
    ...(hasOption(command, "--override")
      ? ["To publish it without approval, as an owner (marked in the history):", line("--override", "four_eyes")]
      : []),
  ];
}

export function hasOption({ options = [] }: Context["typed"]["command"], name: string): boolean {
  return options.some(({ flags }) => flags.split(" ")[0] === name);
}

/** `plan` proposes nothing: the line is then that of `apply`. */
function changing(typed: Context["typed"]): Context["typed"] {
  const at = typed.argv.indexOf("plan");
  const apply = typed.commands.find(({ name }) => name === "apply");
  if (typed.command.name !== "plan" || apply === undefined) return typed;
  return { ...typed, command: apply, argv: typed.argv.with(at, "apply") };
}

function mendLine(guards: readonly string[], overridable: readonly string[], isEndable: boolean): string {
  const named = guards.filter((guard) => guard !== "four_eyes");
  const ways = [
    `fix what ${named.length === 1 ? "it names" : "they name"}`,
    ...(isEndable ? ["end active maintenance with --end-active"] : []),
    ...(overridable.length > 0 ? [`override with ${overridesOf(overridable).join(" ")} --reason "…"`] : []),
  ];
  return `Refused by the ${named.length === 1 ? "guard" : "guards"} ${listed(named)}: ${listed(ways, "or")}.`;
}

function overridesOf(guards: readonly string[]): string[] {
  return guards.map((guard) => `--override ${guard}`);
}

const dropped = new Map([
  ["--token", 2],
  ["--json", 1],
  ["--output", 2],
  ["-o", 2],
  ["--dry-run", 1],
  ["--yes", 1],
]);

/** @param more unquoted words @param instead options with a value that `more` replaces */
export function repeatCommand(
  command: string,
  argv: readonly string[],
  more: readonly string[],
  instead: readonly string[] = [],
): string {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const words = [...kept(argv.slice(0, end), instead).map(shellQuote), ...more, ...argv.slice(end).map(shellQuote)];
  return [command, ...words].join(" ");
}

function kept(words: readonly string[], instead: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [name = "", ...value] = word.split("=");
    const count = instead.includes(name) ? 2 : dropped.get(name);
    if (count === undefined) found.push(word);
    else if (value.length === 0) at += count - 1;
  }
  return found;
}

export function shellQuote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const isPlain = !/["$`\\!]/.test(word);
  return printable(isPlain ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`);
}

interface Made {
  readonly project?: string;
  readonly revision?: number;
  readonly id?: string;
  readonly differences?: readonly Difference[];
}

type Inverse = (made: Made) => string | null;

const revisionBack: Inverse = ({ project, revision, differences = [] }) =>
  isNewProject(differences) ? `project delete --project ${project}` : `undo --project ${project} --revision ${revision}`;

const roleBack: Inverse = ({ project, differences = [] }) => {
  const [{ path, before } = { path: "" }] = differences;
  const id = splitPath(path)[1];
  return before === undefined
    ? `user revoke ${id} --project ${project}`
    : `user grant ${id} --project ${project} --role ${before}`;
};

const administratorBack: Inverse = ({ differences = [] }) => {
  const [{ path, before } = { path: "" }] = differences;
  return `user administrator ${splitPath(path)[1]}${before === undefined ? " --remove" : ""}`;
};

const protectionBack: Inverse = ({ project, differences = [] }) => {
  const options = differences.map(({ path, before }) => {
    const name = splitPath(path).at(-1) ?? "";
    return ` --${name.replaceAll("_", "-")} ${before === true ? "on" : "off"}`;
  });
  return `protection set --project ${project}${options.join("")}`;
};

const never: Inverse = () => null;
const revoked = (group: string): Inverse => {
  return ({ project, id }) => `${group} revoke ${id}${project === undefined ? "" : ` --project ${project}`}`;
};

/** Commands that are not here change a configuration: `revisionBack`. */
const inverses: Readonly<Record<string, Inverse>> = {
  "protection set": protectionBack,
  "user grant": roleBack,
  "user revoke": roleBack,
  "user administrator": administratorBack,
  "user disable": ({ id }) => `user enable ${id}`,
  "user enable": ({ id }) => `user disable ${id}`,
  "user erase": never,
  "key import": revoked("key"),
  "webhook create": ({ id }) => `webhook delete ${id}`,
  "webhook delete": never,
  "key create": revoked("key"),
  "key revoke": never,
  "token create": revoked("token"),
  "token revoke": never,
};

export function undoLine({ typed, line }: Pick<Context, "typed" | "line">, made: Made): string {
  const back = (inverses[typed.command.name] ?? revisionBack)(made);
  return back === null ? "This cannot be undone." : `To undo it: ${line(back)}`;
}

/** Every project has a name, so one without an earlier name is new. */
export function isNewProject(differences: readonly Difference[]): boolean {
  return differences.some(({ path, before }) => path === "name" && before === undefined);
}
