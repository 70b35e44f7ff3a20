/**
 * The cookie of a sign-in under way. `SameSite=Lax`, unlike that of a session: the way back from the provider is a navigation
 * that another site has begun.
 */
import { transactionLife } from "./identity-provider.ts";
import { type CookieRule, clearCookie, setCookie } from "./session-cookie.ts";

/** @param session of the same server: https or this machine alone */
export function transactionCookie({ name, attributes }: CookieRule): CookieRule {
  return { name: `${name}-transaction`, attributes: attributes.replace("SameSite=Strict", "SameSite=Lax") };
}

/** Null: there is none, or two of the name, one of which somebody else has set. */
export function transactionIn(header: string | null, session: CookieRule): string | null {
  const start = `${transactionCookie(session).name}=`;
  const own = (header ?? "").split(";").filter((pair) => pair.trim().startsWith(start));
  return own.length === 1 ? (own[0]?.trim().slice(start.length) ?? null) : null;
}

export function keepTransaction(session: CookieRule, transaction: string): string {
  return setCookie(transactionCookie(session), transaction, transactionLife / 1000);
}

export function dropTransaction(session: CookieRule): string {
  return clearCookie(transactionCookie(session));
}
