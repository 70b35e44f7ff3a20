import type { Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isLoopbackName } from "../base/address.ts";
import { hashCredential } from "../base/hash.ts";
import type { Accounts, RenewedSession, Session } from "../store/sql/sql-accounts.ts";

/** Its name and existence depend only on the public URL: clients control the Host header. */
export interface CookieRule {
  readonly name: string;
  /** Attributes, each preceded by a semicolon. */
  readonly attributes: string;
}

type SignInOffer = { readonly cookie: CookieRule; readonly reason: null } | { readonly cookie: null; readonly reason: string };

/** Over HTTPS a `__Host-` cookie (RFC 6265bis §4.1.3.2), over HTTP a plain one, on this machine only. */
export function signInOffer(publicUrl: string): SignInOffer {
  const { protocol, hostname } = new URL(publicUrl);
  const attributes = "; Path=/; HttpOnly; SameSite=Strict";
  if (protocol === "https:") {
    return { cookie: { name: "__Host-drawbridge", attributes: `${attributes}; Secure` }, reason: null };
  }
  if (isLoopbackName(hostname)) return { cookie: { name: "drawbridge", attributes }, reason: null };
  const reason =
    `People reach this server at ${publicUrl}, where anyone on the network could read their session. ` +
    "Set DRAWBRIDGE_PUBLIC_URL to the server's https:// address, or open it on the machine itself.";
  return { cookie: null, reason };
}

/** 256 random bits, as base64url. */
const idForm = /^[A-Za-z0-9_-]{43}$/;

/** Null means no cookie has this name; "": invalid, or two have it. */
export function readSessionId(header: string | null, { name }: CookieRule): string | null {
  const own = (header ?? "").split(";").flatMap((pair) => {
    const text = pair.trim();
    const at = text.indexOf("=");
    return (at < 0 ? text : text.slice(0, at)).trim() === name ? [at < 0 ? "" : text.slice(at + 1)] : [];
  });
  const [id] = own;
  if (id === undefined) return null;
  return own.length === 1 && idForm.test(id) ? id : "";
}

export function setCookie({ name, attributes }: CookieRule, id: string, life: number): string {
  return `${name}=${id}${attributes}; Max-Age=${life}`;
}

export function clearCookie({ name, attributes }: CookieRule): string {
  return `${name}=${attributes}; Max-Age=0`;
}

export interface SessionServices {
  readonly store: { readonly accounts: Accounts };
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly publicUrl: () => string;
}

export const sessionLife = 7 * 24 * 60 * 60_000;
export const sessionIdle = 12 * 60 * 60_000;
/** Between two writes of a session's last use. */
const seenEvery = 5 * 60_000;

const idBytes = 32;

/** Replaces any session of the request. @param password hash that was compared @throws forbidden, unauthorized: no longer so */
export async function openSession(
  services: SessionServices,
  person: string,
  request: { readonly headers: Headers },
  password?: string,
): Promise<{ readonly session: Session; readonly setCookie: string }> {
  const { store, now, randomBytes } = services;
  const cookie = requireSessionCookie(services);
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

/** The new id is in the secret header; the expiry stays. The caller updates the store. @throws forbidden */
export function renewSession(services: SessionServices, { hash, expiresAt }: Session) {
  const id = Buffer.from(services.randomBytes(idBytes)).toString("base64url");
  const seconds = Math.max(0, Math.floor((expiresAt - services.now()) / 1000));
  const renewed: RenewedSession = { hash, newHash: hashCredential(id) };
  return { renewed, setCookie: setCookie(requireSessionCookie(services), id, seconds) };
}

export function sessionName({ hash }: Pick<Session, "hash">): string {
  return `s_${hashCredential(`name of ${hash}`).slice(0, 16)}`;
}

/** @throws forbidden */
export function expiredSessionCookie(services: Pick<SessionServices, "publicUrl">): string {
  return clearCookie(requireSessionCookie(services));
}

export async function liveSession(
  { store, now }: Pick<SessionServices, "store" | "now">,
  id: string,
): Promise<{ readonly session: Session; readonly person: Person } | null> {
  const at = now();
  const found = id === "" ? null : await store.accounts.session(hashCredential(id));
  if (!found || found.person.disabledAt !== null || isSessionExpired(found.session, at)) return null;
  // A last use in the future, after a clock was set back, would keep the session from expiring.
  if (Math.abs(at - found.session.seenAt) >= seenEvery) await store.accounts.sessionSeen(found.session.hash, at);
  return found;
}

export function isSessionExpired({ seenAt, expiresAt }: Session, now: number): boolean {
  return now >= expiresAt || now - seenAt >= sessionIdle;
}

/** @throws forbidden: why no one can sign in here */
export function requireSessionCookie({ publicUrl }: Pick<SessionServices, "publicUrl">): CookieRule {
  const { cookie, reason } = signInOffer(publicUrl());
  if (cookie === null) throw new DrawbridgeError("forbidden", reason);
  return cookie;
}
