import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/session.ts";
import { providerSignInRequest } from "drawbridge-rules/wire/session.ts";
import { hashLink, redeemLink } from "../../accounts/account-link.ts";
import { callbackPath, type IdentityProvider, IssuerMismatch, type SignInRefusal } from "../../accounts/identity-provider.ts";
import { type AccountRefusal, findOrCreateAccount } from "../../accounts/provider-account.ts";
import { type CookieRule, openSession, requireSessionCookie, signInOffer } from "../../accounts/session.ts";
import { expiredTransactionCookie, readTransaction, transactionCookieHeader } from "../../accounts/sign-in-transaction.ts";
import { shortId } from "../../base/short-id.ts";
import { invalidLink } from "../../store/sql/sql-accounts.ts";
import type { AdminServices } from "../admin-services.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "../request/admin-route.ts";
import { readBearerToken } from "../request/authentication.ts";
import { requireBodyFields } from "../request/request-fields.ts";

const shared = { permission: "public", tag: "Sessions" } as const;

export function providerSignInRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("beginProviderSignIn", {
      ...shared,
      summary: "Start a sign-in with the identity provider",
      description: "A cookie keeps its state for ten minutes. The provider sends the browser back to `/sign-in/callback`.",
      answers: { 200: { description: "Address at the provider", headers: ["set-cookie"] } },
      problems: ["not_found"],
      handle: (request) => begin(services, request),
    }),
    route("finishProviderSignIn", {
      ...shared,
      summary: "Finish a sign-in with the identity provider",
      description:
        "Redirects to the console, signed in, or to `/sign-in#error=` with one of unavailable, denied, expired, refused, uninvited, link, taken, disabled.",
      anyQuery: true,
      answers: { 303: { description: "Redirect to the console or to the sign-in page", headers: ["location", "set-cookie"] } },
      handle: async (request) => {
        const { cookie } = signInOffer(services.publicUrl());
        const { identityProvider } = services;
        if (!cookie || !identityProvider) return toPage("unavailable", []);
        const drop = expiredTransactionCookie(cookie);
        try {
          const ended = await signIn(services, identityProvider, cookie, request);
          return "session" in ended ? toPage(null, [ended.session, drop]) : toPage(ended.failure, [drop]);
        } catch (error) {
          // Disabled in this moment.
          if (error instanceof DrawbridgeError && error.code === "unauthorized") return toPage("disabled", [drop]);
          services.log.error({ event: "sign_in.failed", err: error }, "A sign-in with the identity provider failed");
          return toPage("unavailable", [drop]);
        }
      },
    }),
  ];
}

/** @throws forbidden (sign-in is not available), not_found (no provider, or an unknown link), invalid, unavailable */
async function begin(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  const { identityProvider, store, now } = services;
  const cookie = requireSessionCookie(services);
  if (!identityProvider) throw new DrawbridgeError("not_found", "This server has no identity provider. Sign in with a password.");
  const { link: text = null } = requireBodyFields(providerSignInRequest, request.body);
  if (text !== null && !(await store.accounts.link(hashLink(text) ?? "", now()))) throw invalidLink();
  const { url, transaction } = await identityProvider.begin(now(), text).catch((error) => explain(services, request, error));
  const body: wire.ProviderSignIn = { url };
  return { status: 200, body, headers: { "set-cookie": transactionCookieHeader(cookie, transaction) } };
}

/** The cause is for the log, and for those who have an access token, such as `doctor`. @throws the error, or its cause */
function explain({ log, accessTokens, now }: AdminServices, { headers }: AdminRequest, error: unknown): never {
  const cause = error instanceof DrawbridgeError && error.cause instanceof IssuerMismatch ? error.cause : null;
  if (cause === null) throw error;
  log.error(
    { event: "sign_in.unavailable", reason: cause.message },
    "Sign-in with the identity provider is not possible: it has another issuer",
  );
  const token = readBearerToken(headers.get("authorization") ?? "");
  if (token === null || accessTokens.requester(token, now()) === null) throw error;
  throw new DrawbridgeError("unavailable", `${cause.message}.`, [], cause);
}

type Failure = SignInRefusal | AccountRefusal;

/** @throws unavailable, unauthorized: the account was disabled meanwhile */
async function signIn(
  services: AdminServices,
  provider: IdentityProvider,
  cookie: CookieRule,
  request: AdminRequest,
): Promise<{ readonly session: string } | { readonly failure: Failure }> {
  const { store, randomBytes, now, publicUrl, log } = services;
  const callback = new URL(publicUrl() + callbackPath + request.search);
  const ended = await provider.finish(callback, readTransaction(request.headers.get("cookie"), cookie), now());
  if ("refusal" in ended) {
    // Any visitor can open the callback address without a transaction: it needs no log entry.
    if (ended.why !== "no_transaction")
      log.error({ event: "sign_in.refused", reason: ended.why }, "A sign-in with the identity provider was refused");
    return { failure: ended.refusal };
  }
  const making = {
    accounts: store.accounts,
    redeem: (redemption: Parameters<typeof redeemLink>[1]) => redeemLink(services, redemption),
    newcomers: provider.newcomers,
    newId: () => shortId("u_", randomBytes),
    random: () => shortId("", randomBytes).slice(0, 4),
  };
  const account = await findOrCreateAccount(making, ended.identity, ended.link, now());
  if ("refusal" in account) return { failure: account.refusal };
  const { setCookie } = await openSession(services, account.person.id, request);
  services.throttle.signedIn(request.address, account.person.login);
  return { session: setCookie };
}

/** A browser sends no session cookie on this way (`SameSite=Strict`), and neither page needs it. */
function toPage(failure: Failure | null, cookies: readonly string[]): AdminAnswer {
  const location = failure === null ? "/console/" : `/sign-in#error=${failure}`;
  return { status: 303, body: null, headers: { location, "set-cookie": cookies } };
}
