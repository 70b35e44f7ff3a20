/** The claims of a provider that an account needs. */
import { loginKey } from "drawbridge-rules/people/person.ts";
import type { Identity } from "../store/accounts.ts";

/**
 * The identity is issuer and subject: a provider never reassigns a subject (OpenID Connect Core §2). The other claims are names:
 * arbitrary, changeable, and never used to find an account.
 */
export interface IdentityClaims extends Identity {
  readonly login: string | null;
  readonly name: string | null;
}

/** Claims of a validated ID token. */
interface TokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/**
 * The identity in a token's claims. Owners grant roles by the look of a login, so an e-mail address becomes a login only if the
 * provider confirms it (`email_verified` is literally `true`; many omit it), under whatever claim it comes.
 */
export function readIdentity({ iss, sub, preferred_username, email, email_verified, name }: TokenClaims): IdentityClaims {
  const address = email_verified === true ? textOf(email) : null;
  const preferred = textOf(preferred_username);
  const isOwn = preferred !== null && (!looksLikeAddress(preferred) || (address !== null && isSame(preferred, address)));
  return { issuer: iss, subject: sub, login: isOwn ? preferred : address, name: textOf(name) };
}

/** Includes other characters that look like `@`, such as the full-width one. */
function looksLikeAddress(text: string): boolean {
  return text.normalize("NFKC").includes("@");
}

function isSame(a: string, b: string): boolean {
  return loginKey(a) === loginKey(b);
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim.trim() !== "" ? claim : null;
}
