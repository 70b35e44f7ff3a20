/** Access tokens: those of the installation in memory, by hash, and the routes that make, list and revoke them. */
import { hash, timingSafeEqual } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import { hashOfCredential } from "../../credential-hash.ts";
import { type AccessToken, accessTokenState } from "../../domain/access-token.ts";
import { makeCredential } from "../../domain/credential.ts";
import { DrawbridgeError } from "../../domain/errors.ts";
import { readLine } from "../../domain/fields.ts";
import { currentSchema } from "../../domain/project-state.ts";
import type { Change, Row } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, type Workings, withQuery } from "./admin-route.ts";
import { expiresAt, noFields, readExpiry } from "./credential-request.ts";
import { credentialSource, idempotencyOf, replayedAnswer } from "./idempotency.ts";
import { printInstant } from "./instant.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";
import { shortId } from "./short-id.ts";
import { instant, reason, revision } from "./wire-schema.ts";

/** Somebody who has shown a token. */
export interface Bearer {
  /** As history names them. */
  readonly actor: string;
}

export class AccessTokens {
  readonly #environment: Buffer | null;
  readonly #tokens = new Map<string, { readonly id: string; readonly token: AccessToken }>();
  readonly #hashes = new Map<string, string>();

  /** @param environment the token that is valid as long as the process runs, or null */
  constructor(environment: string | null) {
    this.#environment = environment === null ? null : digest(environment);
  }

  /** Of the tokens of the store, also those that open nothing any more. */
  get size(): number {
    return this.#tokens.size;
  }

  load(rows: Iterable<Row>): void {
    this.apply(rows);
  }

  /** Takes in what a commit changed. */
  apply(changes: Iterable<Pick<Change, "kind" | "id" | "value">>): void {
    for (const { kind, id, value } of changes) {
      if (kind !== "access_token") continue;
      this.#tokens.delete(this.#hashes.get(id) ?? "");
      this.#hashes.delete(id);
      if (value === null) continue;
      const token: AccessToken = JSON.parse(value);
      this.#tokens.set(token.hash, { id, token });
      this.#hashes.set(id, token.hash);
    }
  }

