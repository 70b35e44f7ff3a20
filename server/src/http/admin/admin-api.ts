/**
 * The admin API, put together: a path that is plain, a route that says who may, a token that is good, a body of a known kind;
 * then the handler, and one place that turns whatever it throws into an answer. Without all of these there is no way in.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { refuseForeignWrite } from "../../accounts/request-origin.ts";
import { anybody, metricsReader, type Requester } from "../../accounts/requester.ts";
import type { SignInThrottle } from "../../accounts/sign-in-throttle.ts";
import type { Log } from "../../base/log.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { AddressLimit } from "../../limits/address-limit.ts";
import type { Store } from "../../store/store.ts";
import type { ClientAddress } from "../client-address.ts";
import { familyOf } from "../family.ts";
import { problemBody, problemOf, problemType } from "../problem.ts";
import { accessTokenRoutes } from "./access-tokens.ts";
import { accountLinkRoutes } from "./account-links.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { administratorRoutes } from "./administrators.ts";
import { type AuthenticationWorkings, authenticate, bearerTextOf, challenge } from "./authentication.ts";
import { backupRoutes } from "./backup.ts";
import { compactionRoutes } from "./compaction.ts";
import { edgeTokenRoutes } from "./edge-tokens.ts";
import { edgeRoutes } from "./edges.ts";
import { eventRoutes } from "./events.ts";
import { feedTokenRoutes } from "./feed-tokens.ts";
import { historyRoutes } from "./history.ts";
import { importedKeyRoutes } from "./imported-keys.ts";
import { instanceRoutes } from "./instances.ts";
import { maintenanceRoutes } from "./maintenance.ts";
import { maintenanceWindowRoutes } from "./maintenance-windows.ts";
import { manifestRoutes } from "./manifests.ts";
import { memberRoutes } from "./members.ts";
import { metricsRoutes } from "./metrics.ts";
import { openApiDocument, readOpenApiDocument } from "./openapi.ts";
import { peopleRoutes } from "./people.ts";
import { checkPermission, permit } from "./permission.ts";
import { projectRoutes } from "./projects.ts";
import { proposalRoutes } from "./proposals.ts";
import { protectionRoutes } from "./protections.ts";
import { providerSignInRoutes } from "./provider-sign-in.ts";
import { readKeyRoutes } from "./read-keys.ts";
import { receiveBody } from "./request-body.ts";
import { readQuery } from "./request-fields.ts";
import type { RequestJournal, RequestRecord } from "./request-journal.ts";
import { rollbackRoutes } from "./rollback.ts";
import { serverProofRoutes } from "./server-proof.ts";
import { sessionRoutes } from "./sessions.ts";
import { signInRoutes } from "./sign-in.ts";
import { simulationRoutes } from "./simulation.ts";
import { statusRoutes } from "./status.ts";
import { refuseWithoutMaker } from "./token-maker.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";
import { undoRoutes } from "./undo.ts";
import { usageRoutes } from "./usage.ts";
import { versionPolicyRoutes } from "./version-policies.ts";

const routeFiles = [
  projectRoutes,
  manifestRoutes,
  versionPolicyRoutes,
  maintenanceWindowRoutes,
  maintenanceRoutes,
  instanceRoutes,
  readKeyRoutes,
  importedKeyRoutes,
  usageRoutes,
  feedTokenRoutes,
  protectionRoutes,
  proposalRoutes,
  historyRoutes,
  eventRoutes,
  rollbackRoutes,
  undoRoutes,
  simulationRoutes,
  accessTokenRoutes,
  edgeTokenRoutes,
  edgeRoutes,
  signInRoutes,
  providerSignInRoutes,
  sessionRoutes,
  accountLinkRoutes,
  peopleRoutes,
  memberRoutes,
  administratorRoutes,
  compactionRoutes,
  backupRoutes,
  serverProofRoutes,
  statusRoutes,
  metricsRoutes,
] as const;

/** Services that requests use before a route does. */
interface RequestServices extends AuthenticationWorkings {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly throttle: SignInThrottle;
  readonly clientAddress: ClientAddress;
  /** Limits requests with unknown access tokens; null: they are not limited. */
  readonly worthlessTokens: AddressLimit | null;
  /** Epoch ms. */
  readonly now: () => number;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
  readonly version: string;
  readonly log: Log;
  readonly journal: RequestJournal;
  /** Whether it is the token for metrics. */
  readonly isMetricsToken: (text: string) => boolean;
  /** Resolves when the store was read, or will not be. Absent: requests before that are refused immediately. */
  readonly started?: Promise<unknown>;
  /** Why the store must not be used; null: it may be. */
  readonly unusable?: () => string | null;
}

