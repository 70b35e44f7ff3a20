/** The whole content of a store as one text: equal texts mean that nothing was changed in between. */
import type { Accounts } from "../src/store/accounts.ts";
import type { Store } from "../src/store/store.ts";
import type { MemoryStore } from "./memory-store.ts";

export async function everythingIn(store: Store): Promise<string> {
  const writes = "writes" in store ? (store as MemoryStore).writes() : null;
  const last = texts.get(store);
  if (last && last.writes === writes) return last.text;
  const text = JSON.stringify([await store.head(), await store.rows(), await peopleIn(store.accounts)]);
  if (writes !== null) texts.set(store, { writes, text });
  return text;
}

/** Stores that count their writes: most requests of a matrix write nothing. */
const texts = new WeakMap<Store, { readonly writes: number; readonly text: string }>();

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
