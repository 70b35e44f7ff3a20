/** People as administrators see them. Of how they come in, only what it is: nothing that opens anything. */

import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/person.ts";
import { mostListedTokens } from "drawbridge-rules/wire/person.ts";
import type { AccessTokenRing } from "../../accounts/access-token-ring.ts";
import type { MadeLink } from "../../accounts/account-link.ts";
import type { GrantRing } from "../../accounts/grant-ring.ts";
import { sessionIdle } from "../../accounts/session.ts";
import type { Store } from "../../store/store.ts";

export interface PersonServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  /** Epoch ms. */
  readonly now: () => number;
}

export function printPerson({ grants }: PersonServices, person: Person): wire.Person {
  const { id, login, name, createdAt, disabledAt } = person;
  return {
    id,
    login,
    name,
    administrator: grants.isAdministrator(id),
    created_at: printInstant(createdAt),
    disabled_at: disabledAt === null ? null : printInstant(disabledAt),
  };
}

export async function printDetail(workings: PersonServices, person: Person): Promise<wire.PersonDetail> {
  const identities = await workings.store.accounts.identities(person.id);
  const [listed] = await printPeople(workings, [person]);
  // Nobody has this id any more, if there is none.
  if (!listed) throw new DrawbridgeError("not_found", "There is nobody with this id.");
  const made = workings.accessTokens.madeBy(person.id, workings.now());
  const tokens = made.slice(0, mostListedTokens).map(({ project, id, name }) => ({ project: project || null, id, name }));
  return { ...listed, identities, made_tokens: tokens, made_token_count: made.length };
}

/** With how each comes in; without those who were erased meanwhile. */
export async function printPeople(workings: PersonServices, people: readonly Person[]): Promise<wire.ListedPerson[]> {
  const { store, grants, now } = workings;
  const at = now();
  const ids = people.map(({ id }) => id);
  // One that is idle for this long is over.
  const standings = await store.accounts.standingsOf(ids, at, at - sessionIdle + 1);
  return people.flatMap((person) => {
    const standing = standings.get(person.id);
    if (!standing) return [];
    const { hasPassword, hasIdentity, sessions, seenAt } = standing;
    return [
      {
        ...printPerson(workings, person),
        roles: grants.rolesOf(person.id).map(([project, role]) => ({ project, role })),
        has_password: hasPassword,
        has_identity: hasIdentity,
        sessions,
        seen_at: seenAt === null ? null : printInstant(seenAt),
      },
    ];
  });
}

export function printLink({ url, link }: MadeLink): wire.AccountLink {
  return { url, expires_at: printInstant(link.expiresAt) };
}
