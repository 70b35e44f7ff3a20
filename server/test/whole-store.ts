/** The whole content of a store as one text: equal texts mean that nothing was changed in between. */
import type { Accounts } from "../src/store/accounts.ts";
import type { Store } from "../src/store/store.ts";

export async function everythingIn(store: Store): Promise<string> {
  return JSON.stringify([await store.head(), await store.rows(), await peopleIn(store.accounts)]);
}

/** Passwords, identities and sessions are included; the last use of a session is not, since no user changed it. */
async function peopleIn(accounts: Accounts): Promise<unknown[]> {
  const people = await accounts.people({ limit: 200 });
  return Promise.all(
    people.map(async (person) => {
      const sessions = (await accounts.sessionsOf(person.id)).map(({ hash, expiresAt }) => [hash, expiresAt]).sort();
      return [person, await accounts.password(person.id), await accounts.identities(person.id), sessions];
    }),
  );
}
