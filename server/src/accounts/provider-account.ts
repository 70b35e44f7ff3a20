import { forbiddenLoginCharacters, loginKey, type Person, readLogin, readPersonName } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { OidcPeople } from "../base/settings.ts";
import type { Accounts, Redemption } from "../store/sql/sql-accounts.ts";
import { hashLink } from "./account-link.ts";
import type { IdentityClaims } from "./identity-provider.ts";

/** `link`: used or expired; `taken`: the identity has another account; `uninvited`: no link; `disabled`: the account is. */
export type AccountRefusal = "link" | "taken" | "uninvited" | "disabled";

interface ProviderAccountServices {
  readonly accounts: Accounts;
  readonly redeem: (redemption: Redemption) => Promise<Person>;
  readonly newcomers: OidcPeople;
  readonly newId: () => string;
  readonly random: () => string;
}

type ProviderAccount = { readonly person: Person } | { readonly refusal: AccountRefusal };

/** @throws unavailable */
export async function findOrCreateAccount(
  services: ProviderAccountServices,
  identity: IdentityClaims,
  link: string | null,
  now: number,
): Promise<ProviderAccount> {
  const person = await services.accounts.personByIdentity(identity);
  if (link !== null) return await byLink(services, identity, person, link, now);
  if (person) return person.disabledAt === null ? { person } : { refusal: "disabled" };
  // The first account belongs to the operator, who has its link.
  if (services.newcomers === "invited" || !(await services.accounts.hasPeople())) return { refusal: "uninvited" };
  return await createProviderAccount(services, identity, now);
}

async function byLink(
  { accounts, redeem, ...services }: ProviderAccountServices,
  identity: IdentityClaims,
  holder: Person | null,
  link: string,
  now: number,
): Promise<ProviderAccount> {
  const hash = hashLink(link) ?? "";
  const found = await accounts.link(hash, now);
  if (!found) return { refusal: "link" };
  if (holder && holder.id !== found.person) return { refusal: "taken" };
  const person = await personOf({ accounts, ...services }, identity, now);
  try {
    return { person: await redeem({ hash, now, person, password: null, identity }) };
  } catch (error) {
    // Another request was faster: with the link, the identity or the login.
    if (error instanceof DrawbridgeError && ["not_found", "conflict"].includes(error.code)) return { refusal: "link" };
    throw error;
  }
}

async function createProviderAccount(
  services: ProviderAccountServices,
  identity: IdentityClaims,
  now: number,
): Promise<ProviderAccount> {
  const person = await personOf(services, identity, now);
  try {
    await services.accounts.addPerson(person, { identity });
    return { person };
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.code !== "conflict") throw error;
    // The same person in another tab, or another person with the same login, was faster.
    const held = await services.accounts.personByIdentity(identity);
    if (held) return held.disabledAt === null ? { person: held } : { refusal: "disabled" };
    const again = { ...person, login: `${person.login}-${services.random()}` };
    await services.accounts.addPerson(again, { identity });
    return { person: again };
  }
}

async function personOf(
  { accounts, newId, random }: Pick<ProviderAccountServices, "accounts" | "newId" | "random">,
  identity: IdentityClaims,
  now: number,
): Promise<Person> {
  const isTaken = async (login: string) => (await accounts.personByLogin(login)) !== null;
  const { login, name } = await ssoProfile(identity, isTaken, random);
  return { id: newId(), login, name, createdAt: now, disabledAt: null };
}

/** UTF-16 units; leaves room for a suffix that tells two logins apart. */
const longest = 90;

/** Both stay close to the provider's claims. @param random suffix where counting is not enough */
export async function ssoProfile(
  { login, name }: IdentityClaims,
  isTaken: (login: string) => Promise<boolean>,
  random: () => string,
): Promise<Pick<Person, "login" | "name">> {
  const wanted = cleaned(login, forbiddenLoginCharacters) ?? "person";
  const free = await freeLogin(readLogin(wanted, "", []) ?? "person", isTaken, random);
  const called = cleaned(name, /[\p{C}\p{Zl}\p{Zp}]/gu)?.trim() ?? "";
  return { login: free, name: readPersonName(called, "", []) ?? free };
}

async function freeLogin(wanted: string, isTaken: (login: string) => Promise<boolean>, random: () => string): Promise<string> {
  for (const login of [wanted, `${wanted}-2`, `${wanted}-3`]) if (!(await isTaken(login))) return login;
  return `${wanted}-${loginKey(random())}`;
}

function cleaned(text: string | null, unwanted: RegExp): string | null {
  // A provider may send a megabyte. Half of a surrogate pair left by the cut is removed too.
  const clean = (text ?? "").slice(0, longest).normalize("NFC").replace(unwanted, "").slice(0, longest);
  return clean === "" ? null : clean.toWellFormed();
}