type RouteServices = (typeof routeFiles)[number] extends (services: infer Services) => AdminRoute[] ? Services : never;

/** Everything that the admin API uses: the union of what each file of routes declares. */
export type AdminServices = RequestServices & RouteServices;

export interface AdminApi {
  /** @param connection what the listener knows of where the request comes from */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** The same for `node:http`. */
  readonly handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** Method in capitals and path with its parameters in braces, of every route. */
  readonly paths: readonly { readonly method: string; readonly path: string }[];
}

export interface Connection {
  readonly incoming?: { readonly socket: ClientSocket };
}

interface ClientSocket {
  readonly remoteAddress?: string | undefined;
  readonly destroy?: () => void;
  readonly once?: (event: "close", listener: () => void) => unknown;
  readonly off?: (event: "close", listener: () => void) => unknown;
}

/** What a request is answered with: its connection, and what is kept of it. */
interface Environment extends Connection {
  readonly record: RequestRecord;
}

export function adminApi(workings: AdminServices): AdminApi {
  const routes = routeFiles.flatMap((routesOf) => routesOf(workings));
  return assemble([...routes, ...documentRoutes(routes, workings)], workings);
}

/** Serves the routes and nothing else. @throws a defect: a route does not say who may use it */
export function assemble(routes: readonly AdminRoute[], workings: RequestServices): AdminApi {
  // Compared as it was sent: only a parameter is decoded, and once.
  const app = new Hono({ getPath: rawPathOf });
  for (const route of routes) {
    checkPermission(route);
    app.on(route.method, route.path.replaceAll(/\{(.+?)\}/g, ":$1"), (c) => serve(workings, route, c));
  }
  app.notFound((c) => refuseUnknown(workings, app, c));
  app.onError((error, c) => answerError(workings, error, c));
  workings.journal.knows(routes.map(({ operationId }) => operationId));
  const respond = async (request: Request, environment: Environment) => {
    if (namesUser(request)) return refuseMalformed();
    return familyOf(rawPathOf(request)) === "admin" ? app.fetch(request, environment) : answer({ status: 404, ...nothingHere });
  };
  const fetch = (request: Request, connection: Connection = {}) =>
    workings.journal.keep(request, connection.incoming?.socket.remoteAddress ?? "", (record) =>
      respond(request, { ...connection, record }),
    );
  // A request that timed out was answered by the listener.
  const unlessAnswered = async (request: Request, connection: HttpBindings) => {
    const response = await fetch(request, connection);
    return connection.outgoing.headersSent ? RESPONSE_ALREADY_SENT : response;
  };
  const listen = getRequestListener((request, connection) => unlessAnswered(request, connection as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler: refuseMalformed,
  });
  return {
    fetch,
    handle: async (req, res) => {
      await listen(req, res);
    },
    paths: routes.map(({ method, path }) => ({ method, path })),
  };
}

function documentRoutes(routes: readonly AdminRoute[], { version, publicUrl }: RequestServices): AdminRoute[] {
  const shared = { permission: "public", tag: "Document" } as const;
  const answers = { 200: { description: "An OpenAPI 3.1 document", schema: z.looseObject({ openapi: z.string() }) } };
  const whole: AdminRoute = route("getDocument", {
    ...shared,
    summary: "Get the document of all APIs",
    answers,
    handle: once(() => openApiDocument([...routes, whole, read], version, publicUrl())),
  });
  const read = route("getReadDocument", {
    ...shared,
    summary: "Get the document of the read API alone",
    answers,
    handle: once(() => readOpenApiDocument(version, publicUrl())),
  });
  return [whole, read];
}

/** Answers with what `make` returns the first time. */
function once(make: () => object): AdminRoute["handle"] {
  let made: object | null = null;
  return async () => {
    made ??= make();
    return { status: 200, body: made };
  };
}

