/** The port for an identity provider. Its one implementation speaks OpenID Connect; the routes only know this interface. */
import { fillPath } from "drawbridge-rules/api/paths.ts";
import { loginKey } from "drawbridge-rules/people/person.ts";
import type { OidcPeople } from "../base/settings.ts";
import type { Identity } from "../store/accounts.ts";

export interface BegunSignIn {
  /** The address to send the browser to. */
  readonly url: string;
  /** State that the browser carries in the meantime; only this server can read it. */
  readonly transaction: string;
}

/**
 * Reasons for a refused sign-in. `expired`: the transaction is absent, used or too old; `denied`: the provider or the person
 * declined; `refused`: the response is invalid; `unavailable`: the provider cannot be reached.
 */
export type SignInRefusal = "expired" | "denied" | "refused" | "unavailable";

export type FinishedSignIn =
  | { readonly identity: IdentityClaims; readonly link: string | null }
  /** `why` is for the log: a name of ours or of a standard, never text of the provider or the browser. */
  | { readonly refusal: SignInRefusal; readonly why: string };

export interface IdentityProvider {
  /** Label of the button. */
  readonly name: string;
  /** People who may sign in for the first time without a one-time link. */
  readonly newcomers: OidcPeople;
  /**
   * Starts a sign-in; `link` is the one-time link to redeem for the person who signs in.
   * @param now epoch ms
   * @throws unavailable
   */
  begin(now: number, link: string | null): Promise<BegunSignIn>;
  /**
   * Finishes a sign-in, once for each transaction.
   * @param callback the address to which the browser was redirected, below our own public URL
   * @param transaction null means the browser carries none
   */
  finish(callback: URL, transaction: string | null, now: number): Promise<FinishedSignIn>;
}

/** Maximum milliseconds for a person at the provider. */
export const transactionLife = 10 * 60_000;

/** Path below the public URL to which the provider redirects browsers. */
export const callbackPath = fillPath("finishProviderSignIn", {});

/** The provider's metadata name another issuer than the setting. Its message is for operators: it repeats both. */
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

/**
 * The identity is issuer and subject: a provider never reassigns a subject (OpenID Connect Core §2). The other claims are names:
 * arbitrary, changeable, and never used to find an account.
 */
export interface IdentityClaims extends Identity {
  readonly login: string | null;
  readonly name: string | null;
}

/** Claims of a validated ID token. */
type TokenClaims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/**
 * The identity in a token's claims. Owners grant roles by the look of a login, so an e-mail address becomes a login only if the
 * provider confirms it (`email_verified` is literally `true`; many omit it), under whatever claim it comes.
 */
export function readIdentity({ iss, sub, preferred_username, email, email_verified, name }: TokenClaims): IdentityClaims {
  const address = email_verified === true ? textOf(email) : null;
  const preferred = textOf(preferred_username);
  const isOwn =
    preferred !== null && (!looksLikeAddress(preferred) || (address !== null && loginKey(preferred) === loginKey(address)));
  return { issuer: iss, subject: sub, login: isOwn ? preferred : address, name: textOf(name) };
}

/** Includes other characters that look like `@`, such as the full-width one. */
function looksLikeAddress(text: string): boolean {
  return text.normalize("NFKC").includes("@");
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim.trim() !== "" ? claim : null;
}
