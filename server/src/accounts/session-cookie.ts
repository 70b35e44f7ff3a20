/** The session cookie. Its name, and whether there is one, depend only on the public URL: clients control the Host header. */
import { isLoopback } from "../base/address.ts";

export interface CookieRule {
  readonly name: string;
  /** Attributes, each preceded by a semicolon. */
  readonly attributes: string;
}

/** The cookie for sign-in, or why there is no sign-in here. */
type SignInOffer = { readonly cookie: CookieRule; readonly reason: null } | { readonly cookie: null; readonly reason: string };

/**
 * Over HTTPS, a cookie that no other host and no plain-HTTP page can set (`__Host-`, RFC 6265bis §4.1.3.2). Over HTTP on this
 * machine, a plain one: browsers refuse `Secure` there. No cookie over plain HTTP on a network: anyone on the path could read it.
 */
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

/** @param hostname as in a URL: an IPv6 address is in brackets */
export function isLoopbackName(hostname: string): boolean {
  return isLoopback({ host: hostname.replace(/^\[(.*)\]$/, "$1"), port: 0 });
}

/** 256 random bits, as base64url. */
const idForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * The id in the Cookie header; null: no cookie has this name. Returns "" unless there is exactly one valid id: it is empty, blank
 * or quoted, or two cookies have the name (another site set one).
 */
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

/** @param life seconds */
export function setCookie({ name, attributes }: CookieRule, id: string, life: number): string {
  return `${name}=${id}${attributes}; Max-Age=${life}`;
}

export function clearCookie({ name, attributes }: CookieRule): string {
  return `${name}=${attributes}; Max-Age=0`;
}
