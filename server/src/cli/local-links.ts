/** Links made in the store itself: the way back in when nobody can sign in and no token is left. */
import { randomBytes } from "node:crypto";
import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { AccountLink, Person as WirePerson } from "drawbridge-rules/wire/person.ts";
import { invitationLife, makeAccountLink } from "../accounts/account-link.ts";
import { signInOffer } from "../accounts/session-cookie.ts";
import { urlOf } from "../base/address.ts";
import { shortId } from "../base/short-id.ts";
import type { Settings } from "../settings.ts";
import type { Store } from "../store/store.ts";
import { withLocalStore } from "./local-store.ts";

export interface LocalLink {
  readonly person: Pick<WirePerson, "id" | "login" | "name" | "created_at">;
  readonly link: AccountLink;
  /** Why nobody can use it as things are; null: they can. */
  readonly obstacle: string | null;
}

/** Milliseconds: whoever asks for one sits at the machine. */
const emergencyLife = 60 * 60_000;

/** @throws conflict: the login is somebody's; unavailable */
export function addLocally(
  settings: Settings,
  request: { readonly login: string; readonly name: string },
  isAdministrator: boolean,
) {
  return withLocalStore(settings, async (store): Promise<LocalLink> => {
    const now = Date.now();
    const person: Person = { id: shortId("u_", randomBytes), ...request, createdAt: now, disabledAt: null };
    const made = makeAccountLink(workings(settings, now), { person: person.id, isAdministrator, life: invitationLife });
    await store.accounts.addPerson(person, { link: made.link });
    return answerOf(person, made, settings);
  });
}

/** @param text a login or an id @throws not_found, conflict: disabled; unavailable */
export function linkLocally(settings: Settings, text: string, isAdministrator: boolean): Promise<LocalLink> {
  return withLocalStore(settings, async (store) => {
    const now = Date.now();
    const person = await personIn(store, text);
    const made = makeAccountLink(workings(settings, now), { person: person.id, isAdministrator, life: emergencyLife });
    await store.accounts.addLink(made.link);
    return answerOf(person, made, settings);
  });
}

async function personIn({ accounts }: Store, text: string): Promise<Person> {
  const person = (await accounts.personByLogin(text)) ?? (await accounts.person(text));
  if (!person) throw new DrawbridgeError("not_found", `Nobody has the login ${JSON.stringify(text)}. To add somebody: user add.`);
  if (person.disabledAt === null) return person;
  throw new DrawbridgeError(
    "conflict",
    `${person.login} is disabled: add another administrator (user add --local --administrator), who then enables them.`,
  );
}

function workings(settings: Settings, now: number) {
  return { now: () => now, randomBytes, publicUrl: () => publicUrlOf(settings) };
}

/** As the server says it, when it runs with the same settings. */
function publicUrlOf({ publicUrl, adminListen }: Settings): string {
  return publicUrl ?? urlOf(adminListen);
}

function answerOf(
  { id, login, name, createdAt }: Person,
  { url, link }: ReturnType<typeof makeAccountLink>,
  settings: Settings,
): LocalLink {
  return {
    person: { id, login, name, created_at: printInstant(createdAt) },
    link: { url, expires_at: printInstant(link.expiresAt) },
    obstacle: signInOffer(publicUrlOf(settings)).reason,
  };
}
