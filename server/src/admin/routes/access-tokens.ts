/** Access tokens: those of the installation, which open everything, and those of a project, which open only that. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import { accessTokenRequest, type ListedAccessToken, projectTokenRequest } from "drawbridge-rules/wire/access-token.ts";
import { actorNames, type NamingServices } from "../answer/actor-names.ts";
import { printCredential } from "../answer/credential-wire.ts";
import type { CredentialVerbServices, VerbRequest } from "../change/credential-verb.ts";
import type { AdminRoute } from "../request/admin-route.ts";
import { readTokenRequest } from "../request/credential-request.ts";
import type { TokenUse } from "../request/token-use.ts";
import { type CredentialRoutes, type Credentials, credentialRoutes } from "./credentials.ts";

interface AccessTokensServices extends CredentialVerbServices, NamingServices {
  readonly tokenUse: TokenUse;
}

const shared = {
  kind: "access_token",
  parameter: "token",
  listed: "tokens",
  tag: "Access tokens",
  problems: ["conflict"],
  secret: (token: string) => ({ token }),
  print: printListed,
} as const;

const texts = { a: "an access token", the: "The token", missing: "There is no such access token." } as const;

const ofInstallation: CredentialRoutes<"access_token", AccessTokensServices> = {
  ...shared,
  suffix: "AccessToken",
  permission: { read: "administrator", change: "administrator" },
  texts: { ...texts, one: "an access token of the installation", all: "access tokens of the installation" },
  example: { name: "disaster recovery" },
  read: ({ body, requester: { person } }, now) =>
    readTokenRequest(accessTokenRequest, { body, now, what: "the token" }, () => ({ role: "administrator", maker: person })),
};

const ofProject: CredentialRoutes<"access_token", AccessTokensServices> = {
  ...shared,
  suffix: "ProjectAccessToken",
  permission: { read: "owner", change: "owner" },
  texts: { ...texts, one: "an access token of a project", all: "access tokens of a project" },
  example: { name: "deploy script", role: "operator" },
  read: ({ body, requester: { person } }: VerbRequest, now) =>
    readTokenRequest(projectTokenRequest, { body, now, what: "the token" }, ({ role = "viewer" }) => ({ role, maker: person })),
};

export function accessTokenRoutes(services: AccessTokensServices): AdminRoute[] {
  return [...credentialRoutes(services, ofInstallation), ...credentialRoutes(services, ofProject)];
}

/** With the names of their creators and their last use. */
async function printListed(
  services: AccessTokensServices,
  _: string,
  tokens: Credentials<"access_token">,
  now: number,
): Promise<ListedAccessToken[]> {
  const used = await services.tokenUse.of(tokens.map(([id]) => id));
  const nameOf = await actorNames(
    services,
    tokens.flatMap(([, { maker }]) => maker ?? []),
  );
  return tokens.map(([id, token]) => {
    const at = used.get(id);
    return {
      ...printCredential("access_token", id, token, now),
      made_by_name: token.maker === null ? null : nameOf(token.maker),
      last_used_at: at === undefined ? null : printInstant(at),
    };
  });
}
