/** The typed command line, repeated with further options in advice, so that users can paste it. */
import { printable } from "./output.ts";

/** Options left out of the next line: the format of the answer, confirmations, the preview, and a token, which must not be printed. */
const dropped = new Map([
  ["--token", 2],
  ["--json", 1],
  ["--dry-run", 1],
  ["--yes", 1],
]);

/**
 * @param command that started this program @param argv as typed @param more words to append, unquoted @param instead names of
 * options with a value that `more` replaces
 */
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

/** Quotes a word for a POSIX shell. */
export function shellQuote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const isPlain = !/["$`\\!]/.test(word);
  return printable(isPlain ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`);
}
