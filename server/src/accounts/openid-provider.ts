/** OpenID Connect: authorization code flow with PKCE, state and nonce. The first sign-in contacts the provider. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { LRUCache } from "lru-cache";
import * as client from "openid-client";
import { isSecureOrLocal } from "../base/address.ts";
import { boundedEntries } from "../base/bounded-entries.ts";
import type { OidcPeople } from "../base/settings.ts";
import {
  type BegunSignIn,
  callbackPath,
  type FinishedSignIn,
  type IdentityProvider,
  IssuerMismatch,
  readIdentity,
  type SignInRefusal,
} from "./identity-provider.ts";
import { openTransaction, type SignInTransaction, sealTransaction } from "./sign-in-transaction.ts";

interface Refusal {
  readonly refusal: SignInRefusal;
  readonly why: string;
}

/** Neither the message for the person nor the reason for the log has any of the sent data. */
function classifyProviderError(error: unknown): Refusal {
  if (isUnavailable(error)) return { refusal: "unavailable", why: "provider_unavailable" };
  if (error instanceof client.AuthorizationResponseError) return classifyAuthorizationError(error.error);
  if (error instanceof client.ResponseBodyError) return { refusal: "refused", why: `token_endpoint_${knownCode(error.error)}` };
  // RFC 6749 §5.2: the provider rejects the client secret.
  if (error instanceof client.WWWAuthenticateChallengeError) return { refusal: "refused", why: "token_endpoint_invalid_client" };
  if (error instanceof client.ClientError) return { refusal: "refused", why: (error.code ?? "not_conforming").toLowerCase() };
  return { refusal: "refused", why: "not_conforming" };
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof DrawbridgeError) return error.code === "unavailable";
  return error instanceof client.ClientError && (error.code === "OAUTH_TIMEOUT" || isUnavailable(error.cause));
}

/** RFC 6749 §4.1.2.1. */
function classifyAuthorizationError(error: string): Refusal {
  if (error === "access_denied") return { refusal: "denied", why: error };
  if (error === "temporarily_unavailable" || error === "server_error") return { refusal: "unavailable", why: error };
  return { refusal: "refused", why: `authorization_${knownCode(error)}` };
}

/** RFC 6749 §5.2, RFC 8628, OpenID Connect Core §3.1.2.6: no text of a provider gets through. */
function knownCode(error: string): string {
  return knownCodes.find((code) => code === error) ?? "error";
}

