/** Feed tokens: making, listing and revoking what is in the address of a calendar. Their texts are in one answer, and their hashes in none. */

import { makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { type FeedToken, feedTokenState } from "drawbridge-rules/credentials/feed-token.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { readLine } from "drawbridge-rules/values/fields.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { hashOfCredential } from "../../credential-hash.ts";
import { feedPath } from "../feeds/feed-path.ts";
import type { AddressedProjectServices } from "./addressed-project.ts";
import { mustBeThere, stateOf } from "./addressed-project.ts";
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

interface FeedTokensServices extends AddressedProjectServices, CredentialVerbServices, IdempotencyServices {
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
}

const fields = {
  id: z.string().meta({ examples: ["f_h8r2mt6wqx"] }),
  name: z.string().meta({ examples: ["on-call calendar"] }),
  state: z.enum(["active", "expired", "revoked"]),
  last4: z.string().meta({ examples: ["x8Qz"] }),
  instance: z.string().nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
};

const tokenSchema = z
  .strictObject(fields)
  .meta({ id: "FeedToken", description: "It shows what covers its instance; null is all of the project" });
const listSchema = z.strictObject({ feed_tokens: z.array(tokenSchema), next }).meta({ id: "FeedTokenList" });
const createdSchema = z
  .strictObject({
    ...fields,
    revision,
    token: z.string().meta({ description: "The text: shown here, and never again" }),
    calendar: z.string().meta({ description: "Address of the calendar, with the text in it" }),
    atom: z.string().meta({ description: "Address of the Atom feed, with the text in it" }),
  })
  .meta({ id: "CreatedFeedToken" });
const revokedSchema = z.strictObject({ ...fields, revision, changed: z.boolean() }).meta({ id: "RevokedFeedToken" });
const requestSchema = z
  .strictObject({
    name: z.string({ error: "expected a name of 1 to 100 characters" }),
    instance: z
      .string({ error: "expected the id of an instance, or null for all of the project" })
      .nullable()
      .optional()
      .meta({ description: "Only what covers it; null: all of the project", examples: ["eu-1"] }),
    expires_at: expiresAt,
  })
  .meta({ id: "FeedTokenRequest" });

const shared = { tag: "Feeds" } as const;
const verb = {
  ...shared,
  permission: "operator",
  query: verbQuery,
  heeds: ["idempotency-key"],
  problems: ["not_found", "conflict", "key_in_use"],
} as const;

export function feedTokenRoutes(workings: FeedTokensServices): AdminRoute[] {
  return [
    route("listFeedTokens", {
      ...shared,
      permission: "viewer",
      summary: "The feed tokens of a project, oldest first, without their texts",
      query: credentialListQuery,
      answers: { 200: { description: "A page of them", schema: listSchema } },
      handle: (request) => list(workings, request),
    }),
    route("createFeedToken", {
      ...verb,
      givesAccess: true,
      summary: "Makes a feed token and shows its text, once",
      body: {
        types: ["application/json"],
        schema: requestSchema,
        required: true,
        example: { name: "on-call calendar", instance: "eu-1" },
      },
      answers: { 201: { description: "The token, and the addresses that it opens", schema: createdSchema } },
      handle: (request) => create(workings, request),
    }),
    route("revokeFeedToken", {
      ...verb,
      summary: "Ends a feed token for good",
      body: { types: ["application/json"], schema: noFields, required: false },
      answers: { 200: { description: "The token as it is now", schema: revokedSchema } },
      handle: (request) => revoke(workings, request),
    }),
  ];
}

type ListRequest = AdminRequest<z.infer<typeof credentialListQuery>>;

async function list(workings: FeedTokensServices, request: ListRequest): Promise<AdminAnswer> {
  const { feed_token: tokens } = (await stateOf(workings, request)).state;
  const now = workings.now();
  const { items, next } = await credentialPage(tokens, request.query, (token) => feedTokenState(token, now));
  const body: wire.FeedTokenList = { feed_tokens: items.map(([id, token]) => printFeedToken(id, token, now)), next };
  return { status: 200, body };
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
    status: 201,
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
  const { fields: asked, problems } = readBodyFields(requestSchema, body);
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

async function revoke(workings: FeedTokensServices, request: VerbRequest): Promise<AdminAnswer> {
  await mustBeThere(workings, request);
  const id = request.params.feed ?? "";
  return revokeCredential(workings, request, {
    find: (state) => tokenIn(state, id),
    edit: (value) => ({ kind: "feed_token", id, value }),
    print: (revoked, now) => printFeedToken(id, revoked, now),
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
