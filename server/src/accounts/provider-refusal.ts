/** Maps errors of openid-client to a message for the person and a reason for the log; neither includes any of the data sent. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import type { SignInRefusal } from "./identity-provider.ts";

interface Refusal {
  readonly refusal: SignInRefusal;
  readonly why: string;
}

export function classifyProviderError(error: unknown): Refusal {
  if (isUnavailable(error)) return { refusal: "unavailable", why: "provider_unavailable" };
  if (error instanceof AuthorizationResponseError) return ofAuthorization(error.error);
  if (error instanceof ResponseBodyError) return { refusal: "refused", why: `token_endpoint_${word(error.error)}` };
  // RFC 6749 §5.2: the provider rejects the client secret.
  if (error instanceof WWWAuthenticateChallengeError) return { refusal: "refused", why: "token_endpoint_invalid_client" };
  if (error instanceof ClientError) return { refusal: "refused", why: (error.code ?? "not_conforming").toLowerCase() };
  return { refusal: "refused", why: "not_conforming" };
}

/** The provider was not reached, or answered that it is unavailable; openid-client may wrap our own error. */
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

/** RFC 6749 §5.2, RFC 8628, OpenID Connect Core §3.1.2.6: known codes only, so no text of a provider gets through. */
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
