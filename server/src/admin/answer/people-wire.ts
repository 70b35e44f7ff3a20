import { type Person, personMembers } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { printMembers } from "drawbridge-rules/values/member.ts";
import type * as wire from "drawbridge-rules/wire/person.ts";
import { maxListedTokens } from "drawbridge-rules/wire/person.ts";
import type { HeldRole, WhoAmI } from "drawbridge-rules/wire/session.ts";
import type { CreatedAccountLink } from "../../accounts/account-link.ts";
import type { Requester } from "../../accounts/requester.ts";
import { sessionIdle } from "../../accounts/session.ts";
import type { Session } from "../../store/sql/sql-accounts.ts";
import type { AdminServices } from "../admin-services.ts";

export function printPerson({ grants }: AdminServices, person: Person): wire.Person {
  return { ...printMembers(personMembers, person), administrator: grants.isAdministrator(person.id) };
}

export async function printDetail(services: AdminServices, person: Person): Promise<wire.PersonDetail> {
  const identities = await services.store.accounts.identities(person.id);
  const [listed] = await printPeople(services, [person]);
  // A missing row means that the id was erased.
  if (!listed) throw new DrawbridgeError("not_found", "No person has this id.");
  const made = services.accessTokens.createdBy(person.id, services.now());
  const tokens = made.slice(0, maxListedTokens).map(({ project, id, name }) => ({ project: project || null, id, name }));
  return { ...listed, identities, created_tokens: tokens, created_token_count: made.length };
}

/** Leaves out erased people. */
export async function printPeople(services: AdminServices, people: readonly Person[]): Promise<wire.ListedPerson[]> {
  const { store, grants, now } = services;
  const at = now();
  const ids = people.map(({ id }) => id);
  // One that is idle for this long is over.
  const standings = await store.accounts.signInStatuses(ids, at, at - sessionIdle + 1);
  return people.flatMap((person) => {
    const standing = standings.get(person.id);
    if (!standing) return [];
    const { hasPassword, hasIdentity, sessions, seenAt } = standing;
    return [
      {
        ...printPerson(services, person),
        roles: grants.rolesOf(person.id).map(([project, role]) => ({ project, role })),
        has_password: hasPassword,
        has_identity: hasIdentity,
        sessions,
        seen_at: seenAt === null ? null : printInstant(seenAt),
      },
    ];
  });
}

export function printLink({ url, link }: CreatedAccountLink): wire.AccountLink {
  return { url, expires_at: printInstant(link.expiresAt) };
}

export async function whoAmI(services: AdminServices, requester: Requester, session: Session | null): Promise<WhoAmI> {
  const person = requester.person === null ? null : await services.store.accounts.person(requester.person);
  return {
    actor: requester.actor,
    person: person && { id: person.id, login: person.login, name: person.name },
    administrator: requester.isAdministrator,
    roles: requester.isAdministrator ? [] : rolesOf(services, requester),
    session: session && { created_at: printInstant(session.createdAt), expires_at: printInstant(session.expiresAt) },
  };
}

function rolesOf({ catalog }: AdminServices, requester: Requester): HeldRole[] {
  const ids = [...catalog.projects()].map(({ id }) => id).sort();
  return ids.flatMap((project) => {
    const role = requester.roleIn(project);
    return role === null ? [] : [{ project, role }];
  });
}
