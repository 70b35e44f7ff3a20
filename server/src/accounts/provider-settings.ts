/** Creates the identity provider that the settings name. */
import type { Settings } from "../settings.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { OpenIdProvider, type OpenIdServices } from "./openid-provider.ts";

/** Null: the settings name none. Sends no request: the program starts and serves without the provider. */
export function createIdentityProvider(settings: Settings, services: OpenIdServices): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcPeople: newcomers } = settings;
  if (issuer === null || clientId === null) return null;
  const name = settings.oidcName ?? new URL(issuer).host;
  return new OpenIdProvider({ issuer, clientId, clientSecret, name, newcomers }, services);
}
