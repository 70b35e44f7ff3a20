/** What an administrator does to an account. What cannot be taken back is asked about first. */
import type { Person } from "drawbridge-client/wire";
import { type Command, command } from "./command.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { madeTokenLines } from "./made-tokens.ts";
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
  readonly act: (id: string, client: Context["client"]) => Promise<{ readonly answer: object; readonly done: string }>;
}

export const userDisable = verb({
  name: "disable",
  meaning: "let somebody in no more, at once",
  notes: "Their sessions, links and roles end. Access tokens that they made stay: see token list.",
  leaves: true,
  question: (who) => `Disable ${who}? Their sessions end, and their roles, which user enable does not give back.`,
  act: async (id, { people }) => ({ answer: await people.disable(id), done: "is disabled" }),
});

export const userEnable = verb({
  name: "enable",
  meaning: "let somebody in again",
  notes: "The roles that they had are not given back: see user grant.",
  leaves: false,
  question: null,
  act: async (id, { people }) => ({ answer: await people.enable(id), done: "may come in again, without the roles of before" }),
});

export const userSignOut = verb({
  name: "sign-out",
  meaning: "sign somebody out everywhere",
  notes: "They can sign in again. To keep them out: user disable.",
  leaves: false,
  question: null,
  act: async (id, { people }) => {
    const answer = await people.signOut(id);
    return { answer: { id, ...answer }, done: `is signed out: ${counted(answer.ended, "session")} ended` };
  },
});

export const userErase = verb({
  name: "erase",
  meaning: "erase somebody's name, login, password and everything else that is theirs, for good",
  notes: "History keeps their id, which says nothing any more. Access tokens that they made stay: see token list.",
  leaves: true,
  question: (who) => `Erase ${who} for good? Nothing brings them back, and history will have an id alone.`,
  act: async (id, { people }) => ({ answer: await people.erase(id), done: `is erased; history knows them as ${id}` }),
});

function verb({ name, meaning, notes, leaves, question, act }: Verb): Command {
  const asks = question !== null;
  return command({
    name: `user ${name}`,
    meaning,
    operands: [personOperand],
    ...(asks ? { options: [yesOption] } : {}),
    examples: [`user ${name} ada@acme.example${asks ? " --yes" : ""}`],
    notes,
    read: (given) => ({ text: given.operand("PERSON", person), yes: given.flag("yes") }),
    async run({ text, yes }, context) {
      if (asks) mustBeAbleToAsk(`user ${name}`, yes, context);
      const found = await findPerson(text, context.client);
      if (asks && !yes && !(await isConfirmed(question(whoText(found)), context))) {
        context.io.err("Nothing was changed.\n");
        return 1;
      }
      const { answer, done } = await act(found.id, context.client);
      const left = leaves && !context.output.isJson ? await madeTokenLines(found.id, context) : [];
      context.output.answer(answer, () => [`${personText(found)} ${done}.`, ...left]);
      return 0;
    },
  });
}

function whoText(found: Person): string {
  return `${personText(found)}${found.administrator ? ", an administrator," : ""}`;
}
