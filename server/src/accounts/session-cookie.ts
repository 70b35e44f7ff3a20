/**
 * The cookie of a session. What it is called and whether there is one follows from the public URL alone: a Host header is
 * whatever a client writes there.
 */
import { isLoopback } from "../base/address.ts";

export interface CookieRule {
  readonly name: string;
  /** Attributes, each with its semicolon before it. */
  readonly attributes: string;
}

/** Or why nobody can sign in here. */
export type SignInOffer =
  | { readonly cookie: CookieRule; readonly reason: null }
  | { readonly cookie: null; readonly reason: string };

/**
 * By https, a cookie that no other host and no http page can set (`__Host-`, RFC 6265bis §4.1.3.2). By http on this machine,
 * a plain one: browsers refuse `Secure` there. By http on a network, none: it would be everybody's who listens.
 */
export function signInOffer(publicUrl: string): SignInOffer {
  const { protocol, hostname } = new URL(publicUrl);
  const attributes = "; Path=/; HttpOnly; SameSite=Strict";
  if (protocol === "https:") {
    return { cookie: { name: "__Host-drawbridge", attributes: `${attributes}; Secure` }, reason: null };
  }
  if (isLoopbackName(hostname)) return { cookie: { name: "drawbridge", attributes }, reason: null };
  const reason =
    `People reach this server at ${publicUrl}, where anybody on the network can read along. ` +
    "Set DRAWBRIDGE_PUBLIC_URL to its https:// address, or open it on the machine itself.";
  return { cookie: null, reason };
}

/** @param hostname as in a URL: an IPv6 address is in brackets */
export function isLoopbackName(hostname: string): boolean {
  return isLoopback({ host: hostname.replace(/^\[(.*)\]$/, "$1"), port: 0 });
}

/** 256 random bits, as base64url. */
const idForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * The id in the header Cookie; null: no cookie has the name. What is not exactly one id is "": an empty one, a blank one, one
 * in quotes, two of the name (one of which somebody else has set).
 */
export function sessionIdIn(header: string | null, { name }: CookieRule): string | null {
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
