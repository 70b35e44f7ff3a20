/** Options and output of the commands that rename a key or a token, or change its expiry. */
import type { CredentialPatch, CredentialState } from "drawbridge-rules/wire/credential.ts";
import type { OptionWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";
import { printable } from "./output.ts";
import { some } from "./patch.ts";
import { instant, oneLine } from "./text-form.ts";

export const credentialSetOptions: readonly OptionWords[] = [
  { flags: "--name <text>", meaning: "its new name" },
  { flags: "--expires <instant>", meaning: "from then on it opens nothing" },
  { flags: "--no-expiry", meaning: "it does not expire" },
];

export const credentialSetNotes =
  "What is not named stays as it is. An expired one opens again when it gets a later end; a revoked one cannot be changed.";

export function readCredentialPatch(given: Given): CredentialPatch {
  const expires = given.option("expires", instant);
  const isEndless = given.isTakenAway("expiry");
  if (expires !== null && isEndless) given.problem("--expires and --no-expiry exclude each other: keep one");
  const patch = {
    ...some("name", given.option("name", oneLine)),
    ...(isEndless ? { expires_at: null } : some("expires_at", expires)),
  };
  if (Object.keys(patch).length === 0 && !given.hasProblems)
    given.problem("expected something to change: --name, --expires or --no-expiry");
  return patch;
}

interface SetCredential {
  readonly id: string;
  readonly name: string;
  readonly state: CredentialState;
  readonly expires_at: string | null;
  readonly changed: boolean;
}

/** @param what noun of the kind: "read key" */
export function answerSet(what: string, { id, name, state, expires_at, changed }: SetCredential, { output }: Context): void {
  const end = expires_at === null ? "does not expire" : `expires at ${expires_at}`;
  output.answer({ id, name, state, expires_at, changed }, () => [
    `The ${what} ${id}, "${printable(name)}", ${changed ? "is changed: it" : "was so already: it"} ${end}.`,
  ]);
}
