/** All that a store holds, as one text: two are equal exactly where nothing was changed in between. */
import type { Accounts } from "../src/store/accounts.ts";
import type { Store } from "../src/store/store.ts";

export async function everythingIn(store: Store): Promise<string> {
  return JSON.stringify([await store.head(), await store.rows(), await peopleIn(store.accounts)]);
}

/** With their passwords, identities and sessions; when a session was last seen is nothing that anybody has changed. */
async function peopleIn(accounts: Accounts): Promise<unknown[]> {
  const people = await accounts.people({ limit: 200 });
  return Promise.all(
    people.map(async (person) => {
      const sessions = (await accounts.sessionsOf(person.id)).map(({ hash, expiresAt }) => [hash, expiresAt]).sort();
      return [person, await accounts.password(person.id), await accounts.identities(person.id), sessions];
    }),
  );
}
