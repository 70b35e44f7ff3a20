/** The requester's own identity and permissions. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/session.ts";
import type { Requester } from "../../accounts/requester.ts";
import type { Session } from "../../store/accounts.ts";
import type { AdminServices } from "../admin-services.ts";

/** @param session the requester's; null means they have shown a token */
export async function whoAmI(services: AdminServices, requester: Requester, session: Session | null): Promise<wire.WhoAmI> {
  const person = requester.person === null ? null : await services.store.accounts.person(requester.person);
  return {
    actor: requester.actor,
    person: person && { id: person.id, login: person.login, name: person.name },
    administrator: requester.isAdministrator,
    roles: requester.isAdministrator ? [] : rolesOf(services, requester),
    session: session && { created_at: printInstant(session.createdAt), expires_at: printInstant(session.expiresAt) },
  };
}

function rolesOf({ catalog }: AdminServices, requester: Requester): wire.HeldRole[] {
  const ids = [...catalog.projects()].map(({ id }) => id).sort();
  return ids.flatMap((project) => {
    const role = requester.roleIn(project);
    return role === null ? [] : [{ project, role }];
  });
}
