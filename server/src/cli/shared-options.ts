/** Options that several commands have, in the same words. */
import type { OptionWords } from "./command-words.ts";
import type { Given } from "./given.ts";
import { oneLine } from "./text-form.ts";

export const projectOption: OptionWords = { flags: "--project <id>", meaning: "the project's id" };
export const dryRunOption: OptionWords = { flags: "--dry-run", meaning: "show what would change, and change nothing" };
export const yesOption: OptionWords = { flags: "--yes", meaning: "do not ask; needed where there is no terminal" };
export const reasonOption: OptionWords = { flags: "--reason <text>", meaning: "why; it stands in the history" };

export const localOption: OptionWords = {
  flags: "--local",
  meaning: "without a server: in the store of the data directory, which no server may be using",
};

/** Why, as an option of a request; nothing where none is given. */
export function readReason(given: Given): { readonly reason?: string } {
  const reason = given.option("reason", oneLine);
  return reason === null ? {} : { reason };
}
