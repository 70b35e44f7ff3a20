/** Asking before something is changed: only on a terminal, and never with --yes. */
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";
import { exactly } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError where nobody can be asked and nobody said yes beforehand */
export function mustBeAbleToAsk(command: string, yes: boolean, { io, output }: Context): void {
  if (yes) return;
  if (output.isJson) throw new UsageError(["--yes is missing: with --json nothing is asked"], command);
  if (!io.ask) throw new UsageError(["--yes is missing: there is no terminal to ask on whether to change anything"], command);
}

export async function isConfirmed(question: string, { io }: Context): Promise<boolean> {
  const answer = io.ask ? await io.ask(`${question} [y/N] `) : "";
  return /^y(es)?$/i.test(answer.trim());
}

/** A thing that is replaced or deleted as a whole: its name must be typed, and `--yes` alone does not replace that. */
export interface TypedName {
  readonly name: string;
  /** By `--confirm`. */
  readonly isGiven: boolean;
}

export const confirmOption: OptionWords = {
  flags: "--confirm <name>",
  meaning: "the name again, for scripts: nothing is asked; --yes alone is not enough",
};

/** Any other name is an error: it may be another project that was meant. */
export function readTypedName(given: Given, name: string): TypedName {
  return { name, isGiven: given.option("confirm", exactly(name)) !== null };
}

/** @throws UsageError where nobody can type it and it is not given */
export function mustBeAbleToType(command: string, { name, isGiven }: TypedName, { io, output }: Context): void {
  if (isGiven || (io.ask && !output.isJson)) return;
  const why = output.isJson ? "with --json nothing is asked" : "there is no terminal to type the name on";
  throw new UsageError([`--confirm ${name} is missing: ${why}, and --yes alone is not enough`], command);
}

/** @param what it does, such as `delete it with everything in it` */
export async function isTyped({ name, isGiven }: TypedName, what: string, { io }: Context): Promise<boolean> {
  if (isGiven) return true;
  const answer = io.ask ? await io.ask(`Type ${name} to ${what}: `) : "";
  return answer.trim() === name;
}
