import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { type CommandWords, commonOptions, commonOptionsOf, groups, helpOption, type OptionWords, operand } from "./arguments.ts";
import { type Context, command, programVersion } from "./command.ts";
import { printable } from "./output.ts";
import { personText } from "./person.ts";
import { oneOf } from "./text-form.ts";

export const version = command({
  name: "version",
  meaning: "print the version",
  examples: ["version"],
  async run(_, { output }) {
    output.answer({ version: programVersion }, () => [programVersion]);
  },
});

export const whoami = command({
  name: "whoami",
  meaning: "show your identity and permissions",
  examples: ["whoami"],
  async run(_, context) {
    const me = await context.client.getSession();
    context.output.answer(me, () => whoLines(me, context));
  },
});

function whoLines(me: WhoAmI, { connection }: Context): string[] {
  const { actor, person, administrator, roles } = me;
  const held = roles.map(({ project, role }) => `  ${role} of ${printable(project)}`);
  if (held.length === 0) held.push("You have no role in any project.");
  return [
    `Server: ${connection.url}`,
    `Signed in as ${printable(actorText(actor))} (from ${connection.tokenSource})`,
    ...(person === null
      ? ["The token belongs to no person, so it cannot approve changes."]
      : [`The token belongs to ${personText(person)}.`]),
    ...(administrator ? ["You are an administrator with full access."] : held),
  ];
}

function actorText(actor: string): string {
  if (actor === "environment") return "the admin token of the server's environment";
  if (actor === "first") return "the initial admin token";
  return actor;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export const completion = command({
  name: "completion",
  meaning: "print a completion script for your shell",
  args: { shell: operand("SHELL", "bash, zsh or fish", oneOf(["bash", "zsh", "fish"] as const)) },
  examples: ["completion bash > ~/.local/share/bash-completion/completions/drawbridge"],
  notes:
    "To load it in the current shell only: source <(drawbridge completion bash), or in fish: drawbridge completion fish | source.\nzsh works like bash; run compinit first.",
  async run({ shell }, { output, typed }) {
    const script = scripts[shell](completionNodes(typed.commands));
    output.answer({ shell, script }, () => [script.trimEnd()]);
  },
});

interface CompletedWord {
  readonly name: string;
  readonly meaning: string;
}

interface CompletedOption extends CompletedWord {
  readonly names: readonly string[];
  readonly value: readonly string[] | "file" | "text" | null;
}

interface CompletionNode {
  readonly path: string;
  readonly words: readonly CompletedWord[];
  readonly options: readonly CompletedOption[];
}

export function completionNodes(commands: readonly CommandWords[]): CompletionNode[] {
  const names = new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""));
  const meanings = new Map(commands.map(({ name, meaning }) => [name, meaning]));
  const first = [...names].map((name) => ({ name, meaning: groups[name] ?? meanings.get(name) ?? "" }));
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
      options: [...(command.options ?? []), ...commonOptionsOf(command), helpOption].map(completedOption),
    })),
  ];
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

/** For bash from 3.2 on, where an `=` is a word of its own. */
function bashScript(nodes: readonly CompletionNode[]): string {
  return `# bash completion for drawbridge
_drawbridge() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" word words="" options=""
  COMPREPLY=()
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word == "--" ]]; then COMPREPLY=($(compgen -f -- "$cur")); return; fi
    [[ $at == "" && $word == help ]] && continue
    case "$at/$word" in
${pathCases(nodes, 6)}
    esac
  done
  case "$at $prev" in
${valueCases(nodes, (names) => `COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$cur")); return`, 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return', 4)}
  esac
  case "$at" in
${nodes.map(({ path, words, options }) => `    "${path}") words="${namesOf(words)}" options="${namesOf(options)}" ;;`).join("\n")}
  esac
  if [[ $cur == -* ]]; then words="$options"; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _drawbridge drawbridge
`;
}

/** Works in `fpath` as `_drawbridge`, and sourced after compinit. */
function zshScript(nodes: readonly CompletionNode[]): string {
  const list = (words: readonly { readonly name: string; readonly meaning: string }[]) =>
    words.map(({ name, meaning }) => quoted(`${name}${meaning ? `:${meaning}` : ""}`)).join(" ");
  return `#compdef drawbridge
_drawbridge() {
  local at="" word prev="\${words[CURRENT-1]}"
  local -a found options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ $word == "--" ]]; then _files; return; fi
    [[ $at == "" && $word == help ]] && continue
    case "$at/$word" in
