/** Options that several commands have, in the same words. */
import type { OptionWords } from "./command-words.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { oneLine } from "./text-form.ts";

export const projectOption: OptionWords = { flags: "--project <id>", meaning: "the project's id" };
export const dryRunOption: OptionWords = { flags: "--dry-run", meaning: "preview the change without making it" };
export const yesOption: OptionWords = { flags: "--yes", meaning: "skip the confirmation; required without a terminal" };
export const reasonOption: OptionWords = { flags: "--reason <text>", meaning: "reason, recorded in the history" };

export const localOption: OptionWords = {
  flags: "--local",
  meaning: "work on the store in the data directory, while no server uses it",
};

/** When a key or token ends. */
export const expiresOption: OptionWords = {
  flags: "--expires <instant>",
  meaning: "when it expires: an instant, or a duration from now",
};

/** Why, as an option of a request; nothing where none is given. */
export function readReason(args: ParsedArguments): { readonly reason?: string } {
  const reason = args.option("reason", oneLine);
  return reason === null ? {} : { reason };
}