const knownCodes = [
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

/** Bytes of an answer: metadata and key sets have about ten thousand. */
const maxAnswer = 1024 * 1024;

/** Over connections that cannot be eavesdropped. @throws unavailable: no answer, or one that says to retry */
async function providerFetch(url: string, options: client.CustomFetchOptions): Promise<Response> {
  if (!isSecureOrLocal(new URL(url))) throw unavailable("an endpoint does not use HTTPS");
  try {
    const response = await fetch(url, options as RequestInit);
    const { status, headers } = response;
    const body = await bodyOf(response);
    if (status < 500 && status !== 429) return new Response(body, { status, headers });
  } catch (error) {
    throw unavailable("it did not answer", error);
  }
  throw unavailable("it is unavailable or overloaded");
}

async function bodyOf({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxAnswer) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unavailable(why: string, cause?: unknown): DrawbridgeError {
  return new DrawbridgeError("unavailable", `The identity provider cannot be used: ${why}.`, [], cause);
}

interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly name: string;
  readonly newcomers: OidcPeople;
}

export interface OpenIdServices {
  readonly publicUrl: () => string;
  /** 32 bytes as base64url. */
  readonly key: () => Promise<string>;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Seconds, for each request. */
const timeout = 5;
/** Providers rarely change their metadata, and openid-client takes care of their keys. */
const metadataLife = 60 * 60_000;
/** Used transactions that are remembered; the provider rejects a used code too (RFC 6749 §4.1.2). */
const mostUsed = 10_000;
/** Answers processed at the same time: each may keep sockets open for as long as the provider is silent. */
const maxAtOnce = 50;

export class OpenIdProvider implements IdentityProvider {
  readonly name: string;
  readonly newcomers: OidcPeople;
  readonly #settings: OpenIdSettings;
  readonly #services: OpenIdServices;
  readonly #used = new LRUCache<string, true>(boundedEntries(mostUsed));
  #finishing = 0;
  #known: { readonly at: number; readonly configuration: client.Configuration } | null = null;
  #asking: Promise<client.Configuration> | null = null;

  constructor(settings: OpenIdSettings, services: OpenIdServices) {
    this.name = settings.name;
    this.newcomers = settings.newcomers;
    this.#settings = settings;
    this.#services = services;
  }

  async begin(now: number, link: string | null): Promise<BegunSignIn> {
    const configuration = await this.#configuration(now);
    const transaction: SignInTransaction = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      link,
      begunAt: now,
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#services.publicUrl() + callbackPath,
      scope: "openid email profile",
      response_mode: "query",
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, transaction: sealTransaction(transaction, await this.#seal(), this.#services.randomBytes(12)) };
  }

  async finish(callback: URL, sealed: string | null, now: number): Promise<FinishedSignIn> {
    const transaction = sealed === null ? null : openTransaction(sealed, await this.#seal(), now);
    if (!transaction) return { refusal: "expired", why: "no_transaction" };
    // Before anything asynchronous: of two concurrent callbacks, one continues.
    if (this.#used.has(transaction.state)) return { refusal: "expired", why: "transaction_used" };
    if (this.#finishing >= maxAtOnce) return { refusal: "unavailable", why: "too_many_at_once" };
    this.#used.set(transaction.state, true);
    this.#finishing++;
    try {
      const identity = await this.#identity(await this.#configuration(now), callback, transaction);
      return { identity, link: transaction.link };
    } catch (error) {
      return classifyProviderError(error);
    } finally {
      this.#finishing--;
    }
  }

  /** @throws any error of openid-client */
  async #identity(configuration: client.Configuration, callback: URL, { state, nonce, verifier }: SignInTransaction) {
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    // OpenID Connect Core §2. An empty subject would be shared by everyone.
    if (!claims || !/^[\x20-\x7e]{1,255}$/.test(claims.sub)) throw new Error("the subject is missing or invalid");
    const identity = readIdentity(claims);
    if (identity.login !== null || !configuration.serverMetadata().userinfo_endpoint) return identity;
    // OpenID Connect Core §5.4: the claims of a scope may only be at this endpoint.
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(() => ({}));
    return readIdentity({ ...more, ...claims });
  }

  /** @throws unavailable */
  async #configuration(now: number): Promise<client.Configuration> {
    const age = this.#known ? now - this.#known.at : Number.NaN;
    if (this.#known && age >= 0 && age < metadataLife) return this.#known.configuration;
    // One request serves all who wait; its failure is not remembered.
    this.#asking ??= discover(this.#settings).finally(() => {
      this.#asking = null;
    });
    const configuration = await this.#asking;
    this.#known = { at: now, configuration };
    return configuration;
  }

  async #seal() {
    const { issuer, clientId } = this.#settings;
    return { key: await this.#services.key(), purpose: `sign-in transaction of ${clientId} at ${issuer}` };
  }
}

/** @throws unavailable */
async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  const server = new URL(issuer);
  // For tests and trials on one machine; the settings refuse any other plain HTTP.
  const local = server.protocol === "http:" ? [client.allowInsecureRequests] : [];
  try {
    const configuration = await client.discovery(server, clientId, undefined, authentication(clientSecret), {
      timeout,
      [client.customFetch]: providerFetch,
      // openid-client trusts the TLS connection otherwise, not the signature (OpenID Connect Core §3.1.3.7).
      execute: [...local, client.enableNonRepudiationChecks],
    });
    // Throws if the provider has no authorization endpoint, or none that is safe.
    client.buildAuthorizationUrl(configuration, {});
    // openid-client accepts one issuer for several directories, and tokens do not say which is theirs.
    const { issuer: found } = configuration.serverMetadata();
    if (URL.parse(found)?.href === server.href) return configuration;
    throw new IssuerMismatch(issuer, found);
  } catch (error) {
    throw new DrawbridgeError("unavailable", notNow, [], findMismatch(issuer, error) ?? error);
  }
}

/** One of openid-client's causes has what the provider sent. */
function findMismatch(issuer: string, error: unknown): IssuerMismatch | null {
  if (error instanceof IssuerMismatch) return error;
  let compared = error as ComparedAttribute | undefined;
  while (compared?.cause !== undefined && compared.attribute === undefined) compared = compared.cause;
  return compared?.attribute === "issuer" ? new IssuerMismatch(issuer, compared.body?.issuer) : null;
}

interface ComparedAttribute {
  readonly cause?: ComparedAttribute;
  readonly attribute?: string;
  readonly body?: { readonly issuer?: unknown };
}

const notNow = "The identity provider is not available. Try again later, or sign in with a password.";

/** HTTP Basic is the default of client registration (OpenID Connect Core §9). */
function authentication(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}
