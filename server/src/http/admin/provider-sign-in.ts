/**
 * Signing in with the identity provider: away to it, and back. What comes back is a navigation of a browser, so it is always
 * answered with the way to a page of ours, and with one word if it failed: nothing that anybody sent is shown or logged.
 */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/session.ts";
import { providerSignInRequest } from "drawbridge-rules/wire/session.ts";
import { hashOfLink } from "../../accounts/account-link.ts";
import { callbackPath, type IdentityProvider, type SignInRefusal } from "../../accounts/identity-provider.ts";
import { type AccountRefusal, accountOf } from "../../accounts/provider-account.ts";
import { type RedemptionWorkings, redeemLink } from "../../accounts/redemption.ts";
import { openSession, type SessionWorkings } from "../../accounts/session.ts";
import { type CookieRule, signInOffer } from "../../accounts/session-cookie.ts";
import type { SignInThrottle } from "../../accounts/sign-in-throttle.ts";
import { dropTransaction, keepTransaction, transactionIn } from "../../accounts/transaction-cookie.ts";
import type { Log } from "../../base/log.ts";
import { shortId } from "../../base/short-id.ts";
import { noLink } from "../../store/account-rules.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface ProviderSignInServices extends RedemptionWorkings, SessionWorkings {
  readonly store: Store;
  readonly throttle: SignInThrottle;
  /** Null: people sign in with passwords only. */
  readonly identityProvider: IdentityProvider | null;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
  readonly log: Log;
}

const shared = { permission: "public", tag: "Sessions" } as const;

export function providerSignInRoutes(workings: ProviderSignInServices): AdminRoute[] {
  return [
    route("beginProviderSignIn", {
      ...shared,
      summary: "Start a sign-in with the identity provider",
      description: "A cookie keeps its state for ten minutes. The provider sends the browser back to `/sign-in/callback`.",
      answers: { 200: { description: "Address at the provider", headers: ["set-cookie"] } },
      problems: ["not_found", "rate_limited"],
      handle: (request) => begin(workings, request),
    }),
    route("finishProviderSignIn", {
      ...shared,
      summary: "Finish a sign-in with the identity provider",
      description:
        "Redirects to the console, signed in, or to `/sign-in#error=` with one of unavailable, denied, expired, refused, uninvited, link, taken, disabled.",
      anyQuery: true,
      answers: { 303: { description: "Redirect to a page", headers: ["location", "set-cookie"] } },
      handle: (request) => finish(workings, request),
    }),
  ];
}

/** @throws forbidden (nobody can sign in here), not_found (there is no provider, or no such link), invalid, unavailable */
async function begin(workings: ProviderSignInServices, request: AdminRequest): Promise<AdminAnswer> {
  const { publicUrl, identityProvider, store, now } = workings;
  const { cookie, reason } = signInOffer(publicUrl());
  if (cookie === null) throw new DrawbridgeError("forbidden", reason);
  if (!identityProvider) throw new DrawbridgeError("not_found", "There is no identity provider here. Sign in with a password.");
  const { fields, problems } = readBodyFields(providerSignInRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const text = fields.link ?? null;
  if (text !== null && !(await store.accounts.link(hashOfLink(text) ?? "", now()))) throw noLink();
  const { url, transaction } = await identityProvider.begin(now(), text);
  const body: wire.ProviderSignIn = { url };
  return { status: 200, body, headers: { "set-cookie": keepTransaction(cookie, transaction) } };
}

type Failure = SignInRefusal | AccountRefusal;

async function finish(workings: ProviderSignInServices, request: AdminRequest): Promise<AdminAnswer> {
  const { cookie } = signInOffer(workings.publicUrl());
  const { identityProvider } = workings;
  if (!cookie || !identityProvider) return toPage("unavailable", []);
  const drop = dropTransaction(cookie);
  try {
    const ended = await signIn(workings, identityProvider, cookie, request);
    return "session" in ended ? toPage(null, [ended.session, drop]) : toPage(ended.failure, [drop]);
  } catch (error) {
    // Disabled in this moment.
    if (error instanceof DrawbridgeError && error.code === "unauthorized") return toPage("disabled", [drop]);
    workings.log.error({ err: error }, "a sign-in with the identity provider failed");
    return toPage("unavailable", [drop]);
  }
}

/** @throws unavailable, unauthorized: the account was disabled meanwhile */
async function signIn(
  workings: ProviderSignInServices,
  provider: IdentityProvider,
  cookie: CookieRule,
  request: AdminRequest,
): Promise<{ readonly session: string } | { readonly failure: Failure }> {
  const { store, randomBytes, now, publicUrl, log } = workings;
  const callback = new URL(publicUrl() + callbackPath + request.search);
  const ended = await provider.finish(callback, transactionIn(request.headers.get("cookie"), cookie), now());
  if ("refusal" in ended) {
    // What anybody can bring about by opening an address is nothing to look after.
    if (ended.why !== "no_transaction") log.error({ why: ended.why }, "a sign-in with the identity provider was refused");
    return { failure: ended.refusal };
  }
  const making = {
    accounts: store.accounts,
    redeem: (redemption: Parameters<typeof redeemLink>[1]) => redeemLink(workings, redemption),
    newcomers: provider.newcomers,
    newId: () => shortId("u_", randomBytes),
    random: () => shortId("", randomBytes).slice(0, 4),
  };
  const account = await accountOf(making, ended.identity, ended.link, now());
  if ("refusal" in account) return { failure: account.refusal };
  const { setCookie } = await openSession(workings, account.person.id, request);
  workings.throttle.signedIn(request.address, account.person.login);
  return { session: setCookie };
}

/** A browser does not send the session's cookie along on this way (`SameSite=Strict`), and neither page needs it to. */
function toPage(failure: Failure | null, cookies: readonly string[]): AdminAnswer {
  const location = failure === null ? "/console/" : `/sign-in#error=${failure}`;
  return { status: 303, body: null, headers: { location, "set-cookie": cookies } };
}