${pathCases(nodes, 6)}
    esac
  done
  case "$at $prev" in
${valueCases(nodes, (names) => `compadd -- ${names.join(" ")}; return`, "_files; return", 4)}
  esac
  case "$at" in
${nodes.map(({ path, words, options }) => `    "${path}") found=(${list(words)}) options=(${list(options)}) ;;`).join("\n")}
  esac
  if [[ $PREFIX == --*=* ]]; then
    prev="\${PREFIX%%=*}"
    compset -P '*='
    case "$at $prev" in
${valueCases(nodes, (names) => `compadd -- ${names.join(" ")}`, "_files", 6)}
    esac
  elif [[ $PREFIX == -* ]]; then _describe option options
  else _describe command found; fi
}
if [[ "\${funcstack[1]}" == _drawbridge ]]; then _drawbridge "$@"; else compdef _drawbridge drawbridge; fi
`;
}

function fishScript(nodes: readonly CompletionNode[]): string {
  return `# fish completion for drawbridge
function __drawbridge_path
  set -l at ""
  for word in (commandline -opc)[2..-1]
    test "$at" = "" -a "$word" = help; and continue
    switch "$at/$word"
${pathsOf(nodes)
  .map(({ from, to }) => `      case "${from}"\n        set at "${to}"`)
  .join("\n")}
    end
  end
  echo $at
end
function __drawbridge_at
  test (__drawbridge_path) = "$argv[1]"
end
complete -c drawbridge -f
${nodes.flatMap(fishLines).join("\n")}
`;
}

function fishLines({ path, words, options }: CompletionNode): string[] {
  const start = `complete -c drawbridge -n '__drawbridge_at "${path}"'`;
  return [
    ...words.map(({ name, meaning }) => `${start} -a ${name}${meaning ? ` -d ${quoted(meaning)}` : ""}`),
    ...options.map(({ names, meaning, value }) => {
      const spelled = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(" ");
      const more = value === null ? "" : value === "file" ? " -r -F" : value === "text" ? " -x" : ` -x -a "${value.join(" ")}"`;
      return `${start} ${spelled}${more} -d ${quoted(meaning)}`;
    }),
  ];
}

function pathsOf(nodes: readonly CompletionNode[]): { readonly from: string; readonly to: string }[] {
  return nodes.flatMap(({ path }) =>
    path === "" ? [] : [{ from: path.includes(" ") ? path.replace(" ", "/") : `/${path}`, to: path }],
  );
}

function pathCases(nodes: readonly CompletionNode[], indent: number): string {
  return pathsOf(nodes)
    .map(({ from, to }) => `${" ".repeat(indent)}"${from}") at="${to}" ;;`)
    .join("\n");
}

/** Any text completes to nothing. */
function valueCases(
  nodes: readonly CompletionNode[],
  ofWords: (names: readonly string[]) => string,
  ofFile: string,
  indent: number,
): string {
  const lines = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ names, value }) => {
      if (value === null) return [];
      const action = value === "file" ? ofFile : value === "text" ? "return" : ofWords(value);
      return [`${" ".repeat(indent)}${names.map((name) => `"${path} ${name}"`).join("|")}) ${action} ;;`];
    }),
  );
  return lines.join("\n");
}

function namesOf(words: readonly { readonly name: string }[]): string {
  return words.map(({ name }) => name).join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