/** From the slash after the authority to the query, not decoded. */
function rawPathOf(request: Request): string {
  const start = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const end = request.url.slice(start).search(/[?#]/);
  return end < 0 ? request.url.slice(start) : request.url.slice(start, start + end);
}

/** `http://user:password@host/…` as a target: an error by RFC 9110 §4.2.4, and no Request can be made of it. */
function namesUser({ url }: Request): boolean {
  return /^[a-z]+:\/\/[^/?#]*@/i.test(url);
}

/** Aborted when the connection closes: the signal of the request itself is not, where an upload is cut off. */
function closingOf(socket: ClientSocket | undefined): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController();
  const close = () => controller.abort();
  socket?.once?.("close", close);
  return { signal: controller.signal, forget: () => void socket?.off?.("close", close) };
}

async function serve(workings: RequestServices, route: AdminRoute, { req, env }: Context): Promise<Response> {
  const { raw } = req;
  const { record, incoming } = env as Environment;
  record.route = route;
  const first = await letIn(workings, route, raw, req.param("project"));
  record.actor = first.actor;
  const url = new URL(raw.url);
  const query = route.anyQuery ? {} : readQuery(route.query ?? noQuery, url.searchParams);
  const closing = closingOf(incoming?.socket);
  const signal = AbortSignal.any([raw.signal, closing.signal]);
  // The tokens of one project share a place: otherwise, a few of them hold up the large bodies of everyone.
  const sender = first.soleProject() ?? first.actor;
  const received = await receiveBody(raw, url.pathname + url.search, route, sender, signal).finally(closing.forget);
  try {
    const { body, digest } = received;
    // Checks the permission again: a body can take seconds to arrive, and the requester may have lost it meanwhile.
    const requester = body === null ? first : await letIn(workings, route, raw, req.param("project"));
    const { method, headers } = raw;
    const { permission } = route;
    const { search } = url;
    const socket = incoming?.socket;
    const address = addressOf(workings, headers, env);
    const asked = {
      requester,
      permission,
      method,
      path: url.pathname,
      params: req.param(),
      query,
      search,
      headers,
      address,
      body,
      digest,
      drop: () => socket?.destroy?.(),
    };
    return answer(await handled(route, asked));
  } finally {
    received.release();
  }
}

/** As the connection or a trusted proxy says; "" where nobody says. */
function addressOf({ clientAddress }: RequestServices, headers: Headers, env: unknown): string {
  const peer = (env as Connection).incoming?.socket.remoteAddress ?? "";
  return clientAddress(peer, headers.get("x-forwarded-for"));
}

/** What is wrong and has the name of a parameter is about that, unless whoever found it knew better. */
async function handled(route: AdminRoute, asked: AdminRequest): Promise<AdminAnswer> {
  try {
    return await route.handle(asked);
  } catch (error) {
    if (!(error instanceof DrawbridgeError) || error.problems.length === 0) throw error;
    const names = Object.keys(route.query?.shape ?? {});
    const problems = error.problems.map((problem) => {
      const isPlaced = problem.pointer !== undefined || problem.header !== undefined;
      return isPlaced || !names.includes(problem.path) ? problem : { ...problem, parameter: problem.path };
    });
    throw error.withProblems(problems);
  }
}

/** Lets pass whoever may use the route. @throws unauthorized, forbidden, not_found, unavailable */
async function letIn(
  workings: RequestServices,
  { permission, isForMetricsToken, givesAccess, isQuiet }: AdminRoute,
  request: Request,
  project: string | undefined,
): Promise<Requester> {
  if (isForMetricsToken && showsMetricsToken(workings, request)) return metricsReader;
  const requester = permission === "public" ? await passBy(workings, request) : await enter(workings, request);
  permit(requester, permission, project);
  const problem = workings.unusable?.() ?? null;
  // Accounts are beside the log, so that nothing else refuses to write them to a store that is not the right one.
  if (problem !== null && !isQuiet) throw new DrawbridgeError("unavailable", permission === "public" ? unread : problem);
  if (givesAccess) await refuseWithoutMaker(workings, requester);
  return requester;
}

function showsMetricsToken({ isMetricsToken }: RequestServices, { headers }: Request): boolean {
  const text = bearerTextOf(headers.get("authorization") ?? "");
  return text !== null && isMetricsToken(text);
}

/** Lets in whoever has a good token or session. @throws unauthorized, forbidden, unavailable */
async function enter(workings: RequestServices, request: Request): Promise<Requester> {
  await mustBeStarted(workings);
  return authenticate(workings, request);
}

/** Also what everybody may ask, another site's page may not ask for them: to sign in as somebody else, say. @throws forbidden */
async function passBy(workings: RequestServices, { method, headers }: Request): Promise<Requester> {
  if (method === "GET" || method === "HEAD") return anybody;
  await mustBeStarted(workings);
  refuseForeignWrite(headers, workings.publicUrl());
  return anybody;
}

/**
 * Waits for the start: `/healthz` is 200 as soon as the process accepts connections, and a script that waited for it can apply.
 * @throws unavailable
 */
async function mustBeStarted({ catalog, started }: RequestServices): Promise<void> {
  if (!catalog.head && started !== undefined) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LONGEST_START);
    await Promise.race([started, late.promise]);
    clearTimeout(timer);
  }
  if (!catalog.head) throw new DrawbridgeError("unavailable", "The service is starting. Ask again in a moment.");
}

