/** Sessions: begun at a sign-in, ended by signing out, by time, or by whatever ends the person's ways in. */

import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { hashOfCredential } from "../base/credential-hash.ts";
import type { Accounts, RenewedSession, Session } from "../store/accounts.ts";
import { type CookieRule, clearCookie, sessionIdIn, setCookie, signInOffer } from "./session-cookie.ts";

/** What of the admin API's workings sessions need. */
export interface SessionWorkings {
  readonly store: { readonly accounts: Accounts };
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly publicUrl: () => string;
}

export interface OpenedSession {
  readonly session: Session;
  /** Header of the answer. Secret: the id is in it. */
  readonly setCookie: string;
}

/** Milliseconds from the sign-in. */
export const sessionLife = 7 * 24 * 60 * 60_000;
/** Milliseconds without a request. */
export const sessionIdle = 12 * 60 * 60_000;
/** Milliseconds: a session is written again no more often than this. */
const seenEvery = 5 * 60_000;

/** 256 bits. */
const idBytes = 32;

/**
 * Signs somebody in, under a new id; the session that the request shows, whosever it is, ends: an id from before is worth
 * nothing after. Whoever calls has made sure that it is this person.
 * @param password what was compared with (PHC), where it was a password: it must be theirs still
 * @throws forbidden: nobody can sign in here; unauthorized: they are disabled, erased or have another password by now
 */
export async function openSession(
  workings: SessionWorkings,
  person: string,
  request: { readonly headers: Headers },
  password?: string,
): Promise<OpenedSession> {
  const { store, now, randomBytes } = workings;
  const cookie = cookieOf(workings);
  const at = now();
  await store.accounts.sweep(at, at - sessionIdle);
  const id = Buffer.from(randomBytes(idBytes)).toString("base64url");
  const session = { hash: hashOfCredential(id), person, createdAt: at, seenAt: at, expiresAt: at + sessionLife };
  const isOpen = await store.accounts.addSession(session, password);
  if (!isOpen) throw new DrawbridgeError("unauthorized", "This account cannot come in. Ask an administrator of this server.");
  const shown = sessionIdIn(request.headers.get("cookie"), cookie);
  if (shown) await store.accounts.endSession(hashOfCredential(shown));
  return { session, setCookie: setCookie(cookie, id, sessionLife / 1000) };
}

export interface RenewedCookie {
  readonly renewed: RenewedSession;
  /** Response header. Secret: it contains the id. */
  readonly setCookie: string;
}

/** Gives a session a new id and keeps its expiry. The caller updates the store. @throws forbidden */
export function renewSession(workings: SessionWorkings, { hash, expiresAt }: Session): RenewedCookie {
  const id = Buffer.from(workings.randomBytes(idBytes)).toString("base64url");
  const seconds = Math.max(0, Math.floor((expiresAt - workings.now()) / 1000));
  return { renewed: { hash, newHash: hashOfCredential(id) }, setCookie: setCookie(cookieOf(workings), id, seconds) };
}

/** Public name of a session. It gives no access: neither the session's id nor its stored hash can be derived from it. */
export function sessionName({ hash }: Pick<Session, "hash">): string {
  return `s_${hashOfCredential(`name of ${hash}`).slice(0, 16)}`;
}

/** Set-Cookie that takes the cookie out of the browser. @throws forbidden */
export function closedCookie(workings: Pick<SessionWorkings, "publicUrl">): string {
  return clearCookie(cookieOf(workings));
}

/** The live session of that id, and whose it is; that it was seen is written now and then. */
export async function liveSession(
  { store, now }: Pick<SessionWorkings, "store" | "now">,
  id: string,
): Promise<{ readonly session: Session; readonly person: Person } | null> {
  const at = now();
  const found = id === "" ? null : await store.accounts.session(hashOfCredential(id));
  if (!found || found.person.disabledAt !== null || isOver(found.session, at)) return null;
  // Also after a clock was set back: else it would have been seen in the future, and outlive its idleness.
  if (Math.abs(at - found.session.seenAt) >= seenEvery) await store.accounts.sessionSeen(found.session.hash, at);
  return found;
}

export function isOver({ seenAt, expiresAt }: Session, now: number): boolean {
  return now >= expiresAt || now - seenAt >= sessionIdle;
}

/** @throws forbidden: with why nobody can sign in here */
function cookieOf({ publicUrl }: Pick<SessionWorkings, "publicUrl">): CookieRule {
  const { cookie, reason } = signInOffer(publicUrl());
  if (cookie === null) throw new DrawbridgeError("forbidden", reason);
  return cookie;
}
