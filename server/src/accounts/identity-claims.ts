/** What a provider says of somebody, as far as an account needs it. */
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
 * Who it is. An e-mail address that the provider says is not theirs is left out: an owner who grants roles goes by what a
 * login looks like.
 */
export function identityOf({ iss, sub, preferred_username, email, email_verified, name }: TokenClaims): IdentityClaims {
  const address = email_verified === false || email_verified === "false" ? null : textOf(email);
  return { issuer: iss, subject: sub, login: textOf(preferred_username) ?? address, name: textOf(name) };
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim.trim() !== "" ? claim : null;
}
