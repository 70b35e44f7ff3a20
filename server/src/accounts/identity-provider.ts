import { fillPath } from "drawbridge-rules/api/paths.ts";
import { loginKey } from "drawbridge-rules/people/person.ts";
import type { OidcPeople } from "../base/settings.ts";
import type { Identity } from "../store/sql/sql-accounts.ts";

export interface BegunSignIn {
  readonly url: string;
  /** The browser carries it meanwhile; only this server can read it. */
  readonly transaction: string;
}

/** `expired`: absent, used or too old; `denied` by provider or person; `refused`: invalid; `unavailable`: not reached. */
export type SignInRefusal = "expired" | "denied" | "refused" | "unavailable";

export type FinishedSignIn =
  | { readonly identity: IdentityClaims; readonly link: string | null }
  /** `why` is for the log: a name of ours or of a standard, never text of the provider or the browser. */
  | { readonly refusal: SignInRefusal; readonly why: string };

export interface IdentityProvider {
  readonly name: string;
  /** People who may sign in for the first time without a one-time link. */
  readonly newcomers: OidcPeople;
  /** @param link to redeem for the person who signs in @throws unavailable */
  begin(now: number, link: string | null): Promise<BegunSignIn>;
  /** Works once for each transaction. @param callback address that the browser came back to */
  finish(callback: URL, transaction: string | null, now: number): Promise<FinishedSignIn>;
}

export const transactionLife = 10 * 60_000;

export const callbackPath = fillPath("finishProviderSignIn", {});

/** The message repeats both issuers, since it is for operators. */
export class IssuerMismatch extends Error {
  constructor(expected: string, found: unknown) {
    const isShown = typeof found === "string" && /^https?:\/\/[\x21-\x7e]{1,500}$/.test(found);
    const named = isShown ? found : "something that is no address";
    super(
      `DRAWBRIDGE_OIDC_ISSUER is ${expected}, and the provider there names its issuer ${named}: ${advice(expected, String(found))}`,
    );
  }
}

function advice(expected: string, found: string): string {
  if (expected.includes("/.well-known/")) return "set the issuer, not the address of its metadata";
  if (/\{tenant|\/(common|organizations|consumers)(\/|$)/i.test(expected + found))
    return "use the issuer of your own directory, with its id in place of common, organizations or {tenantid}";
  if (expected.replace(/\/+$/, "") === found.replace(/\/+$/, ""))
    return "they differ by the / at the end, so set it exactly as the provider does";
  return "set it exactly as the provider does, if that is your provider";
}

/** Issuer and subject, never reassigned (OpenID Connect Core §2), and names, which find no account. */
export interface IdentityClaims extends Identity {
  readonly login: string | null;
  readonly name: string | null;
}

type TokenClaims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** An e-mail address becomes a login only if the provider confirms it: `email_verified` is `true`. */
export function readIdentity({ iss, sub, preferred_username, email, email_verified, name }: TokenClaims): IdentityClaims {
  const address = email_verified === true ? textOf(email) : null;
  const preferred = textOf(preferred_username);
  const isOwn =
    // Other characters look like `@` too, such as the full-width one.
    preferred !== null &&
    (!preferred.normalize("NFKC").includes("@") || (address !== null && loginKey(preferred) === loginKey(address)));
  return { issuer: iss, subject: sub, login: isOwn ? preferred : address, name: textOf(name) };
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim.trim() !== "" ? claim : null;
}
