/** Asking before something is changed: only on a terminal, and never with --yes. */
import type { Context } from "./context.ts";
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
