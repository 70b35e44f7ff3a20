/** Whose account an identity is, or becomes: found by issuer and subject, and by nothing else that a provider says. */

import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { OidcPeople } from "../settings.ts";
import type { Accounts, Redemption } from "../store/accounts.ts";
import { hashOfLink } from "./account-link.ts";
import type { IdentityClaims } from "./identity-claims.ts";
import { newcomer } from "./newcomer.ts";

/**
 * Why an identity has no account: its link was used or is over; it belongs to another account than the link; it has no link,
 * and only who is invited may come; the account is disabled.
 */
export type AccountRefusal = "link" | "taken" | "uninvited" | "disabled";

export interface ProviderAccountWorkings {
  readonly accounts: Accounts;
  /** Uses up a link, with all that it brings. @throws as the store's */
  readonly redeem: (redemption: Redemption) => Promise<Person>;
  /** Who may come without a link. */
  readonly newcomers: OidcPeople;
  readonly newId: () => string;
  /** A few characters that nobody can foresee. */
  readonly random: () => string;
}

export type ProviderAccount = { readonly person: Person } | { readonly refusal: AccountRefusal };

/** @param link text of a one-time link, or null @param now epoch ms @throws unavailable */
export async function accountOf(
  workings: ProviderAccountWorkings,
  identity: IdentityClaims,
  link: string | null,
  now: number,
): Promise<ProviderAccount> {
  const person = await workings.accounts.personByIdentity(identity);
  if (link !== null) return await byLink(workings, identity, person, link, now);
  if (person) return person.disabledAt === null ? { person } : { refusal: "disabled" };
  // The first account is for whoever started the server, who has its link.
  if (workings.newcomers === "invited" || !(await workings.accounts.hasPeople())) return { refusal: "uninvited" };
  return await made(workings, identity, now);
}

async function byLink(
  { accounts, redeem, ...workings }: ProviderAccountWorkings,
  identity: IdentityClaims,
  holder: Person | null,
  link: string,
  now: number,
): Promise<ProviderAccount> {
  const hash = hashOfLink(link) ?? "";
  const found = await accounts.link(hash, now);
  if (!found) return { refusal: "link" };
  if (holder && holder.id !== found.person) return { refusal: "taken" };
  const person = await personOf({ accounts, ...workings }, identity, now);
  try {
    return { person: await redeem({ hash, now, person, password: null, identity }) };
  } catch (error) {
    // Somebody was faster: with the link, with the identity or with the login.
    if (error instanceof DrawbridgeError && ["not_found", "conflict"].includes(error.code)) return { refusal: "link" };
    throw error;
  }
}

async function made(workings: ProviderAccountWorkings, identity: IdentityClaims, now: number): Promise<ProviderAccount> {
  const person = await personOf(workings, identity, now);
  try {
    await workings.accounts.addPerson(person, { identity });
    return { person };
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "conflict") throw error;
    // The same person in another tab, or another one of the same login, was faster.
    const held = await workings.accounts.personByIdentity(identity);
    if (held) return held.disabledAt === null ? { person: held } : { refusal: "disabled" };
    const again = { ...person, login: `${person.login}-${workings.random()}` };
    await workings.accounts.addPerson(again, { identity });
    return { person: again };
  }
}

async function personOf(
  { accounts, newId, random }: Pick<ProviderAccountWorkings, "accounts" | "newId" | "random">,
  identity: IdentityClaims,
  now: number,
): Promise<Person> {
  const isTaken = async (login: string) => (await accounts.personByLogin(login)) !== null;
  const { login, name } = await newcomer(identity, isTaken, random);
  return { id: newId(), login, name, createdAt: now, disabledAt: null };
}
