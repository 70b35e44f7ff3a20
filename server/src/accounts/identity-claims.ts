/** What a provider says of somebody, as far as an account needs it. */
import { loginKey } from "drawbridge-rules/people/person.ts";
import type { Identity } from "../store/accounts.ts";

/**
 * Issuer and subject are who it is: no subject is ever given to anybody else (OpenID Connect Core §2). The others are what
 * they are called, which may be anything, may change, and is never what somebody is found by.
 */
export interface IdentityClaims extends Identity {
  readonly login: string | null;
  readonly name: string | null;
}

/** Of an ID token, after it was checked. */
export interface TokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/**
 * The identity in a token's claims. Owners grant roles by the look of a login, so an e-mail address becomes a login only if the
 * provider confirms it (`email_verified` is literally `true`; many omit it), under whatever claim it comes.
 */
export function identityOf({ iss, sub, preferred_username, email, email_verified, name }: TokenClaims): IdentityClaims {
  const address = email_verified === true ? textOf(email) : null;
  const preferred = textOf(preferred_username);
  const isOwn = preferred !== null && (!looksLikeAddress(preferred) || (address !== null && isSame(preferred, address)));
  return { issuer: iss, subject: sub, login: isOwn ? preferred : address, name: textOf(name) };
}

/** Includes other signs that read as `@`, such as the full-width one. */
function looksLikeAddress(text: string): boolean {
  return text.normalize("NFKC").includes("@");
}

function isSame(a: string, b: string): boolean {
  return loginKey(a) === loginKey(b);
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim.trim() !== "" ? claim : null;
}
