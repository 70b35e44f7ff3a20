/** Who asks: one header, read strictly. Whatever is not exactly a bearer token opens nothing. */

import { DrawbridgeError } from "../../domain/errors.ts";
import type { AccessTokenRing } from "./access-token-ring.ts";
import type { Requester } from "./requester.ts";

/** @throws unauthorized: in the same words whatever is wrong with the token */
export function authenticate(headers: Headers, accessTokens: AccessTokenRing, now: number): Requester {
  const header = headers.get("authorization");
  const text = header === null ? null : bearerTextOf(header);
  const requester = text === null ? null : accessTokens.find(text, now);
  if (requester) return requester;
  throw new DrawbridgeError(
    "unauthorized",
    header === null
      ? "Send an access token in the header Authorization: Bearer."
      : "The header Authorization is not `Bearer` with an access token that is valid.",
  );
}

/** RFC 6750 §2.1. Two header lines arrive joined by a comma and a space, which no token has. */
function bearerTextOf(header: string): string | null {
  return /^Bearer ([\x21-\x7e]{16,128})$/i.exec(header)?.[1] ?? null;
}

/** RFC 6750 §3: says whether a token was there. */
export function challenge(headers: Headers): string {
  return headers.has("authorization") ? 'Bearer realm="drawbridge", error="invalid_token"' : 'Bearer realm="drawbridge"';
}
