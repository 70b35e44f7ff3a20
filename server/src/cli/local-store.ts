/** The way back in without sign-in or token. Servers may use PostgreSQL meanwhile, but not the data directory. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { AccountLink, Person as WirePerson } from "drawbridge-rules/wire/person.ts";
import { createAccountLink, invitationLife } from "../accounts/account-link.ts";
import { signInOffer } from "../accounts/session.ts";
import { urlForAddress } from "../base/address.ts";
import type { Settings } from "../base/settings.ts";
import { shortId } from "../base/short-id.ts";
import { Cluster } from "../store/cluster.ts";
import { openStore, type StoreSettings } from "../store/open-store.ts";
import { databaseFile } from "../store/sqlite/sqlite-file.ts";
import type { Store } from "../store/store.ts";
import { programVersion } from "./command.ts";

/** @throws unavailable: there is no store, or a server is using it; and what `work` throws */
async function withLocalStore<T>(settings: StoreSettings, work: (store: Store) => Promise<T>): Promise<T> {
  const { data, databaseUrl } = settings;
  if (databaseUrl === null && !existsSync(databaseFile(data))) {
    throw new DrawbridgeError(
      "unavailable",
      `There is no store in ${data}; the server creates it at its first start. Check DRAWBRIDGE_DATA.`,
    );
  }
  const { store } = new Cluster(await explainStoreInUse(() => openStore(settings)), programVersion);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Adds that a running server can do the same. @throws errors of `work` */
export async function explainStoreInUse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "unavailable" || !error.message.includes("is in use")) throw error;
    throw new DrawbridgeError("unavailable", `${error.message} If a server is running there, leave out --local.`, [], error);
  }
}

/** @throws unavailable: the settings name another store */
export function requireEmbeddedStore({ databaseUrl }: StoreSettings): void {
  if (databaseUrl === null) return;
  throw new DrawbridgeError(
    "unavailable",
    "DRAWBRIDGE_DATABASE_URL names a PostgreSQL: use pg_dump or your provider's backups, and the command copy to move everything elsewhere.",
  );
}

export interface LocalLink {
  readonly person: Pick<WirePerson, "id" | "login" | "name" | "created_at">;
  readonly link: AccountLink;
  readonly obstacle: string | null;
}

/** Milliseconds: an hour is enough, since the operator is at the machine. */
const emergencyLife = 60 * 60_000;

/** @throws conflict, unavailable */
export function addLocally(
  settings: Settings,
  request: { readonly login: string; readonly name: string },
  isAdministrator: boolean,
): Promise<LocalLink> {
  return withLocalStore(settings, ({ accounts }) => {
    const person: Person = { id: shortId("u_", randomBytes), ...request, createdAt: Date.now(), disabledAt: null };
    const keep = (link: StoredLink) => accounts.addPerson(person, { link });
    return linkFor(person, isAdministrator, invitationLife, settings, keep);
  });
}

/** @param text a login or an id @throws not_found, conflict, unavailable */
export function linkLocally(settings: Settings, text: string, isAdministrator: boolean): Promise<LocalLink> {
  return withLocalStore(settings, async (store) =>
    linkFor(await personIn(store, text), isAdministrator, emergencyLife, settings, (link) => store.accounts.addLink(link)),
  );
}

type StoredLink = ReturnType<typeof createAccountLink>["link"];

async function linkFor(
  { id, login, name, createdAt }: Person,
  isAdministrator: boolean,
  life: number,
  settings: Settings,
  keep: (link: StoredLink) => Promise<unknown>,
): Promise<LocalLink> {
  // The URL that a server with these settings would use.
  const publicUrl = settings.publicUrl ?? urlForAddress(settings.adminListen);
  const services = { now: Date.now, randomBytes, publicUrl: () => publicUrl };
  const { url, link } = createAccountLink(services, { person: id, isAdministrator, life });
  await keep(link);
  return {
    person: { id, login, name, created_at: printInstant(createdAt) },
    link: { url, expires_at: printInstant(link.expiresAt) },
    obstacle: signInOffer(publicUrl).reason,
  };
}

async function personIn({ accounts }: Store, text: string): Promise<Person> {
  const person = (await accounts.personByLogin(text)) ?? (await accounts.person(text));
  if (!person)
    throw new DrawbridgeError("not_found", `No account has the login ${JSON.stringify(text)}. To create one: user add.`);
  if (person.disabledAt === null) return person;
  throw new DrawbridgeError(
    "conflict",
    `${person.login} is disabled: add another administrator (user add --local --administrator), who then enables them.`,
  );
}
