import type {
  AccountLinkRedemption,
  EndedSessions,
  InspectedAccountLink,
  PasswordChange,
  ProviderSignIn,
  ProviderSignInRequest,
  SessionList,
  SignInOptions,
  SignInRequest,
  WhoAmI,
} from "drawbridge-rules/wire/session.ts";
import type { Calls } from "./calls.ts";

/**
 * Who is signed in. The session is a cookie that a browser keeps and sends by itself to its own origin: no code sees it, and a
 * client with a token has none.
 */
export class Sessions {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Whether and how people can sign in there; needs nothing. */
  options(): Promise<SignInOptions> {
    return this.#calls.read(["sign-in"]);
  }

  signIn(request: SignInRequest): Promise<WhoAmI> {
    return this.#calls.once(["session"], request);
  }

  /** Begins to sign in with the identity provider: where the browser is to go. It comes back to `/sign-in`. */
  signInWithProvider(request: ProviderSignInRequest = {}): Promise<ProviderSignIn> {
    return this.#calls.once(["sign-in", "provider"], request);
  }

  /** What a one-time link is for. Does not use it up. */
  inspectLink(link: string): Promise<InspectedAccountLink> {
    return this.#calls.once(["account-links", "inspect"], { link });
  }

  /** Makes the first account, or sets the password of the one that the link is for, and signs in. */
  redeemLink(redemption: AccountLinkRedemption): Promise<WhoAmI> {
    return this.#calls.once(["account-links", "redeem"], redemption);
  }

  /** Also of a token. */
  whoAmI(): Promise<WhoAmI> {
    return this.#calls.read(["session"]);
  }

  signOut(): Promise<void> {
    return this.#calls.remove(["session"]);
  }

  /** One's own, last seen first. */
  list(): Promise<SessionList> {
    return this.#calls.read(["sessions"]);
  }

  /** Ends one of the user's own sessions, by its id. */
  end(session: string): Promise<void> {
    return this.#calls.remove(["sessions", session]);
  }

  /** This one too. */
  signOutEverywhere(): Promise<EndedSessions> {
    return this.#calls.once(["sessions", "end"], {});
  }

  /** Changes the user's own password. All other sessions end; this one continues under a new id, which is in the cookie. */
  changePassword(change: PasswordChange): Promise<EndedSessions> {
    return this.#calls.once(["session", "password"], change);
  }
}
