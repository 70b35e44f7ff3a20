/** Signing in with a password, and whether one can sign in here at all. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/session.ts";
import { signInRequest } from "drawbridge-rules/wire/session.ts";

import type { GrantRing } from "../../accounts/grant-ring.ts";
import type { IdentityProvider } from "../../accounts/identity-provider.ts";
import { checkPassword, type PasswordWorkings } from "../../accounts/password-check.ts";
import { openSession, type SessionWorkings } from "../../accounts/session.ts";
import { signInOffer } from "../../accounts/session-cookie.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";
import { type WhoAmIServices, whoAmI } from "./who-am-i.ts";

interface SignInServices extends PasswordWorkings, SessionWorkings, WhoAmIServices {
  readonly store: Store;
  readonly grants: GrantRing;
  /** Null: people sign in with passwords only. */
  readonly identityProvider: IdentityProvider | null;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
}

// Bounds what is hashed; whether it could be anybody's password is not told here.

export function signInRoutes(workings: SignInServices): AdminRoute[] {
  return [
    route("getSignInOptions", {
      permission: "public",
      tag: "Sessions",
      summary: "Get the ways to sign in at this address",
      answers: { 200: { description: "The ways in" } },
      handle: async () => {
        const { reason } = signInOffer(workings.publicUrl());
        const provider = workings.identityProvider && { name: workings.identityProvider.name };
        const body: wire.SignInOptions = { offered: reason === null, reason, password: true, provider };
        return { status: 200, body };
      },
    }),
    route("signIn", {
      permission: "public",
      tag: "Sessions",
      summary: "Sign in with a password",
      body: {
        example: { login: "ada@acme.example", password: "as long as you like" },
      },
      answers: { 200: { description: "Who has signed in", headers: ["set-cookie"] } },
      problems: ["unauthorized", "rate_limited"],
      handle: (request) => signIn(workings, request),
    }),
  ];
}

/** @throws forbidden (nobody can sign in here), unauthorized (in the same words whatever is wrong), invalid, unavailable */
async function signIn(workings: SignInServices, request: AdminRequest): Promise<AdminAnswer> {
  const { reason } = signInOffer(workings.publicUrl());
  if (reason !== null) throw new DrawbridgeError("forbidden", reason);
  const { fields, problems } = readBodyFields(signInRequest, request.body);
  refuseIfAny(problems, request.body, "the request");
  const { login = "", password = "" } = fields;
  // Neither can be anybody's, and no store takes such a text.
  if (!login.isWellFormed() || login.includes("\0") || !password.isWellFormed()) throw wrong();
  const checked = await checkPassword(workings, request.address, login, password);
  if (checked === null) throw wrong();
  if ("wait" in checked) return tooManyAttempts(checked.wait);
  const { person, kept } = checked;
  const { session, setCookie } = await openSession(workings, person.id, request, kept);
  const requester = workings.grants.requester(person.id, person.id, session.hash);
  return { status: 200, body: await whoAmI(workings, requester, session), headers: { "set-cookie": setCookie } };
}

function wrong(): DrawbridgeError {
  return new DrawbridgeError("unauthorized", "The login or the password is not right.");
}
