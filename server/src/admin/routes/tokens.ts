/** Only owners see the access tokens of a project; its calendars are for everyone in it. */

import {
  checkTokenRequest,
  type Token,
  type TokenRequest,
  tokenChoices,
  tokenKinds,
} from "drawbridge-rules/credentials/token.ts";
import { isAtLeast } from "drawbridge-rules/people/role.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { type TokenListQuery, tokenRequest, type Token as WireToken } from "drawbridge-rules/wire/token.ts";
import { feedPath } from "../../pages/feeds/feed-api.ts";
import type { AdminServices } from "../admin-services.ts";
import { printCredential } from "../answer/credential-wire.ts";
import { actorNames } from "../answer/marks-wire.ts";
import { readChoices, type VerbRequest } from "../change/credential-change.ts";
import type { AdminRequest, AdminRoute } from "../request/admin-route.ts";
import { permit } from "../request/permission.ts";
import { readBodyFields } from "../request/request-fields.ts";
import { type CredentialRoutes, type Credentials, credentialRoutes } from "./credentials.ts";

const shared = {
  kind: "token",
  parameter: "token",
  tag: "Tokens",
  form: ({ kind }: Pick<Token, "kind">) => tokenKinds[kind],
  secret: (token: string, { kind }: Pick<Token, "kind">, { publicUrl }: AdminServices) =>
    kind === "calendar" ? { token, calendar: publicUrl() + feedPath(token) } : { token },
  print: printListed,
} as const;

const ofInstallation: CredentialRoutes<"token"> = {
  ...shared,
  suffix: "Token",
  permission: { read: "administrator", change: "administrator" },
  problems: ["conflict"],
  texts: {
    ...{ a: "a token", one: "a token of the installation", all: "tokens of the installation", the: "The token" },
    missing: "There is no such token.",
  },
  example: { kind: "edge", name: "Frankfurt", projects: ["acme-shop"] },
  read(request, now) {
    const wanted = readToken(request, false, now);
    const isAccess = wanted.kind === "access";
    return { ...wanted, role: isAccess ? "administrator" : null, createdBy: isAccess ? request.requester.person : null };
  },
  isListed: hasKind,
};

const ofProject: CredentialRoutes<"token"> = {
  ...shared,
  suffix: "ProjectToken",
  permission: { read: "viewer", change: "operator" },
  problems: ["not_found", "conflict", "key_in_use"],
  texts: {
    ...{ a: "a token", one: "a token of a project", all: "tokens of a project", the: "The token" },
    created: "The token, and the address of its calendar",
    description: "Access tokens require the Owner role: the tokens of others do not include them.",
    missing: "The project has no such token.",
  },
  example: { name: "deploy script", role: "operator" },
  read(request, now) {
    const wanted = readToken(request, true, now);
    return { ...wanted, createdBy: wanted.kind === "access" ? request.requester.person : null };
  },
  check: checkInstance,
  isListed(request) {
    const { requester, params, query } = request as AdminRequest<TokenListQuery>;
    if (query.kind !== undefined) authorize(request, { kind: query.kind });
    const isOwner = isAtLeast(requester.roleIn(params.project ?? ""), "owner");
    const isAsked = hasKind(request);
    return (token) => isAsked(token) && (isOwner || token.kind !== "access");
  },
  authorize,
};

export function tokenRoutes(services: AdminServices): AdminRoute[] {
  return [...credentialRoutes(services, ofInstallation), ...credentialRoutes(services, ofProject)];
}

/** @throws forbidden */
function authorize({ requester, params }: AdminRequest<unknown>, { kind }: Pick<Token, "kind">): void {
  if (kind === "access") permit(requester, "owner", params.project);
}

function hasKind({ query }: AdminRequest<object>) {
  const { kind: wanted } = query as TokenListQuery;
  return ({ kind }: Token) => wanted === undefined || kind === wanted;
}

/** @throws invalid, forbidden */
function readToken(request: VerbRequest, isOfProject: boolean, now: number): TokenRequest {
  const { fields, problems } = readBodyFields(tokenRequest, request.body);
  const kind = fields.kind ?? "access";
  if (isOfProject) authorize(request, { kind });
  const check = (wanted: TokenRequest) => checkTokenRequest(wanted, isOfProject, now);
  const rules = { choices: tokenChoices, check, what: "the token" };
  const { projects, ...wanted } = readChoices(request.body, { fields: { ...fields, kind }, problems }, rules, now);
  return { ...wanted, projects: projects && [...new Set(projects)].sort() };
}

/** @throws invalid */
function checkInstance({ instance: instances }: ProjectState, { instance }: Pick<Token, "instance">): void {
  if (instance === null || instances.has(instance)) return;
  throwIfAny([{ path: "instance", message: "is not an instance of the project" }], "the token");
}

async function printListed(services: AdminServices, _: string, tokens: Credentials<"token">, now: number): Promise<WireToken[]> {
  const used = await services.tokenUse.of(tokens.flatMap(([id, { kind }]) => (kind === "access" ? [id] : [])));
  const creators = tokens.flatMap(([, { createdBy }]) => createdBy ?? []);
  const nameOf = await actorNames(services, creators);
  return tokens.map(([id, token]) => {
    const at = used.get(id);
    return {
      ...printCredential("token", id, token, now),
      created_by_name: token.createdBy === null ? null : nameOf(token.createdBy),
      last_used_at: at === undefined ? null : printInstant(at),
    };
  });
}