/** What is there is for those with a token or a session to know. @throws unauthorized, forbidden, unavailable */
async function refuseUnknown(workings: RequestServices, app: Hono, { req, env }: Context): Promise<Response> {
  const { record } = env as Environment;
  record.actor = (await enter(workings, req.raw)).actor;
  const path = rawPathOf(req.raw);
  const allowed = ["GET", "PUT", "PATCH", "DELETE", "POST"].filter((method) => app.router.match(method, path)[0].length > 0);
  record.code = allowed.length === 0 ? "not_found" : "method_not_allowed";
  if (allowed.length === 0) return answer({ status: 404, ...nothingHere });
  const allow = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const body = problemBody("method_not_allowed", `This address takes ${allow}.`);
  return answer({ status: problems.method_not_allowed.status, body, headers: { "content-type": problemType, allow } });
}

/** A Host or a target that makes no URL: then there is no request to route. */
function refuseMalformed(): Response {
  const body = problemBody("bad_request", "The Host or the target of this request is malformed.");
  return answer({ status: problems.bad_request.status, body, headers: { "content-type": problemType } });
}

/** For requests without a credential, which get no names of machines. */
const unread = "The server has not read its store yet. Its status says why.";

const noQuery = z.strictObject({});

/** Milliseconds that a request waits for the start: less than clients wait for an answer. */
const LONGEST_START = 10_000;

const nothingHere = {
  body: problemBody("not_found", "There is nothing at this address."),
  headers: { "content-type": problemType },
};

function answerError(workings: RequestServices, error: unknown, { req, env }: Context): Response {
  const { method, headers, signal } = req.raw;
  const { record } = env as Environment;
  const reference = record.id;
  const { code, status, body } = problemOf(error, reference);
  record.code = code;
  if (status >= 500) record.reason = reasonOf(error);
  // Whoever has gone in the middle of a body is no defect of ours.
  if (code === "internal_error" && !signal.aborted)
    workings.log.error({ err: error, request: reference, method }, "an admin request failed");
  if (code === "unauthorized" && headers.has("authorization")) {
    const wait = workings.worthlessTokens?.take(addressOf(workings, headers, env), workings.now()) ?? null;
    if (wait !== null) record.code = "rate_limited";
    if (wait !== null) return answer(tooManyAttempts(wait));
  }
  if (record.route?.permission === "public" && isRefusal(code)) {
    const wait = workings.throttle.refused(addressOf(workings, headers, env), workings.now());
    if (wait !== null) record.code = "rate_limited";
    if (wait !== null) return answer(tooManyAttempts(wait));
  }
  const own: Record<string, string> = { "content-type": problemType };
  if (code === "unauthorized") own["www-authenticate"] = challenge(headers);
  if (code === "unavailable" && !(error instanceof NotTransient)) own["retry-after"] = "1";
  return answer({ status, body, headers: own });
}

/** The sentence that the client got, or a pointer to the log: the message of an unexpected error could quote anything. */
function reasonOf(error: unknown): string {
  const isTold = error instanceof DrawbridgeError && error.code !== "internal";
  return isTold ? error.message : "an unexpected error, logged at error with the same request";
}

/** Problems found before the request's secret is checked. Failed attempts are counted where they are made. */
function isRefusal(code: ProblemCode): boolean {
  return ["bad_request", "invalid", "content_too_large", "unsupported_media_type"].includes(code);
}

/** Nothing of this is for a cache, or for a browser to guess at. */
function answer({ status, body, headers = {} }: AdminAnswer): Response {
  const isReady = body === null || typeof body === "string" || body instanceof ReadableStream;
  const content = isReady ? body : JSON.stringify(body);
  const type = content === null ? withoutBody(status) : { "content-type": "application/json; charset=utf-8" };
  const all = { ...type, "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((line): [string, string] => [name, line]));
  return new Response(content, { status, headers: lines });
}

/** Else it would be sent in chunks, of which there are none. 204 and 304 say it by themselves (RFC 9110 §8.6). */
function withoutBody(status: number): Readonly<Record<string, string>> {
  return status === 204 || status === 304 ? {} : { "content-length": "0" };
}
