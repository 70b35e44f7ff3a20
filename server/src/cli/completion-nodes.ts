/** The table of commands as completion needs it: words that can follow each other. */
import { type CommandWords, helpOption, type OptionWords } from "./command-words.ts";
import { commonOptions, groups } from "./root-words.ts";

interface CompletedWord {
  readonly name: string;
  readonly meaning: string;
}

interface CompletedOption extends CompletedWord {
  /** All spellings: `-f` and `--file`. */
  readonly names: readonly string[];
  /** Its values: one of these words, a file, any text, or no value at all. */
  readonly value: readonly string[] | "file" | "text" | null;
}

/** The program (its path is ""), a group or a command. */
export interface CompletionNode {
  /** Words typed so far, without options: `policy set`. */
  readonly path: string;
  /** Subcommands, or values of the first operand. */
  readonly words: readonly CompletedWord[];
  readonly options: readonly CompletedOption[];
}

export function completionNodes(commands: readonly CommandWords[]): CompletionNode[] {
  const names = new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""));
  const first = [...names].map((name) => ({ name, meaning: groups[name] ?? meaningOf(commands, name) }));
  const options = [...commonOptions, helpOption].map(completedOption);
  const root = {
    path: "",
    words: [...first, { name: "help", meaning: "print the help of a command" }],
    options: [...options, completedOption({ flags: "-V, --version", meaning: "print the version" })],
  };
  const grouped = [...names].filter((name) => !commands.some((command) => command.name === name));
  return [
    root,
    ...grouped.map((path) => ({ path, words: subcommandsOf(commands, path), options })),
    ...commands.map((command) => ({
      path: command.name,
      words: (command.operands?.[0]?.choices ?? []).map((name) => ({ name, meaning: "" })),
      options: [...(command.options ?? []).map(completedOption), ...options],
    })),
  ];
}

function meaningOf(commands: readonly CommandWords[], name: string): string {
  return commands.find((command) => command.name === name)?.meaning ?? "";
}

function subcommandsOf(commands: readonly CommandWords[], group: string): CompletedWord[] {
  return commands.flatMap(({ name, meaning }) =>
    name.startsWith(`${group} `) ? [{ name: name.slice(group.length + 1), meaning }] : [],
  );
}

function completedOption({ flags, meaning, choices }: OptionWords): CompletedOption {
  const names = flags.match(/(?<!\S)--?[a-zA-Z][\w-]*/g) ?? [];
  const value = choices ?? (/<file>/.test(flags) ? "file" : /[<]/.test(flags) ? "text" : null);
  return { name: names.at(-1) ?? "", names, meaning, value };
}
