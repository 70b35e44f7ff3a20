import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { signInRequest } from "drawbridge-rules/wire/session.ts";
import { checkPassword } from "../../accounts/password-hash.ts";
import { openSession, signInOffer } from "../../accounts/session.ts";
import type { AdminServices } from "../admin-services.ts";
import { tooManyAttempts } from "../answer/error-answer.ts";
import { whoAmI } from "../answer/people-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { isSignedIn } from "../request/authentication.ts";
import { requireBodyFields } from "../request/request-fields.ts";

export function signInRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getSignInOptions", {
      permission: "public",
      tag: "Sessions",
      summary: "Get the ways to sign in at this address",
      answers: { 200: { description: "Ways to sign in" } },
      handle: async ({ headers }) => {
        const { reason } = signInOffer(services.publicUrl());
        const provider = services.identityProvider && { name: services.identityProvider.name };
        // If the store is away, signing in says so.
        const hasAccounts = await services.store.accounts.hasPeople().catch(() => true);
        const signedIn = await isSignedIn(services, headers).catch(() => true);
        return ok<"getSignInOptions">({
          offered: reason === null,
          reason,
          password: true,
          provider,
          has_accounts: hasAccounts,
          signed_in: signedIn,
        });
      },
    }),
    route("signIn", {
      permission: "public",
      limitsAttempts: true,
      tag: "Sessions",
      summary: "Sign in with a password",
      body: { example: { login: "ada@acme.example", password: "as long as you like" } },
      answers: { 200: { description: "The person who signed in", headers: ["set-cookie"] } },
      problems: ["unauthorized"],
      handle: (request) => signIn(services, request),
    }),
  ];
}

/** @throws forbidden (sign-in is not available), unauthorized (in the same words for any cause), invalid, unavailable */
async function signIn(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  const { reason } = signInOffer(services.publicUrl());
  if (reason !== null) throw new DrawbridgeError("forbidden", reason);
  const { login, password } = requireBodyFields(signInRequest, request.body);
  // Neither can belong to a person, and no store takes such a text.
  if (!login.isWellFormed() || login.includes("\0") || !password.isWellFormed()) throw wrong();
  request.guesses(login);
  const checked = await checkPassword(services, request.address, login, password);
  if (checked === null) throw wrong();
  if ("wait" in checked) return tooManyAttempts(checked.wait);
  const { person, kept } = checked;
  const { session, setCookie } = await openSession(services, person.id, request, kept);
  const requester = services.grants.requester(person.id, person.id, session.hash);
  return { status: 200, body: await whoAmI(services, requester, session), headers: { "set-cookie": setCookie } };
}

function wrong(): DrawbridgeError {
  return new DrawbridgeError("unauthorized", "The login or the password is incorrect.");
}
