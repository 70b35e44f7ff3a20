/** Edge tokens, of the installation: making, listing and revoking what an edge follows with. Their texts are in one answer, and their hashes in none. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { type EdgeToken, edgeTokenState } from "drawbridge-rules/credentials/edge-token.ts";
import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type * as wire from "drawbridge-rules/wire/edge-token.ts";
import { edgeProjectsRule, edgeTokenRequest, mostEdgeProjects } from "drawbridge-rules/wire/edge-token.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import { shortId } from "../../base/short-id.ts";
import type { Publisher } from "../../publisher.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { credentialPatchRules, patchCredential, revokeCredential } from "./credential-change.ts";
import { credentialPage } from "./credential-list.ts";
import { readExpiry } from "./credential-request.ts";
import { type CredentialVerbServices, carryOut, type VerbRequest } from "./credential-verb.ts";
import { credentialSource, type IdempotencyServices } from "./idempotency.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface EdgeTokensServices extends CredentialVerbServices, IdempotencyServices {
  readonly publisher: Publisher;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

const shared = { permission: "administrator", tag: "Edges" } as const;
const verb = { ...shared, heeds: ["idempotency-key"] } as const;

export function edgeTokenRoutes(workings: EdgeTokensServices): AdminRoute[] {
  return [
    route("listEdgeTokens", {
      ...shared,
      summary: "List edge tokens, oldest first",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route("getEdgeToken", {
      ...shared,
      summary: "Get an edge token",
      answers: { 200: { description: "The token" } },
      handle: (request) => get(workings, request),
    }),
    route("createEdgeToken", {
      ...verb,
      givesAccess: true,
      summary: "Create an edge token",
      body: {
        example: { name: "Frankfurt", projects: ["acme-shop"] },
      },
      answers: { 201: { description: "The token", headers: ["location"] } },
      problems: ["conflict", "key_in_use"],
      handle: (request) => create(workings, request),
    }),
    route("patchEdgeToken", {
      ...verb,
      ...credentialPatchRules,
      summary: "Rename an edge token, or change its expiry",
      problems: ["conflict"],
      handle: (request) => change(workings, request, patchCredential),
    }),
    route("revokeEdgeToken", {
      ...verb,
      summary: "Revoke an edge token",
      answers: { 200: { description: "The token as it is now" } },
      problems: ["conflict"],
      handle: (request) => change(workings, request, revokeCredential),
    }),
  ];
}

type ListRequest = AdminRequest<CredentialListQuery>;

async function list({ publisher, now }: EdgeTokensServices, request: ListRequest): Promise<AdminAnswer> {
  const { edge_token: held } = await publisher.state("");
  const at = now();
  const { items, next } = await credentialPage(held, request.query, (token) => edgeTokenState(token, at));
  const body: wire.EdgeTokenList = { edge_tokens: items.map(([id, token]) => printEdgeToken(id, token, at)), next };
  return { status: 200, body };
}

async function get({ publisher, now }: EdgeTokensServices, { params }: AdminRequest): Promise<AdminAnswer> {
  const id = params.edge_token ?? "";
  return { status: 200, body: printEdgeToken(id, tokenIn(await publisher.state(""), id), now()) };
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
    pathTo: (edge_token) => fillPath("getEdgeToken", { edge_token }),
    secret: { token: text },
    answer: (now) => printEdgeToken(id, made(now), now),
    edits: (_, now) => [{ kind: "edge_token", id, value: made(now) }],
  });
}

/** A project need not be there yet. @throws invalid, with everything that is wrong */
function tokenRequest(workings: EdgeTokensServices, { body }: VerbRequest): Pick<EdgeToken, "name" | "projects" | "expiresAt"> {
  const { fields: asked, problems } = readBodyFields(edgeTokenRequest, body);
  const found = [...problems];
  if (asked.name !== undefined) readLine(asked.name, "name", found, 100);
  const projects = readProjects(asked.projects ?? null, found);
  const expiry = readExpiry(asked.expires_at, workings.now(), found);
  refuseIfAny(found, body, "the edge token");
  return { name: asked.name ?? "", projects, expiresAt: expiry };
}

function readProjects(projects: readonly string[] | null, problems: Problem[]): readonly string[] | null {
  if (projects === null) return null;
  if (projects.length === 0 || projects.length > mostEdgeProjects) problems.push({ path: "projects", message: edgeProjectsRule });
  for (const [index, project] of projects.slice(0, mostEdgeProjects).entries()) {
    if (!isSlug(project)) problems.push({ path: `projects.${index}`, message: `expected the id of a project: ${slugRule}` });
  }
  return [...new Set(projects)].sort();
}

async function change(
  workings: EdgeTokensServices,
  request: VerbRequest,
  verb: typeof patchCredential<EdgeToken>,
): Promise<AdminAnswer> {
  const id = request.params.edge_token ?? "";
  return verb(workings, request, {
    find: (state) => tokenIn(state, id),
    edit: (value) => ({ kind: "edge_token", id, value }),
    print: (value, now) => printEdgeToken(id, value, now),
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
