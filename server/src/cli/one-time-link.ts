/**
 * A link by which somebody comes in once. It goes to the terminal of whoever asked for it, or into a file that they alone can
 * read: what a program prints may be kept by whatever runs it.
 */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { AccountLink } from "drawbridge-rules/wire/person.ts";
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";
import { instantText } from "./maintenance-text.ts";
import { printable } from "./output.ts";
import { filePath, type TextForm } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

export const linkFileOption: OptionWords = {
  flags: "--link-file <file>",
  meaning: "write the link into this new file, which only you can read, instead of printing it",
};

const newFile: TextForm<string> = { ...filePath, expected: "a file that is not there yet" };

export function readLinkFile(given: Given): string | null {
  return given.option("link-file", newFile);
}

export interface KeptLink<T> {
  readonly made: T;
  /** As an answer in JSON has it. */
  readonly answer: object;
  /** For people. */
  readonly lines: readonly string[];
}

/**
 * Makes the file first: a link that nobody can be shown would end the earlier ones for nothing.
 * @param file null: the link is printed @throws UsageError, and what `make` throws
 */
export async function keepLink<T>(
  file: string | null,
  { typed }: Pick<Context, "typed">,
  make: () => Promise<{ readonly made: T; readonly link: AccountLink; readonly whose: string }>,
): Promise<KeptLink<T>> {
  const descriptor = file === null ? null : openNew(file, typed.command.name);
  try {
    const { made, link, whose } = await make();
    const { url, expires_at } = link;
    const until = `It can be used once, until ${instantText(expires_at)}.`;
    if (descriptor === null || file === null) {
      const lines = [`The link for ${whose} is shown now and never again:`, "", `  ${printable(url)}`, "", until];
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

/** New: one that is there already keeps its rights, whoever it belongs to. @throws UsageError */
function openNew(file: string, command: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "is there already: name one that is not" : `cannot be made (${code})`;
    throw new UsageError([`--link-file: ${JSON.stringify(file)} ${why}`], command);
  }
}
