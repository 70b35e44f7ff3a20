import { type AdminClient, isAdminError, isNotFound } from "drawbridge-client/admin";
import { loginKey } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Person } from "drawbridge-rules/wire/person.ts";
import { operand } from "./arguments.ts";
import type { Context } from "./command.ts";
import { printable } from "./output.ts";
import { person } from "./text-form.ts";

export const personOperand = operand("PERSON", "login or id (u_…)", person);

const personIdForm = /^u_[a-z2-9]{10}$/;
const otherActor = /^(?:t_[a-z2-9]{10}|first|environment|system)$/;

/** For administrators. @throws not_found: with similar logins */
export async function findPerson(text: string, client: AdminClient): Promise<Person> {
  if (personIdForm.test(text)) {
    try {
      return await client.getPerson({ person: text });
    } catch (error) {
      // A login can look like an id.
      if (!isNotFound(error)) throw error;
    }
  }
  const found = await client.listAll("listPeople", { query: text });
  const match = found.find(({ login }) => loginKey(login) === loginKey(text));
  if (match) return match;
  throw noAccount(text, found);
}

/** For owners, by exact login. @throws not_found */
export async function findPersonIdByLogin(text: string, project: string, client: AdminClient): Promise<string> {
  if (personIdForm.test(text)) return text;
  try {
    return (await client.lookUpPerson({ project, body: { login: text } })).id;
  } catch (error) {
    // Servers have used both sentences; an unknown project has the same code.
    throw isNotFound(error) && /^(?:No person|Nobody) has this login/.test(error.detail) ? noAccount(text, []) : error;
  }
}

/** Disabled people included. @throws not_found */
export async function findMemberId(text: string, project: string, client: AdminClient): Promise<string> {
  if (personIdForm.test(text)) return text;
  const all = await client.listAll("listMembers", { project });
  const member = all.find(({ login }) => login !== null && loginKey(login) === loginKey(text));
  if (member) return member.person;
  throw new DrawbridgeError("not_found", `No account with the login ${JSON.stringify(text)} has a role in ${project}.`);
}

/** @param project searched for members if the requester is no administrator */
export async function findActorId(text: string, project: string | null, { client }: Context): Promise<string> {
  if (personIdForm.test(text) || otherActor.test(text)) return text;
  try {
    return (await findPerson(text, client)).id;
  } catch (error) {
    const isBarred = isAdminError(error) && error.code === "forbidden";
    if (!isBarred || project === null) throw error;
    return findMemberId(text, project, client);
  }
}

/** `Ada (ada@acme.example)` */
export function personText({ name, login }: Pick<Person, "name" | "login">): string {
  return name === login ? printable(login) : `${printable(name)} (${printable(login)})`;
}

const maxSuggestions = 3;

function noAccount(text: string, similar: readonly Person[]): DrawbridgeError {
  const meant = similar.slice(0, maxSuggestions).map(({ login }) => login);
  const hint = meant.length === 0 ? "" : ` Did you mean ${listed(meant, "or")}?`;
  return new DrawbridgeError("not_found", `No account has the login ${JSON.stringify(text)}.${hint}`);
}

export type Names = ReadonlyMap<string, string>;

/** @param project whose members may be read if not all people */
export async function personNames(project: string | null, { client }: Pick<Context, "client">): Promise<Names> {
  const unlessRefused = (error: unknown) => {
    if (isAdminError(error)) return null;
    throw error;
  };
  const people = await client.listAll("listPeople").catch(unlessRefused);
  if (people !== null || project === null) return new Map(people?.map(({ id, name }) => [id, name]));
  const members = await client.listAll("listMembers", { project }).catch(unlessRefused);
  return new Map(members?.flatMap(({ person, name }) => (name === null ? [] : [[person, name]])));
}
