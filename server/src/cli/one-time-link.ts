/**
 * One-time link for an account. Printed to the terminal of the operator who requested it, or written to a file that only they
 * can read: output of programs may end up in logs.
 */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { filePath, type TextForm } from "./text-form.ts";
import { instantText } from "./time-text.ts";
import { UsageError } from "./usage-error.ts";

export const linkFileOption: OptionWords = {
  flags: "--link-file <file>",
  meaning: "write the link to a new file that only you can read, instead of printing it",
};

const newFile: TextForm<string> = { ...filePath, expected: "a file that does not exist yet" };

export function readLinkFile(args: ParsedArguments): string | null {
  return args.option("link-file", newFile);
}

export interface SavedLink<T> {
  readonly made: T;
  /** As an answer in JSON has it. */
  readonly answer: object;
  /** For people. */
  readonly lines: readonly string[];
}

/**
 * Creates the file first: a link that could not be shown would still replace the earlier ones.
 * @param file null: the link is printed
 * @throws UsageError, and errors of `make`
 */
export async function saveLink<T>(
  file: string | null,
  { typed }: Pick<Context, "typed">,
  make: () => Promise<{ readonly made: T; readonly link: AccountLink; readonly whose: string }>,
): Promise<SavedLink<T>> {
  const descriptor = file === null ? null : openNew(file, typed.command.name);
  try {
    const { made, link, whose } = await make();
    const { url, expires_at } = link;
    const until = `It can be used once, until ${instantText(expires_at)}.`;
    if (descriptor === null || file === null) {
      const lines = [`The link for ${whose} is shown only once:`, "", `  ${printable(url)}`, "", until];
      return { made, answer: { url, expires_at }, lines };
    }
    writeSync(descriptor, `${url}\n`);
    const lines = [`The link for ${whose} is in ${printable(file)}, which only you can read.`, until];
    return { made, answer: { file, expires_at }, lines };
  } catch (error) {
    if (file !== null) rmSync(file, { force: true });
    throw error;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Creates the file: an existing one would keep its permissions and owner. @throws UsageError */
function openNew(file: string, command: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "already exists: choose another name" : `cannot be created (${code})`;
    throw new UsageError([`--link-file: ${JSON.stringify(file)} ${why}`], command);
  }
}
