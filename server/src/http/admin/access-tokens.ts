/** Access tokens: those of the installation, which open everything, and those of a project, which open it alone. Made, listed, revoked. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import { type AccessToken, accessTokenState } from "drawbridge-rules/credentials/access-token.ts";
import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/access-token.ts";
import { accessTokenRequest, projectTokenRequest } from "drawbridge-rules/wire/access-token.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import { shortId } from "../../base/short-id.ts";
import type { Publisher } from "../../publisher.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";
import { type AddressedProjectServices, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { credentialPatchRules, patchCredential, revokeCredential } from "./credential-change.ts";
import { credentialPage } from "./credential-list.ts";
import { readExpiry } from "./credential-request.ts";
import { type CredentialVerbServices, carryOut, type VerbRequest } from "./credential-verb.ts";
import { credentialSource, type IdempotencyServices } from "./idempotency.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import type { TokenUse } from "./token-use.ts";

interface AccessTokensServices extends AddressedProjectServices, CredentialVerbServices, IdempotencyServices, NamingServices {
  readonly publisher: Publisher;
  readonly tokenUse: TokenUse;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Where tokens are held: the same routes at two places. */
interface Place {
  readonly permission: "administrator" | "owner";
  /** Of operations. */
  readonly suffix: "AccessToken" | "ProjectAccessToken";
  readonly tag: string;
  readonly what: string;
  readonly schema: typeof accessTokenRequest | typeof projectTokenRequest;
  readonly example: object;
}

const places: readonly Place[] = [
  {
    permission: "administrator",
    suffix: "AccessToken",
    tag: "Access tokens",
    what: "access tokens of the installation",
    schema: accessTokenRequest,
    example: { name: "disaster recovery" },
  },
  {
    permission: "owner",
    suffix: "ProjectAccessToken",
    tag: "Access tokens",
    what: "access tokens of a project",
    schema: projectTokenRequest,
    example: { name: "deploy script", role: "operator" },
  },
];

export function accessTokenRoutes(workings: AccessTokensServices): AdminRoute[] {
  return places.flatMap((place) => routesAt(workings, place));
}

function routesAt(workings: AccessTokensServices, { permission, suffix, tag, what, schema, example }: Place): AdminRoute[] {
  const verb = { permission, tag, heeds: ["idempotency-key"] } as const;
  return [
    route(`list${suffix}s`, {
      permission,
      tag,
      summary: `List ${what}, oldest first`,
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route(`get${suffix}`, {
      permission,
      tag,
      summary: `Get one of the ${what}`,
      answers: { 200: { description: "The token" } },
      handle: (request) => get(workings, request),
    }),
    route(`create${suffix}`, {
      ...verb,
      givesAccess: true,
      summary: `Create one of the ${what}`,
      body: { example },
      answers: { 201: { description: "The token", headers: ["location"] } },
      problems: ["conflict", "key_in_use"],
      handle: (request) => create(workings, request, schema),
    }),
    route(`patch${suffix}`, {
      ...verb,
      ...credentialPatchRules,
      summary: "Rename an access token, or change its expiry",
      problems: ["conflict"],
      handle: (request) => change(workings, request, patchCredential),
    }),
    route(`revoke${suffix}`, {
      ...verb,
      summary: "Revoke an access token",
      answers: { 200: { description: "The token as it is now" } },
      problems: ["conflict"],
      handle: (request) => change(workings, request, revokeCredential),
    }),
  ];
}

/** The project that holds the tokens, or the installation. @throws not_found */
async function holderOf(workings: AccessTokensServices, request: AdminRequest): Promise<ProjectState> {
  return request.params.project === undefined ? workings.publisher.state("") : (await stateOf(workings, request)).state;
}

type ListRequest = AdminRequest<CredentialListQuery>;

async function list(workings: AccessTokensServices, request: ListRequest): Promise<AdminAnswer> {
  const { access_token: held } = await holderOf(workings, request);
  const now = workings.now();
  const { items, next } = await credentialPage(held, request.query, (token) => accessTokenState(token, now));
  const body: wire.AccessTokenList = { tokens: await printListed(workings, items, now), next };
  return { status: 200, body };
}

async function get(workings: AccessTokensServices, request: AdminRequest): Promise<AdminAnswer> {
  const id = request.params.token ?? "";
  const token = tokenIn(await holderOf(workings, request), id);
  const [body = null] = await printListed(workings, [[id, token]], workings.now());
  return { status: 200, body };
}

/** With the names of their creators and their last use. */
async function printListed(
  workings: AccessTokensServices,
  tokens: readonly (readonly [id: string, token: AccessToken])[],
  now: number,
): Promise<wire.ListedAccessToken[]> {
  const used = await workings.tokenUse.of(tokens.map(([id]) => id));
  const nameOf = await actorNames(
    workings,
    tokens.flatMap(([, { maker }]) => maker ?? []),
  );
  return tokens.map(([id, token]) => ({
    ...printToken(id, token, now),
    made_by_name: token.maker === null ? null : nameOf(token.maker),
    last_used_at: printUse(used.get(id)),
  }));
}

async function create(workings: AccessTokensServices, request: VerbRequest, schema: Place["schema"]): Promise<AdminAnswer> {
  await holderOf(workings, request);
  const text = makeCredential("dba_", await credentialSource(workings, request));
  const { fields, problems } = readBodyFields(schema as typeof projectTokenRequest, request.body);
  const found = [...problems];
  if (fields.name !== undefined) readLine(fields.name, "name", found, 100);
  const expiry = readExpiry(fields.expires_at, workings.now(), found);
  refuseIfAny(found, request.body, "the token");
  const id = shortId("t_", workings.randomBytes);
  const made = (now: number): AccessToken => ({
    name: fields.name ?? "",
    hash: hashOfCredential(text),
    last4: text.slice(-4),
    createdAt: now,
    expiresAt: expiry,
    revokedAt: null,
    role: fields.role ?? "administrator",
    maker: request.requester.person,
  });
  return carryOut(workings, request, {
    pathTo: (token) => {
      const { project } = request.params;
      return project === undefined
        ? fillPath("getAccessToken", { token })
        : fillPath("getProjectAccessToken", { project, token });
    },
    secret: { token: text },
    answer: (now) => printToken(id, made(now), now),
    edits: (_, now) => [{ kind: "access_token", id, value: made(now) }],
  });
}

async function change(
  workings: AccessTokensServices,
  request: VerbRequest,
  verb: typeof patchCredential<AccessToken>,
): Promise<AdminAnswer> {
  await holderOf(workings, request);
  const id = request.params.token ?? "";
  return verb(workings, request, {
    find: (state) => tokenIn(state, id),
    edit: (value) => ({ kind: "access_token", id, value }),
    print: (value, now) => printToken(id, value, now),
  });
}

/** @throws not_found */
function tokenIn(state: ProjectState, id: string): AccessToken {
  const held = state.access_token.get(id)?.value;
  if (!held) throw new DrawbridgeError("not_found", "There is no such access token.");
  return held;
}

/** @param at epoch ms */
function printUse(at: number | undefined): string | null {
  return at === undefined ? null : printInstant(at);
}

/** Without the hash: it is all that is left of the secret. */
export function printToken(id: string, token: AccessToken, now: number): wire.AccessToken {
  return {
    id,
    name: token.name,
    role: token.role,
    state: accessTokenState(token, now),
    last4: token.last4,
    made_by: token.maker,
    created_at: printInstant(token.createdAt),
    expires_at: token.expiresAt === null ? null : printInstant(token.expiresAt),
    revoked_at: token.revokedAt === null ? null : printInstant(token.revokedAt),
  };
}
