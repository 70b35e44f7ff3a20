/**
 * The cookie of a sign-in in progress. Unlike a session's it is `SameSite=Lax`: the way back from the provider is a navigation
 * started by another site.
 */
import { transactionLife } from "./identity-provider.ts";
import { type CookieRule, clearCookie, setCookie } from "./session-cookie.ts";

/** @param session cookie rule of the same server: HTTPS or loopback only */
function transactionCookie({ name, attributes }: CookieRule): CookieRule {
  return { name: `${name}-transaction`, attributes: attributes.replace("SameSite=Strict", "SameSite=Lax") };
}

/** Null: there is none, or there are two of the name, of which another site set one. */
export function readTransaction(header: string | null, session: CookieRule): string | null {
  const start = `${transactionCookie(session).name}=`;
  const own = (header ?? "").split(";").filter((pair) => pair.trim().startsWith(start));
  return own.length === 1 ? (own[0]?.trim().slice(start.length) ?? null) : null;
}

export function transactionCookieHeader(session: CookieRule, transaction: string): string {
  return setCookie(transactionCookie(session), transaction, transactionLife / 1000);
}

export function expiredTransactionCookie(session: CookieRule): string {
  return clearCookie(transactionCookie(session));
}
