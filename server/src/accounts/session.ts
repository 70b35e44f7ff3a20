/** Sessions: created at sign-in; ended by signing out, by expiry, or with the person's access. */

import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { hashCredential } from "../base/hash.ts";
import type { Accounts, RenewedSession, Session } from "../store/accounts.ts";
import { type CookieRule, clearCookie, readSessionId, setCookie, signInOffer } from "./session-cookie.ts";

/** The part of the admin API's services that sessions need. */
export interface SessionServices {
  readonly store: { readonly accounts: Accounts };
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly publicUrl: () => string;
}

interface OpenedSession {
  readonly session: Session;
  /** Response header. Secret: it contains the id. */
  readonly setCookie: string;
}

/** Milliseconds from sign-in to expiry. */
export const sessionLife = 7 * 24 * 60 * 60_000;
/** Milliseconds without a request until a session expires. */
export const sessionIdle = 12 * 60 * 60_000;
/** Minimum milliseconds between two writes of a session's last use. */
const seenEvery = 5 * 60_000;

/** 256 bits. */
const idBytes = 32;

/**
 * Signs a person in with a new session id. The session of the request ends, even another person's, so that an earlier id is worthless
 * afterwards. The caller has verified the person.
 * @param password stored hash (PHC) that was compared, if a password was: it must still be the person's
 * @throws forbidden: no one can sign in here; unauthorized: the person was disabled or erased, or has another password by now
 */
export async function openSession(
  services: SessionServices,
  person: string,
  request: { readonly headers: Headers },
  password?: string,
): Promise<OpenedSession> {
  const { store, now, randomBytes } = services;
  const cookie = cookieOf(services);
  const at = now();
  await store.accounts.sweep(at, at - sessionIdle);
  const id = Buffer.from(randomBytes(idBytes)).toString("base64url");
  const session = { hash: hashCredential(id), person, createdAt: at, seenAt: at, expiresAt: at + sessionLife };
  const isOpen = await store.accounts.addSession(session, password);
  if (!isOpen) throw new DrawbridgeError("unauthorized", "This account cannot sign in. Ask an administrator of this server.");
  const shown = readSessionId(request.headers.get("cookie"), cookie);
  if (shown) await store.accounts.endSession(hashCredential(shown));
  return { session, setCookie: setCookie(cookie, id, sessionLife / 1000) };
}

interface RenewedCookie {
  readonly renewed: RenewedSession;
  /** Response header. Secret: it contains the id. */
  readonly setCookie: string;
}

/** Gives a session a new id and keeps its expiry. The caller updates the store. @throws forbidden */
export function renewSession(services: SessionServices, { hash, expiresAt }: Session): RenewedCookie {
  const id = Buffer.from(services.randomBytes(idBytes)).toString("base64url");
  const seconds = Math.max(0, Math.floor((expiresAt - services.now()) / 1000));
  return { renewed: { hash, newHash: hashCredential(id) }, setCookie: setCookie(cookieOf(services), id, seconds) };
}

/** Public name of a session. It gives no access: neither the session's id nor its stored hash can be derived from it. */
export function sessionName({ hash }: Pick<Session, "hash">): string {
  return `s_${hashCredential(`name of ${hash}`).slice(0, 16)}`;
}

/** Set-Cookie header that deletes the cookie. @throws forbidden */
export function expiredSessionCookie(services: Pick<SessionServices, "publicUrl">): string {
  return clearCookie(cookieOf(services));
}

/** The live session with this id, and its person; records its last use now and then. */
export async function liveSession(
  { store, now }: Pick<SessionServices, "store" | "now">,
  id: string,
): Promise<{ readonly session: Session; readonly person: Person } | null> {
  const at = now();
  const found = id === "" ? null : await store.accounts.session(hashCredential(id));
  if (!found || found.person.disabledAt !== null || isSessionExpired(found.session, at)) return null;
  // Also after a clock was set back: a last use in the future would keep the session from expiring.
  if (Math.abs(at - found.session.seenAt) >= seenEvery) await store.accounts.sessionSeen(found.session.hash, at);
  return found;
}

export function isSessionExpired({ seenAt, expiresAt }: Session, now: number): boolean {
  return now >= expiresAt || now - seenAt >= sessionIdle;
}

/** @throws forbidden: why no one can sign in here */
function cookieOf({ publicUrl }: Pick<SessionServices, "publicUrl">): CookieRule {
  const { cookie, reason } = signInOffer(publicUrl());
  if (cookie === null) throw new DrawbridgeError("forbidden", reason);
  return cookie;
}
