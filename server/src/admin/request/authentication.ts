import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { environmentActor } from "../../accounts/access-token-index.ts";
import { refuseForeign } from "../../accounts/request-origin.ts";
import type { Requester } from "../../accounts/requester.ts";
import { isSessionExpired, liveSession, readSessionId, signInOffer } from "../../accounts/session.ts";
import type { AdminServices } from "../admin-services.ts";

/** @throws unauthorized: the same words for any cause; forbidden: a good session, another site's page */
export async function authenticate(services: AdminServices, request: Pick<Request, "method" | "headers">): Promise<Requester> {
  const header = request.headers.get("authorization");
  return header === null ? bySession(services, request) : byToken(services, header);
}

function byToken({ accessTokens, tokenUse, now }: AdminServices, header: string): Requester {
  const text = readBearerToken(header);
  const at = now();
  const requester = text === null ? null : accessTokens.requester(text, at);
  if (requester && requester.actor !== environmentActor) tokenUse.used(requester.actor, at);
  if (requester) return requester;
  throw new DrawbridgeError("unauthorized", "The Authorization header must be `Bearer` with a valid access token.");
}

/** RFC 6750 §2.1. Two header lines arrive joined by a comma and a space, which no token has. */
export function readBearerToken(header: string): string | null {
  return /^Bearer ([\x21-\x7e]{16,128})$/i.exec(header)?.[1] ?? null;
}

async function bySession(services: AdminServices, request: Pick<Request, "method" | "headers">): Promise<Requester> {
  const publicUrl = services.publicUrl();
  const id = sentSessionId(publicUrl, request.headers);
  if (id === null)
    throw new DrawbridgeError("unauthorized", "Send an access token in the header `Authorization: Bearer <token>`, or sign in.");
  const live = await liveSession(services, id);
  if (!live) throw new DrawbridgeError("unauthorized", "The session has ended or is invalid. Sign in again.");
  refuseForeign(request, publicUrl);
  return services.grants.requester(live.person.id, live.person.id, live.session.hash);
}

/** @throws unavailable */
export async function isSignedIn(services: AdminServices, headers: Headers): Promise<boolean> {
  const id = sentSessionId(services.publicUrl(), headers);
  return id !== null && (await liveSession(services, id)) !== null;
}

function sentSessionId(publicUrl: string, headers: Headers) {
  const { cookie } = signInOffer(publicUrl);
  return cookie && readSessionId(headers.get("cookie"), cookie);
}

/** RFC 6750 §3: tells whether a token was sent. */
export function authenticateHeader(headers: Headers): string {
  return headers.has("authorization") ? 'Bearer realm="drawbridge", error="invalid_token"' : 'Bearer realm="drawbridge"';
}

/** Null means none are left. @throws unavailable */
export async function readCurrentPermissions(
  services: AdminServices,
  { session }: Requester,
  headers: Headers,
): Promise<Requester | null> {
  const now = services.now();
  if (session === null) {
    const text = readBearerToken(headers.get("authorization") ?? "");
    return text === null ? null : services.accessTokens.requester(text, now);
  }
  const found = await services.store.accounts.session(session);
  if (!found || found.person.disabledAt !== null || isSessionExpired(found.session, now)) return null;
  return services.grants.requester(found.person.id, found.person.id, session);
}
