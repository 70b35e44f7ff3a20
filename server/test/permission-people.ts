/** The people of the installation of `permission-world.ts`, who are beside its log: each with a password and a session. */

import type { Person } from "drawbridge-rules/people/person.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import { PasswordHashing } from "../src/accounts/password-hash.ts";
import { hashCredential } from "../src/base/hash.ts";
import type { Accounts, Session } from "../src/store/accounts.ts";
import { credentialNamed, hour, noon, ours, personOf, theirs } from "./permission-names.ts";

/** Id and SHA-256 of a person's open session. */
export function sessionOf(person: string): { readonly id: string; readonly hash: string } {
  const id = Buffer.from(hashCredential(`session of ${person}`), "hex").toString("base64url");
  return { id, hash: hashCredential(id) };
}

/** Shared by all people. */
export const password = "every one of them has this";
let hashed: Promise<string> | null = null;

/** Each with a session; those who are disabled had one. */
export const people = [
  ...[ours, theirs].flatMap(({ project }) => roles.map((role) => personOf(project, role))),
  "u_administrator",
  "u_another_administrator",
  "u_disabled",
  "u_disabled_administrator",
  "u_stray",
];

/** One-time link with which a person without a role sets a new password. */
export const openLink = credentialNamed("dbl_", "open");

export async function addPeople(accounts: Accounts): Promise<void> {
  for (const id of people) {
    const person = { id, login: `${id}@test.example`, name: `The one called ${id}`, createdAt: noon - hour, disabledAt: null };
    await accounts.addPerson(person, {});
    await setPassword(accounts, person);
    await addSession(accounts, id, id, {});
  }
  for (const id of ["u_disabled", "u_disabled_administrator"]) await accounts.setDisabled(id, noon - 1);
  await accounts.addLink({ hash: hashCredential(openLink), expiresAt: noon + hour, person: "u_stray", isAdministrator: false });
  await addSession(accounts, "u_administrator", "expired", { expiresAt: noon });
  await addSession(accounts, "u_administrator", "idle", { seenAt: noon - 12 * hour });
}

async function addSession(accounts: Accounts, person: string, name: string, more: Partial<Session>): Promise<void> {
  const { hash } = sessionOf(name);
  await accounts.addSession({ hash, person, createdAt: noon - hour, seenAt: noon - 1, expiresAt: noon + hour, ...more });
}

/** By the only way there is, a link. */
async function setPassword(accounts: Accounts, person: Person): Promise<void> {
  hashed ??= new PasswordHashing().hash(password);
  const hash = hashCredential(`the used link of ${person.id}`);
  await accounts.addLink({ hash, expiresAt: noon, person: person.id, isAdministrator: false });
  await accounts.redeem({ hash, now: noon - 1, person, password: await hashed, identity: null });
}
