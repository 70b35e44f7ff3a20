/** The provider that the settings name. */
import type { Settings } from "../settings.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { OpenIdProvider, type OpenIdWorkings } from "./openid-provider.ts";

/** Null: they name none. Nothing is asked of it here: this program starts and serves without it. */
export function identityProviderOf(settings: Settings, workings: OpenIdWorkings): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcPeople: newcomers } = settings;
  if (issuer === null || clientId === null) return null;
  const name = settings.oidcName ?? new URL(issuer).host;
  return new OpenIdProvider({ issuer, clientId, clientSecret, name, newcomers }, workings);
}
