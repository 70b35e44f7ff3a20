/**
 * Who asks: an access token in the header Authorization, or the cookie of a session. Each is read strictly; what is not exactly
 * one opens nothing, and where there is an Authorization the cookie is not looked at.
 */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type AccessTokenRing, environmentActor } from "../../accounts/access-token-ring.ts";
import type { GrantRing } from "../../accounts/grant-ring.ts";
import { refuseForeign } from "../../accounts/request-origin.ts";
import type { Requester } from "../../accounts/requester.ts";
import { liveSession, type SessionWorkings } from "../../accounts/session.ts";
import { sessionIdIn, signInOffer } from "../../accounts/session-cookie.ts";
import type { TokenUse } from "./token-use.ts";

export interface AuthenticationWorkings extends SessionWorkings {
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  readonly tokenUse: TokenUse;
}

/**
 * @throws unauthorized: in the same words whatever is wrong with the token, or with the session; forbidden: a good session, and
 * another site's page
 */
export async function authenticate(
  workings: AuthenticationWorkings,
  request: { readonly method: string; readonly headers: Headers },
): Promise<Requester> {
  const header = request.headers.get("authorization");
  return header === null ? bySession(workings, request) : byToken(workings, header);
}

function byToken({ accessTokens, tokenUse, now }: AuthenticationWorkings, header: string): Requester {
  const text = bearerTextOf(header);
  const at = now();
  const requester = text === null ? null : accessTokens.find(text, at);
  if (requester && requester.actor !== environmentActor) tokenUse.used(requester.actor, at);
  if (requester) return requester;
  throw new DrawbridgeError("unauthorized", "The header Authorization is not `Bearer` with an access token that is valid.");
}

/** RFC 6750 §2.1. Two header lines arrive joined by a comma and a space, which no token has. */
export function bearerTextOf(header: string): string | null {
  return /^Bearer ([\x21-\x7e]{16,128})$/i.exec(header)?.[1] ?? null;
}

async function bySession(
  workings: AuthenticationWorkings,
  request: { readonly method: string; readonly headers: Headers },
): Promise<Requester> {
  const publicUrl = workings.publicUrl();
  const { cookie } = signInOffer(publicUrl);
  const id = cookie && sessionIdIn(request.headers.get("cookie"), cookie);
  if (id === null) throw new DrawbridgeError("unauthorized", "Send an access token in the header Authorization: Bearer.");
  const live = await liveSession(workings, id);
  if (!live) throw new DrawbridgeError("unauthorized", "This session is over, or never was. Sign in again.");
  refuseForeign(request, publicUrl);
  return workings.grants.requester(live.person.id, live.person.id, live.session.hash);
}

/** RFC 6750 §3: says whether a token was there. */
export function challenge(headers: Headers): string {
  return headers.has("authorization") ? 'Bearer realm="drawbridge", error="invalid_token"' : 'Bearer realm="drawbridge"';
}
