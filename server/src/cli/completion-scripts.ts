/** Completion scripts in the language of each shell. */
import type { CompletionNode } from "./completion-nodes.ts";

/** For bash from 3.2 on. An `=` is a word of its own there. */
export function bashScript(nodes: readonly CompletionNode[]): string {
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
export function zshScript(nodes: readonly CompletionNode[]): string {
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

export function fishScript(nodes: readonly CompletionNode[]): string {
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

/** A word that leads from one path to the next: `policy/set` to `policy set`. */
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

/** A case for each option that takes a value. Any text completes to nothing. */
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

/** For zsh and fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
