/** The command line that was typed, for advice that is that line again with something more: nobody has to find out where it goes. */
import { printable } from "./output.ts";

/** What the next line is not to say again: how it is answered; and a token, which is nothing to print. */
const dropped = new Map([
  ["--token", 2],
  ["--json", 1],
  ["--yes", 1],
]);

/**
 * @param command how this program was started
 * @param argv as it was typed
 * @param more words to add, each as it is to be read
 * @param instead names of options with a value that these take the place of
 */
export function lineAgain(
  command: string,
  argv: readonly string[],
  more: readonly string[],
  instead: readonly string[] = [],
): string {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const words = [...kept(argv.slice(0, end), instead).map(quoted), ...more, ...argv.slice(end).map(quoted)];
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

/** As a POSIX shell reads it back. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const isPlain = !/["$`\\!]/.test(word);
  return printable(isPlain ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`);
}
