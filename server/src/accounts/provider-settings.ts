import type { Settings } from "../base/settings.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import type { OpenIdServices } from "./openid-provider.ts";

/** Null means the settings name none. Sends no request: the program starts and serves without the provider. */
export async function createIdentityProvider(settings: Settings, services: OpenIdServices): Promise<IdentityProvider | null> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcPeople: newcomers } = settings;
  if (issuer === null || clientId === null) return null;
  // Loaded here, since most servers have no provider, and its packages would slow down every start.
  const { OpenIdProvider } = await import("./openid-provider.ts");
  const name = new URL(issuer).host;
  return new OpenIdProvider({ issuer, clientId, clientSecret, name, newcomers }, services);
}
