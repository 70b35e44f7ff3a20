import { type Person, readNewPassword } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { type EndedSessions, passwordChange, signInRequest } from "drawbridge-rules/wire/session.ts";
import { checkPassword } from "../../accounts/password-hash.ts";
import {
  expiredSessionCookie,
  isSessionExpired,
  openSession,
  renewSession,
  requireSessionCookie,
  sessionName,
  signInOffer,
} from "../../accounts/session.ts";
import { maxSessions, type Session } from "../../store/sql/sql-accounts.ts";
import type { AdminServices } from "../admin-services.ts";
import { tooManyAttempts } from "../answer/error-answer.ts";
import { whoAmI } from "../answer/people-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { isSignedIn } from "../request/authentication.ts";
import { readBodyFields, refuseIfAny, requireBodyFields } from "../request/request-fields.ts";

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
  requireSessionCookie(services);
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

const shared = { permission: "signed_in", tag: "Sessions" } as const;

export function sessionRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getSession", {
      ...shared,
      summary: "Get the identity and roles of the client",
      answers: { 200: { description: "Identity and roles of the client" } },
      handle: async ({ requester }) => {
        const found = requester.session === null ? null : await services.store.accounts.session(requester.session);
        return { status: 200, body: await whoAmI(services, requester, found?.session ?? null) };
      },
    }),
    route("signOut", {
      ...shared,
      summary: "Sign out",
      answers: { 204: { description: "The session has ended", headers: ["set-cookie"] } },
      handle: async (request) => {
        const { session } = await signedIn(services, request);
        await services.store.accounts.endSession(session);
        return { status: 204, body: null, headers: { "set-cookie": expiredSessionCookie(services) } };
      },
    }),
    route("listSessions", {
      ...shared,
      summary: `List your sessions, last seen first; at most ${maxSessions}`,
      answers: { 200: { description: "Open sessions" } },
      handle: async (request) => {
        const { person, session } = await signedIn(services, request);
        // Omits the hashes by which sessions are found.
        const sessions = (await liveSessionsOf(services, person)).map((each) => ({
          id: sessionName(each),
          created_at: printInstant(each.createdAt),
          seen_at: printInstant(each.seenAt),
          expires_at: printInstant(each.expiresAt),
          current: each.hash === session,
        }));
        return ok<"listSessions">({ sessions });
      },
    }),
    route("endSession", {
      ...shared,
      summary: "End one of your sessions",
      answers: { 204: { description: "The session has ended", headers: ["set-cookie"] } },
      problems: ["not_found"],
      handle: (request) => endOne(services, request),
    }),
    route("signOutEverywhere", {
      ...shared,
      summary: "Sign out everywhere",
      answers: { 200: { description: "Number of ended sessions", headers: ["set-cookie"] } },
      handle: async (request) => {
        const { person } = await signedIn(services, request);
        const body: EndedSessions = { ended: await services.store.accounts.endSessions(person.id) };
        return { status: 200, body, headers: { "set-cookie": expiredSessionCookie(services) } };
      },
    }),
    route("changePassword", {
      ...shared,
      limitsAttempts: true,
      summary: "Change your password",
      description: "All other sessions end. This session continues under a new id, which is in the cookie of the answer.",
      body: { example: { current: "as long as you like", password: "longer than it was" } },
      answers: { 200: { description: "Number of other sessions that ended", headers: ["set-cookie"] } },
      problems: ["conflict"],
      handle: (request) => changePassword(services, request),
    }),
  ];
}

/** @throws forbidden, not_found: another person's session, or an ended one */
async function endOne(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  const { person, session } = await signedIn(services, request);
  const found = (await liveSessionsOf(services, person)).find((each) => sessionName(each) === request.params.session);
  if (!found) throw new DrawbridgeError("not_found", "You have no such session, or it has ended already.");
  await services.store.accounts.endSession(found.hash);
  return { status: 204, body: null, headers: found.hash === session ? { "set-cookie": expiredSessionCookie(services) } : {} };
}

async function liveSessionsOf({ store, now }: AdminServices, { id }: Person): Promise<Session[]> {
  return (await store.accounts.sessionsOf(id)).filter((each) => !isSessionExpired(each, now()));
}

/** Wrong passwords are slowed down as at a sign-in: a stolen session must not help to guess one. */
async function changePassword(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  const { person, session } = await signedIn(services, request);
  const { fields, problems: found } = readBodyFields(passwordChange, request.body);
  const chosen = fields.password === undefined ? null : readNewPassword(fields.password, "password", found, person);
  refuseIfAny(found, request.body, "the request");
  request.guesses(person.login);
  const checked = await checkPassword(services, request.address, person.login, fields.current ?? "", true);
  if (checked && "wait" in checked) return tooManyAttempts(checked.wait);
  if (checked?.person.id !== person.id || chosen === null) {
    refuseIfAny([{ path: "current", message: "expected your present password" }], request.body, "the request");
  }
  const { accounts } = services.store;
  const all = await accounts.sessionsOf(person.id);
  const own = all.find(({ hash }) => hash === session);
  if (!own) throw new DrawbridgeError("conflict", "Your session has ended in the meantime. Sign in again.");
  const { renewed, setCookie } = renewSession(services, own);
  const hashed = await services.passwords.hash(chosen ?? "");
  const isChanged = await accounts.changePassword(person.id, checked?.kept ?? "", hashed, renewed);
  if (!isChanged) throw new DrawbridgeError("conflict", "Your password was changed in the meantime. Sign in again.");
  const body: EndedSessions = { ended: all.length - 1 };
  return { status: 200, body, headers: { "set-cookie": setCookie } };
}

/** @throws forbidden: a token is asking, which has no sessions and no password */
async function signedIn(
  { store }: AdminServices,
  { requester }: AdminRequest,
): Promise<{ readonly person: Person; readonly session: string }> {
  const { session } = requester;
  const person = session === null ? null : await store.accounts.person(requester.person ?? "");
  if (session !== null && person) return { person, session };
  throw new DrawbridgeError("forbidden", "This requires a signed-in person: an access token has no sessions and no password.");
}
