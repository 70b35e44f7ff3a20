/** Access tokens: those of the installation, which open everything, and those of a project, which open it alone. Made, listed, revoked. */

import { type AccessToken, accessTokenState } from "drawbridge-rules/credentials/access-token.ts";
import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed, readLine } from "drawbridge-rules/values/fields.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { hashOfCredential } from "../../credential-hash.ts";
import type { Publisher } from "../../publisher.ts";
import type { NamingServices } from "./actor-names.ts";
import { actorNames } from "./actor-names.ts";
import type { AddressedProjectServices } from "./addressed-project.ts";
import { stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { credentialListQuery, credentialPage } from "./credential-list.ts";
import { expiresAt, noFields, readExpiry, verbQuery } from "./credential-request.ts";
import { revokeCredential } from "./credential-revocation.ts";
import type { CredentialVerbServices } from "./credential-verb.ts";
import { carryOut, type VerbRequest } from "./credential-verb.ts";
import type { IdempotencyServices } from "./idempotency.ts";
import { credentialSource } from "./idempotency.ts";
import { printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { shortId } from "./short-id.ts";
import type { TokenUse } from "./token-use.ts";
import { instant, revision } from "./wire-schema.ts";

interface AccessTokensServices extends AddressedProjectServices, CredentialVerbServices, IdempotencyServices, NamingServices {
  readonly publisher: Publisher;
  readonly tokenUse: TokenUse;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

const role = z.enum([...roles, "administrator"]);

const tokenFields = {
  id: z.string().meta({ examples: ["t_k3v7q2zd5m"] }),
  name: z.string().meta({ examples: ["deploy script"] }),
  role,
  state: z.enum(["active", "expired", "revoked"]),
  last4: z.string().meta({ examples: ["x8Qz"] }),
  made_by: z
    .string()
    .nullable()
    .meta({ description: "The person whom it counts as", examples: ["u_h8r2mt6wqx"] }),
  created_at: instant,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
};

const lastUsed = instant.nullable().meta({ description: "To about a minute; null: never" });
const makerName = z
  .string()
  .nullable()
  .meta({ description: "What `made_by` is called now", examples: ["Ada"] });
const listedSchema = z
  .strictObject({ ...tokenFields, made_by_name: makerName, last_used_at: lastUsed })
  .meta({ id: "ListedAccessToken" });
const listSchema = z.strictObject({ tokens: z.array(listedSchema), next }).meta({ id: "AccessTokenList" });
const createdSchema = z
  .strictObject({ ...tokenFields, revision, token: z.string().meta({ description: "The text: shown here, and never again" }) })
  .meta({ id: "CreatedAccessToken" });
const revokedSchema = z.strictObject({ ...tokenFields, revision, changed: z.boolean() }).meta({ id: "RevokedAccessToken" });

const name = z.string({ error: "expected a name of 1 to 100 characters" });
const requestSchema = z.strictObject({ name, expires_at: expiresAt }).meta({ id: "AccessTokenRequest" });
const projectRequestSchema = z
  .strictObject({ name, role: z.enum(roles, { error: `expected ${listed(roles, "or")}` }), expires_at: expiresAt })
  .meta({ id: "ProjectAccessTokenRequest" });

/** Where tokens are held: the same routes at two places. */
interface Place {
  readonly permission: "administrator" | "owner";
  /** Of operations. */
  readonly suffix: "AccessToken" | "ProjectAccessToken";
  readonly tag: string;
  readonly what: string;
  readonly schema: typeof requestSchema | typeof projectRequestSchema;
  readonly example: object;
}

const places: readonly Place[] = [
  {
    permission: "administrator",
    suffix: "AccessToken",
    tag: "Access tokens",
    what: "access tokens of the installation, which open everything",
    schema: requestSchema,
    example: { name: "disaster recovery" },
  },
  {
    permission: "owner",
    suffix: "ProjectAccessToken",
    tag: "Access tokens",
    what: "access tokens of a project, which open it alone",
    schema: projectRequestSchema,
    example: { name: "deploy script", role: "operator" },
  },
];

export function accessTokenRoutes(workings: AccessTokensServices): AdminRoute[] {
  return places.flatMap((place) => routesAt(workings, place));
}

function routesAt(workings: AccessTokensServices, { permission, suffix, tag, what, schema, example }: Place): AdminRoute[] {
  const verb = { permission, tag, query: verbQuery, heeds: ["idempotency-key"] } as const;
  return [
    route(`list${suffix}s`, {
      permission,
      tag,
      summary: `The ${what}, oldest first, without their texts`,
      query: credentialListQuery,
      answers: { 200: { description: "A page of them", schema: listSchema } },
      handle: (request) => list(workings, request),
    }),
    route(`create${suffix}`, {
      ...verb,
      givesAccess: true,
      summary: `Makes one of the ${what}, and shows its text, once`,
      body: { types: ["application/json"], schema, required: true, example },
      answers: { 201: { description: "The token", schema: createdSchema } },
      problems: ["conflict", "key_in_use"],
      handle: (request) => create(workings, request, schema),
    }),
    route(`revoke${suffix}`, {
      ...verb,
      summary: "Ends a token for good",
      body: { types: ["application/json"], schema: noFields, required: false },
      answers: { 200: { description: "The token as it is now", schema: revokedSchema } },
      problems: ["conflict"],
      handle: (request) => revoke(workings, request),
    }),
  ];
}

/** The project that holds the tokens, or the installation. @throws not_found */
async function holderOf(workings: AccessTokensServices, request: AdminRequest): Promise<ProjectState> {
  return request.params.project === undefined ? workings.publisher.state("") : (await stateOf(workings, request)).state;
}

type ListRequest = AdminRequest<z.infer<typeof credentialListQuery>>;

async function list(workings: AccessTokensServices, request: ListRequest): Promise<AdminAnswer> {
  const { access_token: held } = await holderOf(workings, request);
  const now = workings.now();
  const { items, next } = await credentialPage(held, request.query, (token) => accessTokenState(token, now));
  const used = await workings.tokenUse.of(items.map(([id]) => id));
  const nameOf = await actorNames(
    workings,
    items.flatMap(([, { maker }]) => maker ?? []),
  );
  const tokens = items.map(([id, token]) => ({
    ...printToken(id, token, now),
    made_by_name: token.maker === null ? null : nameOf(token.maker),
    last_used_at: printUse(used.get(id)),
  }));
  const body: wire.AccessTokenList = { tokens, next };
  return { status: 200, body };
}

async function create(workings: AccessTokensServices, request: VerbRequest, schema: Place["schema"]): Promise<AdminAnswer> {
  await holderOf(workings, request);
  const text = makeCredential("dba_", await credentialSource(workings, request));
  const { fields, problems } = readBodyFields(schema as typeof projectRequestSchema, request.body);
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
    status: 201,
    secret: { token: text },
    answer: (now) => printToken(id, made(now), now),
    edits: (_, now) => [{ kind: "access_token", id, value: made(now) }],
  });
}

async function revoke(workings: AccessTokensServices, request: VerbRequest): Promise<AdminAnswer> {
  await holderOf(workings, request);
  const id = request.params.token ?? "";
  return revokeCredential(workings, request, {
    find: (state) => tokenIn(state, id),
    edit: (value) => ({ kind: "access_token", id, value }),
    print: (revoked, now) => printToken(id, revoked, now),
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
