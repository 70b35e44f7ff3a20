/** Edge tokens, of the installation: making, listing and revoking what an edge follows with. Their texts are in one answer, and their hashes in none. */

import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { type EdgeToken, edgeTokenState } from "drawbridge-rules/credentials/edge-token.ts";
import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { hashOfCredential } from "../../credential-hash.ts";
import type { Publisher } from "../../publisher.ts";
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
import { instant, revision } from "./wire-schema.ts";

interface EdgeTokensServices extends CredentialVerbServices, IdempotencyServices {
  readonly publisher: Publisher;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

const mostProjects = 1_000;

const fields = {
  id: z.string().meta({ examples: ["d_h8r2mt6wqx"] }),
  name: z.string().meta({ examples: ["Frankfurt"] }),
  state: z.enum(["active", "expired", "revoked"]),
  last4: z.string().meta({ examples: ["x8Qz"] }),
  projects: z
    .array(z.string())
    .nullable()
    .meta({ examples: [["acme-shop"]] }),
  created_at: instant,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
};

const tokenSchema = z.strictObject(fields).meta({
  id: "EdgeToken",
  description: "An edge with it gets these projects alone; null is all, and those that are made later",
});
const listSchema = z.strictObject({ edge_tokens: z.array(tokenSchema), next }).meta({ id: "EdgeTokenList" });
const createdSchema = z
  .strictObject({ ...fields, revision, token: z.string().meta({ description: "The text: shown here, and never again" }) })
  .meta({ id: "CreatedEdgeToken" });
const revokedSchema = z.strictObject({ ...fields, revision, changed: z.boolean() }).meta({ id: "RevokedEdgeToken" });
const projectsRule = `expected a list of 1 to ${mostProjects} ids of projects, or null for all`;
const requestSchema = z
  .strictObject({
    name: z.string({ error: "expected a name of 1 to 100 characters" }),
    projects: z
      .array(z.string({ error: `expected the id of a project: ${slugRule}` }), { error: projectsRule })
      .nullable()
      .optional()
      .meta({ description: "Only these; null: all, and those that are made later", examples: [["acme-shop"]] }),
    expires_at: expiresAt,
  })
  .meta({ id: "EdgeTokenRequest" });

const shared = { permission: "administrator", tag: "Edges" } as const;
const verb = { ...shared, query: verbQuery, heeds: ["idempotency-key"] } as const;

export function edgeTokenRoutes(workings: EdgeTokensServices): AdminRoute[] {
  return [
    route("listEdgeTokens", {
      ...shared,
      summary: "The edge tokens, oldest first, without their texts",
      query: credentialListQuery,
      answers: { 200: { description: "A page of them", schema: listSchema } },
      handle: (request) => list(workings, request),
    }),
    route("createEdgeToken", {
      ...verb,
      givesAccess: true,
      summary: "Makes an edge token and shows its text, once",
      body: {
        types: ["application/json"],
        schema: requestSchema,
        required: true,
        example: { name: "Frankfurt", projects: ["acme-shop"] },
      },
      answers: { 201: { description: "The token", schema: createdSchema } },
      problems: ["conflict", "key_in_use"],
      handle: (request) => create(workings, request),
    }),
    route("revokeEdgeToken", {
      ...verb,
      summary: "Ends an edge token for good: edges with it are told nothing any more, and go on with what they have",
      body: { types: ["application/json"], schema: noFields, required: false },
      answers: { 200: { description: "The token as it is now", schema: revokedSchema } },
      problems: ["conflict"],
      handle: (request) => revoke(workings, request),
    }),
  ];
}

type ListRequest = AdminRequest<z.infer<typeof credentialListQuery>>;

async function list({ publisher, now }: EdgeTokensServices, request: ListRequest): Promise<AdminAnswer> {
  const { edge_token: held } = await publisher.state("");
  const at = now();
  const { items, next } = await credentialPage(held, request.query, (token) => edgeTokenState(token, at));
  const body: wire.EdgeTokenList = { edge_tokens: items.map(([id, token]) => printEdgeToken(id, token, at)), next };
  return { status: 200, body };
}

async function create(workings: EdgeTokensServices, request: VerbRequest): Promise<AdminAnswer> {
  const text = makeCredential("dbe_", await credentialSource(workings, request));
  const wanted = tokenRequest(workings, request);
  const id = shortId("d_", workings.randomBytes);
  const made = (now: number): EdgeToken => ({
    ...wanted,
    hash: hashOfCredential(text),
    last4: text.slice(-4),
    createdAt: now,
    revokedAt: null,
  });
  return carryOut(workings, request, {
    status: 201,
    secret: { token: text },
    answer: (now) => printEdgeToken(id, made(now), now),
    edits: (_, now) => [{ kind: "edge_token", id, value: made(now) }],
  });
}

/** A project need not be there yet. @throws invalid, with everything that is wrong */
function tokenRequest(workings: EdgeTokensServices, { body }: VerbRequest): Pick<EdgeToken, "name" | "projects" | "expiresAt"> {
  const { fields: asked, problems } = readBodyFields(requestSchema, body);
  const found = [...problems];
  if (asked.name !== undefined) readLine(asked.name, "name", found, 100);
  const projects = readProjects(asked.projects ?? null, found);
  const expiry = readExpiry(asked.expires_at, workings.now(), found);
  refuseIfAny(found, body, "the edge token");
  return { name: asked.name ?? "", projects, expiresAt: expiry };
}

function readProjects(projects: readonly string[] | null, problems: Problem[]): readonly string[] | null {
  if (projects === null) return null;
  if (projects.length === 0 || projects.length > mostProjects) problems.push({ path: "projects", message: projectsRule });
  for (const [index, project] of projects.slice(0, mostProjects).entries()) {
    if (!isSlug(project)) problems.push({ path: `projects.${index}`, message: `expected the id of a project: ${slugRule}` });
  }
  return [...new Set(projects)].sort();
}

async function revoke(workings: EdgeTokensServices, request: VerbRequest): Promise<AdminAnswer> {
  const id = request.params.edge_token ?? "";
  return revokeCredential(workings, request, {
    find: (state) => tokenIn(state, id),
    edit: (value) => ({ kind: "edge_token", id, value }),
    print: (revoked, now) => printEdgeToken(id, revoked, now),
  });
}

/** @throws not_found */
function tokenIn(state: ProjectState, id: string): EdgeToken {
  const held = state.edge_token.get(id)?.value;
  if (!held) throw new DrawbridgeError("not_found", "There is no such edge token.");
  return held;
}

/** Without the hash: it is all that is left of the text. */
export function printEdgeToken(id: string, token: EdgeToken, now: number): wire.EdgeToken {
  const { name, last4, projects, createdAt, expiresAt: expires, revokedAt } = token;
  return {
    id,
    name,
    state: edgeTokenState(token, now),
    last4,
    projects,
    created_at: printInstant(createdAt),
    expires_at: expires === null ? null : printInstant(expires),
    revoked_at: revokedAt === null ? null : printInstant(revokedAt),
  };
}
