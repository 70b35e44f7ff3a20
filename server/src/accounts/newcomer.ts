/** What somebody is called here whom an identity provider brings: as near to its own words as an account may be. */
import { loginKey, notInLogins, readLogin, readPersonName } from "drawbridge-rules/people/person.ts";
import type { IdentityClaims } from "./identity-claims.ts";

export interface Newcomer {
  readonly login: string;
  readonly name: string;
}

/** UTF-16 units; leaves room for what tells two apart. */
const longest = 90;

/**
 * @param isTaken whether somebody has a login
 * @param random tells apart where counting does not: 4 characters or so
 */
export async function newcomer(
  { login, name }: IdentityClaims,
  isTaken: (login: string) => Promise<boolean>,
  random: () => string,
): Promise<Newcomer> {
  const wanted = cleaned(login, notInLogins) ?? "person";
  const free = await freeLogin(readLogin(wanted, "", []) ?? "person", isTaken, random);
  const called = cleaned(name, /[\p{C}\p{Zl}\p{Zp}]/gu)?.trim() ?? "";
  return { login: free, name: readPersonName(called, "", []) ?? free };
}

async function freeLogin(wanted: string, isTaken: (login: string) => Promise<boolean>, random: () => string): Promise<string> {
  for (const login of [wanted, `${wanted}-2`, `${wanted}-3`]) if (!(await isTaken(login))) return login;
  return `${wanted}-${loginKey(random())}`;
}

/** Without what no account may have in it, and no longer than it may be; null: nothing is left. */
function cleaned(text: string | null, unwanted: RegExp): string | null {
  // Cut first: a provider may send a megabyte. A half of a pair that the cut leaves is unwanted too.
  const clean = (text ?? "").slice(0, longest).normalize("NFC").replace(unwanted, "").slice(0, longest);
  return clean === "" ? null : clean.toWellFormed();
}
