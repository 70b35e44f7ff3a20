import type { VerbOptions } from "drawbridge-client/admin";
import type { CredentialState } from "drawbridge-rules/credentials/credential.ts";
import type { CredentialPatch } from "drawbridge-rules/wire/credential.ts";
import { undoLine } from "./advice.ts";
import {
  type CommandWords,
  type Operand,
  type Option,
  type OptionGroup,
  type OptionWords,
  option,
  type ParsedArguments,
} from "./arguments.ts";
import { type Command, type Context, command } from "./command.ts";
import { findId } from "./not-found.ts";
import { expiresOption, given, reasonOption, yesOption } from "./options.ts";
import { type Columns, instantText, minuteText, printable } from "./output.ts";
import { listCommand as listResources } from "./resource-commands.ts";
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

type Patched = Pick<Credential, "id" | "name" | "state" | "expires_at"> & { readonly changed: boolean };
type Revoked = { readonly id: string; readonly changed: boolean; readonly revoked_at: string | null };

export interface CredentialKind<Place, T extends Credential> {
  readonly group: string;
  /** `revoke` says `short` if there is one. */
  readonly noun: string;
  readonly short?: string;
  readonly operand: Operand<string>;
  readonly place: Option<Place> | OptionGroup<Place>;
  readonly list: (place: Place, context: Context) => Promise<readonly T[]>;
  readonly patch: (place: Place, id: string, body: CredentialPatch, options: VerbOptions, context: Context) => Promise<Patched>;
  readonly revoke: (place: Place, id: string, options: VerbOptions, context: Context) => Promise<Revoked>;
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

interface ListWords<Place, T> extends Pick<CommandWords, "meaning" | "examples" | "notes" | "options"> {
  readonly member: string;
  readonly none: (place: Place, context: Context) => string;
  readonly columns: (place: Place, context: Context) => Columns<T> | Promise<Columns<T>>;
}

export function listCommand<Place, T extends Credential>(
  { group, place, list }: CredentialKind<Place, T>,
  { options, none, columns, ...words }: ListWords<Place, T>,
): Command {
  return listResources({
    ...words,
    name: `${group} list`,
    args: { place: options === undefined ? place : { options, read: place.read } },
    find: ({ place }, context) => list(place, context),
    none: ({ place }, context) => none(place, context),
    columns: (_, { place }, context) => columns(place, context),
  });
}

const setNotes =
  "Options not passed stay as they are. An expired one works again with a later expiry; a revoked one cannot be changed.";

export interface OtherChange<Place> {
  readonly options: readonly OptionWords[];
  readonly notes: string;
  read(args: ParsedArguments): ((place: Place, target: string, context: Context) => Promise<number>) | null;
}

export function setCommand<Place, T extends Credential>(
  { group, noun, operand, place, list, patch }: CredentialKind<Place, T>,
  {
    examples,
    more = "",
    other,
  }: { readonly examples: readonly string[]; readonly more?: string; readonly other?: OtherChange<Place> },
): Command {
  return command({
    name: `${group} set`,
    meaning: `rename ${withArticle(noun)}, ${other ? "change its expiry, or move it" : "or change its expiry"}`,
    args: {
      target: operand,
      place,
      newName: option("--name <text>", "new name", oneLine),
      expires: expiresOption,
      isEndless: {
        options: [{ flags: "--no-expiry", meaning: "remove the expiry" }],
        read: (args: ParsedArguments) => args.isTakenAway("expiry"),
      },
      change: other ?? { options: [], read: () => null },
      options: reasonOption,
    },
    examples,
    notes: setNotes + more + (other?.notes ?? ""),
    check({ newName, expires, isEndless, change }, args) {
      if (change !== null) return;
      if (expires !== null && isEndless) args.problem("--expires and --no-expiry cannot be combined: keep one");
      if (newName === null && expires === null && !isEndless && !args.hasProblems)
        args.problem("expected something to change: --name, --expires or --no-expiry");
    },
    async run({ target: text, place, newName, expires, isEndless, change, options }, context) {
      const target = await findId(text, noun, isCredentialId, () => list(place, context));
      if (change !== null) return change(place, target, context);
      const body = { ...given({ name: newName, expires_at: expires }), ...(isEndless ? { expires_at: null } : {}) };
      const { id, name, state, expires_at, changed } = await patch(place, target, body, options, context);
      const end = expires_at === null ? "does not expire" : `expires at ${instantText(expires_at)}`;
      context.output.answer({ id, name, state, expires_at, changed }, () => [
        `The ${noun} ${id}, "${printable(name)}", ${end}.${changed ? "" : " No changes."}`,
      ]);
      return 0;
    },
  });
}

interface RevokeWords extends Pick<CommandWords, "examples" | "notes"> {
  readonly warning?: string;
}

export function revokeCommand<Place, T extends Credential>(
  { group, noun, short = noun, operand, place, list, revoke }: CredentialKind<Place, T>,
  { warning = "", ...words }: RevokeWords,
): Command {
  const name = `${group} revoke`;
  return command({
    name,
    meaning: `revoke ${withArticle(short)} immediately and permanently`,
    args: { target: operand, place, yes: yesOption, options: reasonOption },
    ...words,
    async run({ target: text, place, yes, options }, context) {
      requirePrompt(name, yes, context);
      const target = await findId(text, noun, isCredentialId, () => list(place, context));
      const question = async () => {
        const found = (await list(place, context)).find((each) => each.id === target);
        return `Revoke ${found ? credentialText(found) : target} permanently?${warning}`;
      };
      if (await isDeclined(yes, question, context)) return 1;
      const { id, changed, revoked_at } = await revoke(place, target, options, context);
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
