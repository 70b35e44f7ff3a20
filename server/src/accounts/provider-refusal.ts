/** What of openid-client's errors a person is told, and what a log may hold: of what was sent, neither says anything. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import type { SignInRefusal } from "./identity-provider.ts";

export interface Refusal {
  readonly refusal: SignInRefusal;
  readonly why: string;
}

export function refusalOf(error: unknown): Refusal {
  if (isUnavailable(error)) return { refusal: "unavailable", why: "provider_unavailable" };
  if (error instanceof AuthorizationResponseError) return ofAuthorization(error.error);
  if (error instanceof ResponseBodyError) return { refusal: "refused", why: `token_endpoint_${word(error.error)}` };
  // RFC 6749 §5.2: how a client is told that its secret is wrong.
  if (error instanceof WWWAuthenticateChallengeError) return { refusal: "refused", why: "token_endpoint_invalid_client" };
  if (error instanceof ClientError) return { refusal: "refused", why: (error.code ?? "not_conforming").toLowerCase() };
  return { refusal: "refused", why: "not_conforming" };
}

/** The provider was not reached, or answered that it cannot answer: ours, wherever openid-client has wrapped it. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DrawbridgeError) return error.code === "unavailable";
  return error instanceof ClientError && (error.code === "OAUTH_TIMEOUT" || isUnavailable(error.cause));
}

/** RFC 6749 §4.1.2.1. */
function ofAuthorization(error: string): Refusal {
  if (error === "access_denied") return { refusal: "denied", why: error };
  if (error === "temporarily_unavailable" || error === "server_error") return { refusal: "unavailable", why: error };
  return { refusal: "refused", why: `authorization_${word(error)}` };
}

/** RFC 6749 §5.2, RFC 8628, OpenID Connect Core §3.1.2.6: codes that say something and that no provider made up. */
function word(error: string): string {
  return known.find((code) => code === error) ?? "error";
}

const known = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
  "invalid_scope",
  "interaction_required",
  "login_required",
  "account_selection_required",
  "consent_required",
];
