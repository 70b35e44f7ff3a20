/** Asking before something is changed: only on a terminal, and never with --yes. */
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { exactly } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError without a terminal to ask on and without `--yes` */
export function requirePrompt(command: string, yes: boolean, { io, output }: Context): void {
  if (yes) return;
  if (output.isJson) throw new UsageError(["--yes is required with --json"], command);
  if (!io.ask) throw new UsageError(["--yes is required without a terminal"], command);
}

export async function isConfirmed(question: string, { io }: Context): Promise<boolean> {
  const answer = io.ask ? await io.ask(`${question} [y/N] `) : "";
  return /^y(es)?$/i.test(answer.trim());
}

/** Confirms that something is replaced or deleted as a whole: its name must be typed, and `--yes` alone is not enough. */
export interface TypedConfirmation {
  readonly name: string;
  /** True if `--confirm` was passed. */
  readonly isGiven: boolean;
}

export const confirmOption: OptionWords = {
  flags: "--confirm <name>",
  meaning: "the name again, instead of a prompt; --yes alone is not enough",
};

/** Any other name is an error: the user may have meant another project. */
export function readTypedConfirmation(args: ParsedArguments, name: string): TypedConfirmation {
  return { name, isGiven: args.option("confirm", exactly(name)) !== null };
}

/** @throws UsageError without a terminal to type the name on and without `--confirm` */
export function requireTypedConfirmation(command: string, { name, isGiven }: TypedConfirmation, { io, output }: Context): void {
  if (isGiven || (io.ask && !output.isJson)) return;
  const why = output.isJson ? "with --json" : "without a terminal";
  throw new UsageError([`--confirm ${name} is required ${why}`], command);
}

export async function confirmByTyping({ name, isGiven }: TypedConfirmation, { io }: Context): Promise<boolean> {
  if (isGiven) return true;
  const answer = io.ask ? await io.ask(`Type ${name} to confirm: `) : "";
  return answer.trim() === name;
}
