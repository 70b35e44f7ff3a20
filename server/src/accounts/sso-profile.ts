/** Derives login and display name for a first-time SSO user: as close to the provider's claims as an account allows. */
import { forbiddenLoginCharacters, loginKey, readLogin, readPersonName } from "drawbridge-rules/people/person.ts";
import type { IdentityClaims } from "./identity-claims.ts";

interface SsoProfile {
  readonly login: string;
  readonly name: string;
}

/** UTF-16 units; leaves room for a suffix that tells two logins apart. */
const longest = 90;

/** @param isTaken whether a login is in use @param random suffix where counting is not enough: about 4 characters */
export async function ssoProfile(
  { login, name }: IdentityClaims,
  isTaken: (login: string) => Promise<boolean>,
  random: () => string,
): Promise<SsoProfile> {
  const wanted = cleaned(login, forbiddenLoginCharacters) ?? "person";
  const free = await freeLogin(readLogin(wanted, "", []) ?? "person", isTaken, random);
  const called = cleaned(name, /[\p{C}\p{Zl}\p{Zp}]/gu)?.trim() ?? "";
  return { login: free, name: readPersonName(called, "", []) ?? free };
}

async function freeLogin(wanted: string, isTaken: (login: string) => Promise<boolean>, random: () => string): Promise<string> {
  for (const login of [wanted, `${wanted}-2`, `${wanted}-3`]) if (!(await isTaken(login))) return login;
  return `${wanted}-${loginKey(random())}`;
}

/** Removes characters that accounts do not allow, and cuts to the maximum length; null: nothing is left. */
function cleaned(text: string | null, unwanted: RegExp): string | null {
  // Cut first: a provider may send a megabyte. Half of a surrogate pair left by the cut is removed too.
  const clean = (text ?? "").slice(0, longest).normalize("NFC").replace(unwanted, "").slice(0, longest);
  return clean === "" ? null : clean.toWellFormed();
}
