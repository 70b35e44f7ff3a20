/** Whom a command is about: by login, as people know each other, or by id. */
import { type AdminClient, isAdminError, isNotFound } from "drawbridge-client/admin";
import { loginKey } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Person } from "drawbridge-rules/wire/person.ts";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";

export const personOperand = { name: "PERSON", meaning: "a login, or an id (u_…)" };

const personIdForm = /^u_[a-z2-9]{10}$/;
/** What else acts: tokens, and what is nobody. */
const otherActor = /^(?:t_[a-z2-9]{10}|first|environment|system)$/;

/** For administrators. @throws not_found: with who might be meant */
export async function findPerson(text: string, client: AdminClient): Promise<Person> {
  if (personIdForm.test(text)) {
    try {
      return await client.getPerson({ person: text });
    } catch (error) {
      // Nothing keeps a login from looking like an id.
      if (!isNotFound(error)) throw error;
    }
  }
  const found = await client.listAll("listPeople", { query: text });
  const person = found.find(({ login }) => loginKey(login) === loginKey(text));
  if (person) return person;
  throw nobody(text, found);
}

/** For owners: whoever has that login exactly. @throws not_found */
export async function idOfLogin(text: string, project: string, client: AdminClient): Promise<string> {
  if (personIdForm.test(text)) return text;
  try {
    return (await client.lookUpPerson({ project, body: { login: text } })).id;
  } catch (error) {
    throw isNotFound(error) && error.detail.startsWith("Nobody") ? nobody(text, []) : error;
  }
}

/** Who has a role in a project, also one who is disabled. @throws not_found */
export async function idOfMember(text: string, project: string, client: AdminClient): Promise<string> {
  if (personIdForm.test(text)) return text;
  const all = await client.listAll("listMembers", { project });
  const member = all.find(({ login }) => login !== null && loginKey(login) === loginKey(text));
  if (member) return member.person;
  throw new DrawbridgeError("not_found", `Nobody with the login ${JSON.stringify(text)} has a role in ${project}.`);
}

/** What history has of whoever acted. @param project whose members are looked through by who is no administrator */
export async function personIdOf(text: string, project: string | null, { client }: Context): Promise<string> {
  if (personIdForm.test(text) || otherActor.test(text)) return text;
  try {
    return (await findPerson(text, client)).id;
  } catch (error) {
    const isBarred = isAdminError(error) && error.code === "forbidden";
    if (!isBarred || project === null) throw error;
    return idOfMember(text, project, client);
  }
}

/** `Ada (ada@acme.example)` */
export function personText({ name, login }: Pick<Person, "name" | "login">): string {
  return name === login ? printable(login) : `${printable(name)} (${printable(login)})`;
}

const mostMeant = 3;

function nobody(text: string, similar: readonly Person[]): DrawbridgeError {
  const meant = similar.slice(0, mostMeant).map(({ login }) => login);
  const hint = meant.length === 0 ? "" : ` Is it ${listed(meant, "or")}?`;
  return new DrawbridgeError("not_found", `Nobody has the login ${JSON.stringify(text)}.${hint}`);
}