  /** Found by its digest, so that the time it takes says nothing about the text. @param now epoch ms */
  find(text: string, now: number): Bearer | null {
    const sent = digest(text);
    if (this.#environment && timingSafeEqual(sent, this.#environment)) return { actor: "token of the environment" };
    const known = this.#tokens.get(sent.toString("hex"));
    if (!known || accessTokenState(known.token, now) !== "active") return null;
    return { actor: `${known.token.name} (${known.id})` };
  }
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

const tokenFields = {
  id: z.string().openapi({ example: "t_k3v7q2zd5m" }),
  name: z.string().openapi({ example: "deploy script" }),
  state: z.enum(["active", "expired", "revoked"]),
  last4: z.string().openapi({ example: "x8Qz" }),
  created_at: instant,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
};

const tokenSchema = z.strictObject(tokenFields).openapi("AccessToken");
const listSchema = z.strictObject({ tokens: z.array(tokenSchema) }).openapi("AccessTokenList");
const createdSchema = z
  .strictObject({ ...tokenFields, revision, token: z.string().openapi({ description: "The text: shown here, and never again" }) })
  .openapi("CreatedAccessToken");
const revokedSchema = z.strictObject({ ...tokenFields, revision, changed: z.boolean() }).openapi("RevokedAccessToken");
const requestSchema = z
  .strictObject({ name: z.string({ error: "expected a name of 1 to 100 characters" }), expires_at: expiresAt })
  .openapi("AccessTokenRequest");
const verbQuery = z.strictObject({ reason: reason.optional() });

const tag = "Access tokens";

export function accessTokenRoutes(workings: Workings): AdminRoute[] {
  return [
    {
      permission: "token",
      method: "get",
      path: "/admin/v1/tokens",
      operationId: "listAccessTokens",
      tag,
      summary: "All access tokens of the installation, oldest first, without their texts",
      answers: { 200: { description: "The tokens", schema: listSchema } },
      handle: () => list(workings),
    },
    withQuery({
      permission: "token",
      method: "post",
      path: "/admin/v1/tokens",
      operationId: "createAccessToken",
      tag,
      summary: "Makes an access token and shows its text, once",
      query: verbQuery,
      heeds: ["idempotency-key"],
      body: { types: ["application/json"], schema: requestSchema, required: true, example: { name: "deploy script" } },
      answers: { 201: { description: "The token", schema: createdSchema } },
      problems: ["conflict"],
      handle: (request) => create(workings, request),
    }),
    withQuery({
      permission: "token",
      method: "post",
      path: "/admin/v1/tokens/{token}/revoke",
      operationId: "revokeAccessToken",
      tag,
      summary: "Ends a token for good",
      query: verbQuery,
      heeds: ["idempotency-key"],
      body: { types: ["application/json"], schema: noFields, required: false },
      answers: { 200: { description: "The token as it is now", schema: revokedSchema } },
      problems: ["conflict"],
      handle: (request) => revoke(workings, request),
    }),
  ];
}

type VerbRequest = AdminRequest<z.infer<typeof verbQuery>>;

async function list({ store, now }: Workings): Promise<AdminAnswer> {
  const tokens = tokensOf(await store.rows(""));
  const oldestFirst = [...tokens].sort(([, a], [, b]) => a.createdAt - b.createdAt);
  const body: wire.AccessTokenList = { tokens: oldestFirst.map(([id, token]) => printToken(id, token, now())) };
  return { status: 200, body };
}

async function create(workings: Workings, request: VerbRequest): Promise<AdminAnswer> {
  const text = makeCredential("dba_", await credentialSource(workings, request));
  const { fields, problems } = readBodyFields(requestSchema, request.body);
  const found = [...problems];
  if (fields.name !== undefined) readLine(fields.name, "name", found, 100);
  const expiry = readExpiry(fields.expires_at, workings.now(), found);
  refuseIfAny(found, request.body, "the token");
  const id = shortId("t_", workings.randomBytes);
  let token: AccessToken | undefined;
  const published = await workings.publisher.publishInstallation({
    actor: request.actor,
    reason: request.query.reason ?? "",
    changes: (rows, now) => {
      const credential = { hash: hashOfCredential(text), last4: text.slice(-4) };
      refuseKnown(rows, credential.hash);
      token = { name: fields.name ?? "", ...credential, createdAt: now, expiresAt: expiry, revokedAt: null };
      return [changeOf(id, token)];
    },
    ...idempotencyOf(request, () => (token ? printToken(id, token, token.createdAt) : {})),
  });
  if (published.replayed)
    return { status: 201, body: { ...(await replayedAnswer(workings.store, "", published.replayed)), token: text } };
  if (!token) throw new DrawbridgeError("internal", "a token was committed that was never made");
  const body: wire.CreatedAccessToken = { ...printToken(id, token, workings.now()), revision: published.revision, token: text };
  return { status: 201, body };
}

/** A text that is derived from the request comes again when the request does, a day later. */
function refuseKnown(rows: readonly Row[], hash: string): void {
  if ([...tokensOf(rows).values()].every((token) => token.hash !== hash)) return;
  throw new DrawbridgeError("conflict", "this Idempotency-Key was used for this request more than 24 hours ago; send a new one");
}

async function revoke(workings: Workings, request: VerbRequest): Promise<AdminAnswer> {
  refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
  const id = request.params.token ?? "";
  let token: AccessToken | undefined;
  let changed = false;
  const published = await workings.publisher.publishInstallation({
    actor: request.actor,
    reason: request.query.reason ?? "",
    changes: (rows, now) => {
      const held = tokensOf(rows).get(id);
      if (!held) throw new DrawbridgeError("not_found", "There is no such access token.");
      changed = held.revokedAt === null;
      token = { ...held, revokedAt: held.revokedAt ?? now };
      return changed ? [changeOf(id, token)] : [];
    },
    ...idempotencyOf(request, () => (token ? { ...printToken(id, token, workings.now()), changed } : {})),
  });
  if (published.replayed) return { status: 200, body: await replayedAnswer(workings.store, "", published.replayed) };
  if (!token) throw new DrawbridgeError("internal", "a token was revoked that was never found");
  const body: wire.RevokedAccessToken = { ...printToken(id, token, workings.now()), revision: published.revision, changed };
  return { status: 200, body };
}

function tokensOf(rows: readonly Row[]): Map<string, AccessToken> {
  return new Map(rows.filter(({ kind }) => kind === "access_token").map(({ id, value }) => [id, JSON.parse(value)]));
}

function changeOf(id: string, token: AccessToken): Change {
  return { project: "", kind: "access_token", id, schema: currentSchema, value: JSON.stringify(token) };
}

/** Without the hash: it is all that is left of the secret. */
export function printToken(id: string, token: AccessToken, now: number): wire.AccessToken {
  return {
    id,
    name: token.name,
    state: accessTokenState(token, now),
    last4: token.last4,
    created_at: printInstant(token.createdAt),
    expires_at: token.expiresAt === null ? null : printInstant(token.expiresAt),
    revoked_at: token.revokedAt === null ? null : printInstant(token.revokedAt),
  };
}
