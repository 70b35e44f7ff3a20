/** Sessions of whoever is signed in: who they are, where they are signed in, and the end of it; and their own password. */

import { type Person, readNewPassword } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { type EndedSessions, passwordChange, type SessionList } from "drawbridge-rules/wire/session.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import { checkPassword, type PasswordWorkings } from "../../accounts/password-check.ts";
import type { PasswordHashing } from "../../accounts/password-hash.ts";
import { closedCookie, isOver, renewSession, type SessionWorkings, sessionName } from "../../accounts/session.ts";
import { mostSessions, type Session } from "../../store/accounts.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";
import { type WhoAmIServices, whoAmI } from "./who-am-i.ts";

interface SessionsServices extends PasswordWorkings, SessionWorkings, WhoAmIServices {
  readonly store: Store;
  readonly passwords: PasswordHashing;
  /** Epoch ms. */
  readonly now: () => number;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
}

const shared = { permission: "signed_in", tag: "Sessions" } as const;
const empty = { types: ["application/json"], schema: noFields, required: false } as const;

export function sessionRoutes(workings: SessionsServices): AdminRoute[] {
  return [
    route("getSession", {
      ...shared,
      summary: "Get the identity and roles of the client",
      answers: { 200: { description: "Whoever asks" } },
      handle: (request) => identify(workings, request),
    }),
    route("signOut", {
      ...shared,
      summary: "Sign out",
      answers: { 204: { description: "It is over", headers: ["set-cookie"] } },
      handle: (request) => signOut(workings, request),
    }),
    route("listSessions", {
      ...shared,
      summary: `List your sessions, last seen first; at most ${mostSessions}`,
      answers: { 200: { description: "The sessions that are not over" } },
      handle: (request) => list(workings, request),
    }),
    route("endSession", {
      ...shared,
      summary: "End one of your sessions",
      answers: { 204: { description: "It is over", headers: ["set-cookie"] } },
      problems: ["not_found"],
      handle: (request) => endOne(workings, request),
    }),
    route("signOutEverywhere", {
      ...shared,
      summary: "Sign out everywhere",
      body: empty,
      answers: { 200: { description: "How many there were", headers: ["set-cookie"] } },
      handle: (request) => signOutEverywhere(workings, request),
    }),
    route("changePassword", {
      ...shared,
      summary: "Change your password",
      description: "All other sessions end. This session continues under a new id, which is in the cookie of the answer.",
      body: {
        example: { current: "as long as you like", password: "longer than it was" },
      },
      answers: { 200: { description: "How many other sessions ended", headers: ["set-cookie"] } },
      problems: ["conflict", "rate_limited"],
      handle: (request) => changePassword(workings, request),
    }),
  ];
}

async function identify(workings: SessionsServices, { requester }: AdminRequest): Promise<AdminAnswer> {
  const found = requester.session === null ? null : await workings.store.accounts.session(requester.session);
  return { status: 200, body: await whoAmI(workings, requester, found?.session ?? null) };
}

async function signOut(workings: SessionsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { session } = await signedIn(workings, request);
  await workings.store.accounts.endSession(session);
  return { status: 204, body: null, headers: { "set-cookie": closedCookie(workings) } };
}

async function list(workings: SessionsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { person, session } = await signedIn(workings, request);
  // Omits the hashes by which sessions are found.
  const sessions = (await liveSessionsOf(workings, person)).map((each) => ({
    id: sessionName(each),
    created_at: printInstant(each.createdAt),
    seen_at: printInstant(each.seenAt),
    expires_at: printInstant(each.expiresAt),
    current: each.hash === session,
  }));
  const body: SessionList = { sessions };
  return { status: 200, body };
}

/** @throws forbidden, not_found: another person's session, or an ended one */
async function endOne(workings: SessionsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { person, session } = await signedIn(workings, request);
  const found = (await liveSessionsOf(workings, person)).find((each) => sessionName(each) === request.params.session);
  if (!found) throw new DrawbridgeError("not_found", "You have no such session, or it has ended already.");
  await workings.store.accounts.endSession(found.hash);
  return { status: 204, body: null, headers: found.hash === session ? { "set-cookie": closedCookie(workings) } : {} };
}

async function liveSessionsOf({ store, now }: SessionsServices, { id }: Person): Promise<Session[]> {
  return (await store.accounts.sessionsOf(id)).filter((each) => !isOver(each, now()));
}

async function signOutEverywhere(workings: SessionsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { person } = await signedIn(workings, request);
  refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
  const body: EndedSessions = { ended: await workings.store.accounts.endSessions(person.id) };
  return { status: 200, body, headers: { "set-cookie": closedCookie(workings) } };
}

/** What comes of a wrong password is slowed down as a sign-in is: a stolen session is not to find it out. */
async function changePassword(workings: SessionsServices, request: AdminRequest): Promise<AdminAnswer> {
  const { person, session } = await signedIn(workings, request);
  const { fields, problems } = readBodyFields(passwordChange, request.body);
  const found: Problem[] = [...problems];
  const chosen = fields.password === undefined ? null : readNewPassword(fields.password, "password", found, person);
  refuseIfAny(found, request.body, "the request");
  const checked = await checkPassword(workings, request.address, person.login, fields.current ?? "", true);
  if (checked && "wait" in checked) return tooManyAttempts(checked.wait);
  if (checked?.person.id !== person.id || chosen === null) {
    refuseIfAny([{ path: "current", message: "expected the password that you have now" }], request.body, "the request");
  }
  const { accounts } = workings.store;
  const all = await accounts.sessionsOf(person.id);
  const own = all.find(({ hash }) => hash === session);
  if (!own) throw new DrawbridgeError("conflict", "Your session has ended meanwhile. Sign in again.");
  const { renewed, setCookie } = renewSession(workings, own);
  const hashed = await workings.passwords.hash(chosen ?? "");
  const isChanged = await accounts.changePassword(person.id, checked?.kept ?? "", hashed, renewed);
  if (!isChanged) throw new DrawbridgeError("conflict", "Your password was changed meanwhile. Sign in again.");
  const body: EndedSessions = { ended: all.length - 1 };
  return { status: 200, body, headers: { "set-cookie": setCookie } };
}

/** @throws forbidden: a token is asking, which has no sessions and no password */
async function signedIn(
  { store }: SessionsServices,
  { requester }: AdminRequest,
): Promise<{ readonly person: Person; readonly session: string }> {
  const { session } = requester;
  const person = session === null ? null : await store.accounts.person(requester.person ?? "");
  if (session !== null && person) return { person, session };
  throw new DrawbridgeError("forbidden", "Only who has signed in can do this; an access token has no sessions and no password.");
}
