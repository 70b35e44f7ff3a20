/** What an administrator does to an account. What cannot be taken back is asked about first. */

import type { Departure, Person, RevokedTokens } from "drawbridge-rules/wire/person.ts";
import { type Command, command } from "./command.ts";
import type { OptionWords } from "./command-words.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { leftTokenLines, madeTokenText, revokedTokenLines } from "./made-tokens.ts";
import { counted } from "./output.ts";
import { findPerson, personOperand, personText } from "./person-choice.ts";
import { yesOption } from "./shared-options.ts";
import { person } from "./text-form.ts";

interface Verb {
  readonly name: "disable" | "enable" | "sign-out" | "erase";
  readonly meaning: string;
  readonly notes: string;
  /** Whether they are to come in no more: then it is told what they leave behind. */
  readonly leaves: boolean;
  /** Null: it is not asked about. */
  readonly question: ((who: string) => string) | null;
  readonly act: (id: string, client: Context["client"], departure: Departure) => Promise<Acted>;
}

interface Acted {
  readonly answer: object;
  readonly done: string;
  /** Set only if the caller asked to revoke tokens. */
  readonly revoked?: readonly RevokedTokens[] | undefined;
}

const revokeOption: OptionWords = { flags: "--revoke-tokens", meaning: "also revoke the access tokens that they created" };

const tokenNote = "Access tokens that they created keep working without --revoke-tokens: see token list.";

export const userDisable = verb({
  name: "disable",
  meaning: "let somebody in no more, at once",
  notes: `Their sessions, links and roles end. ${tokenNote}`,
  leaves: true,
  question: (who) => `Disable ${who}? Their sessions end, and their roles, which user enable does not give back.`,
  act: async (id, client, departure) => {
    const answer = await client.disablePerson({ person: id, body: departure });
    return { answer, done: "is disabled", revoked: answer.revoked_tokens };
  },
});

export const userEnable = verb({
  name: "enable",
  meaning: "let somebody in again",
  notes: "The roles that they had are not given back: see user grant.",
  leaves: false,
  question: null,
  act: async (id, client) => ({
    answer: await client.enablePerson({ person: id }),
    done: "may come in again, without the roles of before",
  }),
});

export const userSignOut = verb({
  name: "sign-out",
  meaning: "sign somebody out everywhere",
  notes: "They can sign in again. To keep them out: user disable.",
  leaves: false,
  question: null,
  act: async (id, client) => {
    const answer = await client.signOutPerson({ person: id });
    return { answer: { id, ...answer }, done: `is signed out: ${counted(answer.ended, "session")} ended` };
  },
});

export const userErase = verb({
  name: "erase",
  meaning: "erase somebody's name, login, password and everything else that is theirs, for good",
  notes: `History keeps their id, which says nothing any more. ${tokenNote}`,
  leaves: true,
  question: (who) => `Erase ${who} for good? Nothing brings them back, and history will have an id alone.`,
  act: async (id, client, departure) => {
    const answer = await client.erasePerson({ person: id, body: departure });
    return { answer, done: `is erased; history knows them as ${id}`, revoked: answer.revoked_tokens };
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
    read: (given) => ({
      text: given.operand("PERSON", person),
      yes: given.flag("yes"),
      revokes: leaves && given.flag("revoke-tokens"),
    }),
    async run({ text, yes, revokes }, context) {
      if (asks) mustBeAbleToAsk(`user ${name}`, yes, context);
      const found = await findPerson(text, context.client);
      // An erased person can no longer be read, so ask first.
      const made = leaves && !context.output.isJson ? await context.client.getPerson({ person: found.id }) : null;
      const tokens = made ? tokensText(madeTokenText(made), revokes) : "";
      if (asks && !yes && !(await isConfirmed(question(whoText(found)) + tokens, context))) {
        context.io.err("Nothing was changed.\n");
        return 1;
      }
      const { answer, done, revoked } = await act(found.id, context.client, revokes ? { revoke_tokens: true } : {});
      const left = revoked ? revokedTokenLines(revoked) : made ? leftTokenLines(made, context) : [];
      context.output.answer(answer, () => [`${personText(found)} ${done}.`, ...left]);
      return 0;
    },
  });
}

function tokensText(made: string, revokes: boolean): string {
  if (made === "") return "";
  return ` ${made} ${revokes ? "They are revoked too." : "They keep working, unless --revoke-tokens is given."}`;
}

function whoText(found: Person): string {
  return `${personText(found)}${found.administrator ? ", an administrator," : ""}`;
}
