/** Every request passes a plain path, a permission, authentication, its body and the handler, in order. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { manifestJsonSchema } from "drawbridge-rules/wire/manifest-json-schema.ts";
import { noFields, text } from "drawbridge-rules/wire/values.ts";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { throttleQuota } from "../accounts/sign-in-throttle.ts";
import { findRouteFamily } from "../reads/listener/listener-routes.ts";
import type { AdminServices } from "./admin-services.ts";
import { errorAnswer, problemAnswer } from "./answer/error-answer.ts";
import { openApiDocument, readOpenApiDocument } from "./openapi/openapi.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./request/admin-route.ts";
import { admit, enter } from "./request/admission.ts";
import { readIdempotencyKey } from "./request/idempotency.ts";
import { checkPermission } from "./request/permission.ts";
import { receiveBody } from "./request/request-body.ts";
import { readBodyFields, readQuery, refuseIfAny } from "./request/request-fields.ts";
import { type RateLimitStanding, type RequestRecord, rateLimitHeaders } from "./request/request-journal.ts";
import { accountLinkRoutes } from "./routes/account-links.ts";
import { adoptionRoutes } from "./routes/adoption.ts";
import { edgeRoutes } from "./routes/edges.ts";
import { eventRoutes } from "./routes/events.ts";
import { administratorRoutes, memberRoutes } from "./routes/grants.ts";
import { historyRoutes } from "./routes/history.ts";
import { importedKeyRoutes } from "./routes/imported-keys.ts";
import { maintenanceRoutes } from "./routes/maintenance.ts";
import { manifestRoutes } from "./routes/manifests.ts";
import { overviewRoutes } from "./routes/overview.ts";
import { peopleRoutes } from "./routes/people.ts";
import { projectPartRoutes } from "./routes/project-parts.ts";
import { projectRoutes } from "./routes/projects.ts";
import { proposalRoutes } from "./routes/proposals.ts";
import { protectionRoutes } from "./routes/protections.ts";
import { providerSignInRoutes } from "./routes/provider-sign-in.ts";
import { readKeyRoutes } from "./routes/read-keys.ts";
import { sessionRoutes, signInRoutes } from "./routes/sessions.ts";
import { simulationRoutes } from "./routes/simulation.ts";
import { programRoutes } from "./routes/status.ts";
import { storeRoutes } from "./routes/store.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { undoRoutes } from "./routes/undo.ts";
import { usageRoutes } from "./routes/usage.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

const routeFiles: readonly ((services: AdminServices) => AdminRoute[])[] = [
  projectRoutes,
  overviewRoutes,
  manifestRoutes,
  projectPartRoutes,
  maintenanceRoutes,
  readKeyRoutes,
  importedKeyRoutes,
  usageRoutes,
  adoptionRoutes,
  protectionRoutes,
  proposalRoutes,
  historyRoutes,
  eventRoutes,
  undoRoutes,
  simulationRoutes,
  tokenRoutes,
  webhookRoutes,
  edgeRoutes,
  signInRoutes,
  providerSignInRoutes,
  sessionRoutes,
  accountLinkRoutes,
  peopleRoutes,
  memberRoutes,
  administratorRoutes,
  storeRoutes,
  programRoutes,
];

interface AdminApi {
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  readonly handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  readonly paths: readonly { readonly method: string; readonly path: string }[];
}

interface Connection {
  readonly incoming?: { readonly socket: ClientSocket };
}

interface ClientSocket {
  readonly remoteAddress?: string | undefined;
  readonly destroy?: () => void;
  readonly once?: (event: "close", listener: () => void) => unknown;
  readonly off?: (event: "close", listener: () => void) => unknown;
}

interface Environment extends Connection {
  readonly record: RequestRecord;
}

export function adminApi(services: AdminServices): AdminApi {
  return assemble(adminRoutes(services), services);
}

export function adminRoutes(services: AdminServices): readonly AdminRoute[] {
  const routes = routeFiles.flatMap((routesOf) => routesOf(services));
  return [...routes, ...documentRoutes(routes, services)];
}

/** @throws a defect: a route does not say who may use it */
export function assemble(routes: readonly AdminRoute[], services: AdminServices): AdminApi {
  // Compared as it was sent: only a parameter is decoded, and once.
  const app = new Hono({ getPath: rawPathOf });
  for (const route of routes) {
    checkPermission(route);
    app.on(route.method, patternOf(route.path, routes), (c) => serve(services, route, c));
  }
  app.notFound((c) => refuseUnknown(services, app, c));
  app.onError((error, { req, env }) => {
    const { record } = env as Environment;
    return answer(errorAnswer(services, error, req.raw, record, addressOf(services, req.raw.headers, env)));
  });
  services.journal.knows(routes.map(({ operationId }) => operationId));
  const respond = async (request: Request, environment: Environment) => {
    const response = await dispatch(request, environment);
    const limit = environment.record.limit ?? attemptsLeft(services, request.headers, environment);
    if (limit) for (const [name, value] of Object.entries(rateLimitHeaders(limit))) response.headers.set(name, value);
    return response;
  };
  const dispatch = async (request: Request, environment: Environment) => {
    // `http://user:password@host/…` is an error (RFC 9110 §4.2.4), and the Request constructor throws.
    if (/^[a-z]+:\/\/[^/?#]*@/i.test(request.url)) return refuseMalformed();
    return findRouteFamily(rawPathOf(request)) === "admin" ? app.fetch(request, environment) : answer(nothingHere);
  };
  const fetch = (request: Request, connection: Connection = {}) =>
    services.journal.keep(request, connection.incoming?.socket.remoteAddress ?? "", (record) =>
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

/** A last parameter leaves out words of other paths: `import` of `/keys/import`. */
function patternOf(path: string, routes: readonly AdminRoute[]): string {
  const [, start = "", parameter] = /^(.*\/)\{(\w+)\}$/.exec(path) ?? [];
  const pattern = (text: string) => text.replaceAll(/\{(.+?)\}/g, ":$1");
  if (parameter === undefined) return pattern(path);
  const words = routes.flatMap((other) => (other.path.startsWith(start) ? [other.path.slice(start.length)] : []));
  const taken = [...new Set(words)].filter((word) => /^[\w-]+$/.test(word));
  return `${pattern(start)}:${parameter}${taken.length > 0 ? `{(?!(?:${taken.join("|")})$)[^/]+}` : ""}`;
}

function documentRoutes(routes: readonly AdminRoute[], { version, publicUrl }: AdminServices): AdminRoute[] {
  const shared = { permission: "public", tag: "Document" } as const;
  const answers = {
    200: {
      description: "An OpenAPI 3.1 document",
      schema: z.looseObject({ openapi: text("Version of OpenAPI", "3.1.1") }).meta({ id: "OpenApiDocument" }),
    },
  };
  const manifestSchema = route("getManifestSchema", {
    ...shared,
    summary: "Get the JSON Schema of manifests",
    description: "For editors: the first line of a manifest can name this address.",
    answers: {
      200: {
        description: "A JSON Schema (draft 7)",
        schema: z
          .looseObject({ $schema: text("Version of JSON Schema", "http://json-schema.org/draft-07/schema#") })
          .meta({ id: "JsonSchema" }),
      },
    },
    handle: once(manifestJsonSchema),
  });
  const whole: AdminRoute = route("getDocument", {
    ...shared,
    summary: "Get the OpenAPI document of all APIs",
    answers,
    handle: once(() => openApiDocument([...routes, whole, read, manifestSchema], version, publicUrl())),
  });
  const read = route("getReadDocument", {
    ...shared,
    summary: "Get the OpenAPI document of the read API",
    answers,
    handle: once(() => readOpenApiDocument(version, publicUrl())),
  });
  return [whole, read, manifestSchema];
}

function once(make: () => object): AdminRoute["handle"] {
  let made: object | null = null;
  return async () => {
    made ??= make();
    return { status: 200, body: made };
  };
}

function rawPathOf(request: Request): string {
  const start = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const end = request.url.slice(start).search(/[?#]/);
  return end < 0 ? request.url.slice(start) : request.url.slice(start, start + end);
}

/** Aborted when the connection closes, unlike the request's own signal where an upload is cut off. */
function closingOf(socket: ClientSocket | undefined): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController();
  const close = () => controller.abort();
  socket?.once?.("close", close);
  return { signal: controller.signal, forget: () => void socket?.off?.("close", close) };
}

async function serve(services: AdminServices, route: AdminRoute, { req, env }: Context): Promise<Response> {
  const { raw } = req;
  const { record, incoming } = env as Environment;
  record.route = route;
  const first = await admit(services, route, raw, req.param("project"));
  record.actor = first.actor;
  const url = new URL(raw.url);
  const query = route.anyQuery ? {} : readQuery(route.query ?? noQuery, url.searchParams);
  const closing = closingOf(incoming?.socket);
  const signal = AbortSignal.any([raw.signal, closing.signal]);
  // The tokens of a project share a place: otherwise, a few of them hold up everyone's large bodies.
  const sender = first.soleProject() ?? first.actor;
  const received = await receiveBody(raw, url.pathname + url.search, route, sender, signal).finally(closing.forget);
  try {
    const { body, digest } = received;
    // The permission is checked again: a body can take seconds, and the requester may have lost it.
    const requester = body === null ? first : await admit(services, route, raw, req.param("project"));
    const { method, headers } = raw;
    const asked = {
      requester,
      permission: route.permission,
      method,
      path: url.pathname,
      params: req.param(),
      query,
      search: url.search,
      headers,
      address: addressOf(services, headers, env),
      body,
      digest,
      guesses(text: string) {
        record.guessed = text;
      },
      drop: () => incoming?.socket.destroy?.(),
    };
    return answer(await handled(route, asked));
  } finally {
    received.release();
  }
}

function attemptsLeft(services: AdminServices, headers: Headers, environment: Environment): RateLimitStanding | null {
  const { route, guessed } = environment.record;
  if (!route?.limitsAttempts) return null;
  const address = addressOf(services, headers, environment);
  const standing = services.throttle.standing(address, guessed ?? "", services.now(), route.permission !== "public");
  return { name: "attempts", ...throttleQuota, ...standing };
}

/** "" means neither the connection nor a trusted proxy gives one. */
function addressOf({ clientAddress }: AdminServices, headers: Headers, env: unknown): string {
  const peer = (env as Connection).incoming?.socket.remoteAddress ?? "";
  return clientAddress(peer, headers.get("x-forwarded-for"));
}

/** A problem named after a parameter points to it, unless the handler pointed elsewhere. */
async function handled(route: AdminRoute, asked: AdminRequest): Promise<AdminAnswer> {
  try {
    // Also where the key is not used, such as in a dry run: what the document calls invalid is refused.
    if (route.usedHeaders?.includes("idempotency-key")) readIdempotencyKey(asked);
    if (route.body?.schema === noFields) refuseIfAny(readBodyFields(noFields, asked.body).problems, asked.body, "the request");
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

/** Answers 401 before 404: strangers do not learn which paths exist. @throws unauthorized, forbidden, unavailable */
async function refuseUnknown(services: AdminServices, app: Hono, { req, env }: Context): Promise<Response> {
  const { record } = env as Environment;
  record.actor = (await enter(services, req.raw)).actor;
  const path = rawPathOf(req.raw);
  const allowed = ["GET", "PUT", "PATCH", "DELETE", "POST"].filter((method) => app.router.match(method, path)[0].length > 0);
  record.code = allowed.length === 0 ? "not_found" : "method_not_allowed";
  if (allowed.length === 0) return answer(nothingHere);
  const allow = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  return answer(problemAnswer("method_not_allowed", `This path allows only ${allow}.`, { allow }));
}

function refuseMalformed(): Response {
  return answer(problemAnswer("bad_request", "The Host or the target of this request is malformed."));
}

const noQuery = z.strictObject({});

const nothingHere = problemAnswer("not_found", "There is nothing at this address.");

/** Nothing of this is for a cache, or for a browser to guess at. */
function answer({ status, body, headers = {} }: AdminAnswer): Response {
  const isReady = body === null || typeof body === "string" || body instanceof ReadableStream;
  const content = isReady ? body : JSON.stringify(body);
  // Node would send an empty body in chunks. 204 and 304 have no body (RFC 9110 §8.6).
  const empty = status === 204 || status === 304 ? {} : { "content-length": "0" };
  const type = content === null ? empty : { "content-type": "application/json; charset=utf-8" };
  const all = { ...type, "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((line): [string, string] => [name, line]));
  return new Response(content, { status, headers: lines });
}
