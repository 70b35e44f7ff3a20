/** Verbs on accounts for administrators. Irreversible ones ask first. */

import type { Departure, Person, RevokedTokens } from "drawbridge-rules/wire/person.ts";
import { type Command, command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import { isConfirmed, requirePrompt } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { createdTokensText, remainingTokenLines, revokedTokenLines } from "./created-tokens.ts";
import { counted } from "./output.ts";
import { findPerson, personOperand, personText } from "./person-choice.ts";
import { yesOption } from "./shared-options.ts";
import { person } from "./text-form.ts";
import { undoLine } from "./undo-text.ts";

interface Verb {
  readonly name: "disable" | "enable" | "sign-out" | "erase";
  readonly meaning: string;
  readonly notes: string;
  /** True if the person loses access: the command then lists the tokens they leave behind. */
  readonly leaves: boolean;
  /** Null: no confirmation. */
  readonly question: ((who: string) => string) | null;
  readonly act: (id: string, client: Context["client"], departure: Departure) => Promise<Acted>;
}

interface Acted {
  readonly answer: object;
  readonly done: string;
  /** Set only if the caller asked to revoke tokens. */
  readonly revoked?: readonly RevokedTokens[] | undefined;
}

const revokeOption: OptionWords = { flags: "--revoke-tokens", meaning: "also revoke access tokens that the person created" };

const tokenNote = "Access tokens that they created keep working unless --revoke-tokens is passed: see token list.";

export const userDisable = verb({
  name: "disable",
  meaning: "disable an account immediately",
  notes: `Ends their sessions, links and roles. ${tokenNote}`,
  leaves: true,
  question: (who) => `Disable ${who}? This ends their sessions and removes their roles, which user enable does not restore.`,
  act: async (id, client, departure) => {
    const answer = await client.disablePerson({ person: id, body: departure });
    return { answer, done: "was disabled", revoked: answer.revoked_tokens };
  },
});

export const userEnable = verb({
  name: "enable",
  meaning: "enable an account",
  notes: "Earlier roles are not restored: see user grant.",
  leaves: false,
  question: null,
  act: async (id, client) => ({
    answer: await client.enablePerson({ person: id }),
    done: "was enabled, without earlier roles",
  }),
});

export const userSignOut = verb({
  name: "sign-out",
  meaning: "end all sessions of a person",
  notes: "They can sign in again. To keep them out: user disable.",
  leaves: false,
  question: null,
  act: async (id, client) => {
    const answer = await client.signOutPerson({ person: id });
    return { answer: { id, ...answer }, done: `was signed out: ${counted(answer.ended, "session")} ended` };
  },
});

export const userErase = verb({
  name: "erase",
  meaning: "permanently erase a person's name, login, password and other data",
  notes: `History keeps only their id. ${tokenNote}`,
  leaves: true,
  question: (who) => `Erase ${who} permanently? This cannot be undone; history keeps only an id.`,
  act: async (id, client, departure) => {
    const answer = await client.erasePerson({ person: id, body: departure });
    return { answer, done: `was erased; the history shows only ${id}`, revoked: answer.revoked_tokens };
  },
});

function verb({ name, meaning, notes, leaves, question, act }: Verb): Command {
  const asks = question !== null;
  return command({
    name: `user ${name}`,
    meaning,
    operands: [personOperand],
    ...(asks ? { options: leaves ? [revokeOption, yesOption] : [yesOption] } : {}),
    examples: [`user ${name} ada@acme.example${asks ? " --yes" : ""}`],
    notes,
    read: (args) => ({
      text: args.operand("PERSON", person),
      yes: args.flag("yes"),
      revokes: leaves && args.flag("revoke-tokens"),
    }),
    async run({ text, yes, revokes }, context) {
      if (asks) requirePrompt(`user ${name}`, yes, context);
      const found = await findPerson(text, context.client);
      // An erased person can no longer be read, so ask first.
      const made = leaves && !context.output.isJson ? await context.client.getPerson({ person: found.id }) : null;
      const tokens = made ? tokensText(createdTokensText(made), revokes) : "";
      if (asks && !yes && !(await isConfirmed(question(whoText(found)) + tokens, context))) {
        context.io.err("Nothing was changed.\n");
        return 1;
      }
      const { answer, done, revoked } = await act(found.id, context.client, revokes ? { revoke_tokens: true } : {});
      const left = revoked ? revokedTokenLines(revoked) : made ? remainingTokenLines(made, context) : [];
      const undone = name === "sign-out" ? [] : [undoLine(context, { id: found.id })];
      context.output.answer(answer, () => [`${personText(found)} ${done}.`, ...left, ...undone]);
      return 0;
    },
  });
}

function tokensText(made: string, revokes: boolean): string {
  if (made === "") return "";
  return ` ${made} ${revokes ? "They are revoked too." : "They keep working unless --revoke-tokens is passed."}`;
}

function whoText(found: Person): string {
  return `${personText(found)}${found.administrator ? ", an administrator," : ""}`;
}
