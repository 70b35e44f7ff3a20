/** Feed tokens: making, listing and revoking what is in the address of a calendar. Their texts are in one answer, and their hashes in none. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { type FeedToken, feedTokenState } from "drawbridge-rules/credentials/feed-token.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type * as wire from "drawbridge-rules/wire/feed-token.ts";
import { feedTokenRequest } from "drawbridge-rules/wire/feed-token.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import { shortId } from "../../base/short-id.ts";
import { feedPath } from "../feeds/feed-path.ts";
import { type AddressedProjectServices, mustBeThere, projectIn, stateOf } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { credentialPatchRules, patchCredential, revokeCredential } from "./credential-change.ts";
import { credentialPage } from "./credential-list.ts";
import { readExpiry } from "./credential-request.ts";
import { type CredentialVerbServices, carryOut, type VerbRequest } from "./credential-verb.ts";
import { credentialSource, type IdempotencyServices } from "./idempotency.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface FeedTokensServices extends AddressedProjectServices, CredentialVerbServices, IdempotencyServices {
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
}

const shared = { tag: "Feeds" } as const;
const verb = {
  ...shared,
  permission: "operator",
  heeds: ["idempotency-key"],
  problems: ["not_found", "conflict", "key_in_use"],
} as const;

export function feedTokenRoutes(workings: FeedTokensServices): AdminRoute[] {
  return [
    route("listFeedTokens", {
      ...shared,
      permission: "viewer",
      summary: "List feed tokens, oldest first",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route("getFeedToken", {
      ...shared,
      permission: "viewer",
      summary: "Get a feed token",
      answers: { 200: { description: "The token" } },
      handle: (request) => get(workings, request),
    }),
    route("createFeedToken", {
      ...verb,
      givesAccess: true,
      summary: "Create a feed token",
      body: {
        example: { name: "on-call calendar", instance: "eu-1" },
      },
      answers: { 201: { description: "The token, and the addresses that it opens", headers: ["location"] } },
      handle: (request) => create(workings, request),
    }),
    route("patchFeedToken", {
      ...verb,
      ...credentialPatchRules,
      summary: "Rename a feed token, or change its expiry",
      handle: (request) => change(workings, request, patchCredential),
    }),
    route("revokeFeedToken", {
      ...verb,
      summary: "Revoke a feed token",
      answers: { 200: { description: "The token as it is now" } },
      handle: (request) => change(workings, request, revokeCredential),
    }),
  ];
}

type ListRequest = AdminRequest<CredentialListQuery>;

async function list(workings: FeedTokensServices, request: ListRequest): Promise<AdminAnswer> {
  const { feed_token: tokens } = (await stateOf(workings, request)).state;
  const now = workings.now();
  const { items, next } = await credentialPage(tokens, request.query, (token) => feedTokenState(token, now));
  const body: wire.FeedTokenList = { feed_tokens: items.map(([id, token]) => printFeedToken(id, token, now)), next };
  return { status: 200, body };
}

async function get(workings: FeedTokensServices, request: AdminRequest): Promise<AdminAnswer> {
  const { state } = await stateOf(workings, request);
  const id = request.params.feed ?? "";
  return { status: 200, body: printFeedToken(id, tokenIn(state, id), workings.now()) };
}

async function create(workings: FeedTokensServices, request: VerbRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const text = makeCredential("dbf_", await credentialSource(workings, request));
  const wanted = tokenRequest(workings, request);
  const id = shortId("f_", workings.randomBytes);
  const made = (now: number): FeedToken => ({
    ...wanted,
    hash: hashOfCredential(text),
    last4: text.slice(-4),
    createdAt: now,
    revokedAt: null,
  });
  const address = (file: Parameters<typeof feedPath>[1]) => workings.publicUrl() + feedPath(text, file);
  return carryOut(workings, request, {
    pathTo: (feed) => fillPath("getFeedToken", { project: projectIn(request), feed }),
    secret: { token: text, calendar: address("calendar.ics"), atom: address("maintenance.atom") },
    answer: (now) => printFeedToken(id, made(now), now),
    edits: (state, now) => {
      checkInstance(state, wanted.instance);
      return [{ kind: "feed_token", id, value: made(now) }];
    },
  });
}

/** @throws invalid, with everything that is wrong */
function tokenRequest(workings: FeedTokensServices, { body }: VerbRequest): Pick<FeedToken, "name" | "instance" | "expiresAt"> {
  const { fields: asked, problems } = readBodyFields(feedTokenRequest, body);
  const found = [...problems];
  if (asked.name !== undefined) readLine(asked.name, "name", found, 100);
  const expiry = readExpiry(asked.expires_at, workings.now(), found);
  refuseIfAny(found, body, "the feed token");
  return { name: asked.name ?? "", instance: asked.instance ?? null, expiresAt: expiry };
}

/** @throws invalid */
function checkInstance(state: ProjectState, instance: string | null): void {
  if (instance === null || state.instance.has(instance)) return;
  throwIfAny([{ path: "instance", message: "is not an instance of the project" }], "the feed token");
}

async function change(
  workings: FeedTokensServices,
  request: VerbRequest,
  verb: typeof patchCredential<FeedToken>,
): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const id = request.params.feed ?? "";
  return verb(workings, request, {
    find: (state) => tokenIn(state, id),
    edit: (value) => ({ kind: "feed_token", id, value }),
    print: (value, now) => printFeedToken(id, value, now),
  });
}

/** @throws not_found */
function tokenIn(state: ProjectState, id: string): FeedToken {
  const held = state.feed_token.get(id)?.value;
  if (!held) throw new DrawbridgeError("not_found", "The project has no such feed token.");
  return held;
}

/** Without the hash: it is all that is left of the text. */
export function printFeedToken(id: string, token: FeedToken, now: number): wire.FeedToken {
  const { name, last4, instance, createdAt, expiresAt: expires, revokedAt } = token;
  return {
    id,
    name,
    state: feedTokenState(token, now),
    last4,
    instance,
    created_at: printInstant(createdAt),
    expires_at: expires === null ? null : printInstant(expires),
    revoked_at: revokedAt === null ? null : printInstant(revokedAt),
  };
}
