/** Who signs people in for us. The one implementation speaks OpenID Connect; the routes know only this. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import type { OidcPeople } from "../settings.ts";
import type { IdentityClaims } from "./identity-claims.ts";

export interface BegunSignIn {
  /** Where the browser goes. */
  readonly url: string;
  /** What the browser carries meanwhile; only this server can read it. */
  readonly transaction: string;
}

/**
 * Why nobody is signed in: the transaction is absent, used or too old; the provider or the person said no; what came back
 * does not hold; the provider cannot be asked.
 */
export type SignInRefusal = "expired" | "denied" | "refused" | "unavailable";

export type FinishedSignIn =
  | { readonly identity: IdentityClaims; readonly link: string | null }
  /** `why` is for the log: a name of ours or of a standard, never what the provider or the browser wrote. */
  | { readonly refusal: SignInRefusal; readonly why: string };

export interface IdentityProvider {
  /** On the button. */
  readonly name: string;
  /** Who may come for the first time without a one-time link. */
  readonly newcomers: OidcPeople;
  /**
   * Begins to sign somebody in; `link` is the one-time link that is to be redeemed for whoever it turns out to be.
   * @param now epoch ms
   * @throws unavailable
   */
  begin(now: number, link: string | null): Promise<BegunSignIn>;
  /**
   * Ends it, once for each transaction.
   * @param callback the address that the browser was sent back to, of our own public URL
   * @param transaction null: the browser carries none
   */
  finish(callback: URL, transaction: string | null, now: number): Promise<FinishedSignIn>;
}

/** How long a person may take at the provider, in milliseconds. */
export const transactionLife = 10 * 60_000;

/** Where the provider sends browsers back to, below the public URL. */
export const callbackPath = fillPath("finishProviderSignIn", {});
