import type { VerbOptions } from "drawbridge-client/admin";
import type { CredentialState } from "drawbridge-rules/credentials/credential.ts";
import type { CredentialPatch } from "drawbridge-rules/wire/credential.ts";
import { undoLine } from "./advice.ts";
import { type CommandWords, type Operand, type Option, type OptionWords, option, type ParsedArguments } from "./arguments.ts";
import { type Command, type Context, command } from "./command.ts";
import { findId } from "./not-found.ts";
import { expiresOption, given, reasonOption, yesOption } from "./options.ts";
import { instantText, minuteText, printable } from "./output.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { oneLine } from "./text-form.ts";

interface Credential {
  readonly id: string;
  readonly name: string;
  readonly state: CredentialState;
  readonly last4: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** @typeParam P id of the project; null means the installation */
export interface CredentialKind<P extends string | null> {
  readonly group: string;
  /** `revoke` says `short` if there is one. */
  readonly noun: string;
  readonly short?: string;
  readonly operand: Operand<string>;
  readonly project: Option<P>;
  list(project: P, context: Context): Promise<readonly Credential[]>;
  patch(project: P, id: string, body: CredentialPatch, options: VerbOptions, context: Context): Promise<Changed>;
  revoke(project: P, id: string, options: VerbOptions, context: Context): Promise<Revoked>;
}

interface Changed extends Pick<Credential, "id" | "name" | "state" | "expires_at"> {
  readonly changed: boolean;
}

interface Revoked extends Pick<Changed, "id" | "changed"> {
  readonly revoked_at: string | null;
}

export const last4Column = ["SUFFIX", ({ last4 }: Credential) => `…${last4}`] as const;
export const created = ["CREATED", ({ created_at }: Credential) => created_at.slice(0, 10)] as const;
export const expiresColumn = [
  "EXPIRES",
  ({ expires_at }: Credential) => (expires_at === null ? "never" : minuteText(expires_at)),
] as const;
export const lastUsedColumn = [
  "LAST USED",
  ({ last_used_at: at }: { readonly last_used_at: string | null }) => (at === null ? "never" : minuteText(at)),
] as const;

const setNotes =
  "Options not passed stay as they are. An expired one works again with a later expiry; a revoked one cannot be changed.";

export interface OtherChange<P> {
  readonly options: readonly OptionWords[];
  read(args: ParsedArguments): ((project: P, target: string, context: Context) => Promise<number>) | null;
}

/** @param words whose notes follow the shared ones */
export function setCommand<P extends string | null>(
  { group, noun, operand, project, list, patch }: CredentialKind<P>,
  words: Pick<CommandWords, "examples" | "notes">,
  other?: OtherChange<P>,
): Command {
  return command({
    name: `${group} set`,
    meaning: `rename ${withArticle(noun)}, ${other ? "change its expiry, or move it" : "or change its expiry"}`,
    args: {
      text: operand,
      project,
      newName: option("--name <text>", "new name", oneLine),
      expires: expiresOption,
      isEndless: {
        options: [{ flags: "--no-expiry", meaning: "remove the expiry" }],
        read: (args: ParsedArguments) => args.isTakenAway("expiry"),
      },
      change: other ?? { options: [], read: () => null },
      options: reasonOption,
    },
    ...words,
    notes: setNotes + words.notes,
    check({ newName, expires, isEndless, change }, args) {
      if (change !== null) return;
      if (expires !== null && isEndless) args.problem("--expires and --no-expiry cannot be combined: keep one");
      if (newName === null && expires === null && !isEndless && !args.hasProblems)
        args.problem("expected something to change: --name, --expires or --no-expiry");
    },
    async run({ text, project, newName, expires, isEndless, change, options }, context) {
      const target = await findId(text, noun, isCredentialId, () => list(project, context));
      if (change !== null) return change(project, target, context);
      const body = { ...given({ name: newName, expires_at: expires }), ...(isEndless ? { expires_at: null } : {}) };
      const { id, name, state, expires_at, changed } = await patch(project, target, body, options, context);
      const end = expires_at === null ? "does not expire" : `expires at ${instantText(expires_at)}`;
      context.output.answer({ id, name, state, expires_at, changed }, () => [
        `The ${noun} ${id}, "${printable(name)}", ${end}.${changed ? "" : " No changes."}`,
      ]);
      return 0;
    },
  });
}

/** @param warning in the question */
export function revokeCommand<P extends string | null>(
  { group, noun, short = noun, operand, project, list, revoke }: CredentialKind<P>,
  words: Pick<CommandWords, "examples" | "notes">,
  warning = "",
): Command {
  const name = `${group} revoke`;
  return command({
    name,
    meaning: `revoke ${withArticle(short)} immediately and permanently`,
    args: { text: operand, project, yes: yesOption, options: reasonOption },
    ...words,
    async run({ text, project, yes, options }, context) {
      requirePrompt(name, yes, context);
      const target = await findId(text, noun, isCredentialId, () => list(project, context));
      const question = async () => {
        const found = (await list(project, context)).find((each) => each.id === target);
        return `Revoke ${found ? credentialText(found) : target} permanently?${warning}`;
      };
      if (await isDeclined(yes, question, context)) return 1;
      const { id, changed, revoked_at } = await revoke(project, target, options, context);
      const { output } = context;
      output.answer({ id, changed, revoked_at }, () => [
        `The ${short} ${id} was ${changed ? "revoked." : `already revoked${revoked_at === null ? "" : `, at ${instantText(revoked_at)}`}. No changes.`}`,
        ...(changed ? [undoLine(context, {})] : []),
      ]);
      return 0;
    },
  });
}

/** The first token and those of a demo have ids of another form, so they are listed. */
export const isCredentialId = (text: string): boolean => /^[a-z]_[a-z0-9]+$/.test(text);

/** `k_1, "iOS app" (…x8Qz),`, within a question. */
export function credentialText({ id, name, last4 }: Pick<Credential, "id" | "name" | "last4">, more = ""): string {
  return `${id}, "${printable(name)}" (…${printable(last4)}${more}),`;
}

/** The one place that prints a secret. */
export function createdLines(what: string, secret: string, use: string): string[] {
  return [what, "It is shown only once:", "", `  ${secret}`, "", use];
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
