/** The raw path chooses the handler once, before any router. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { type OperationId, paths, splitOperation } from "drawbridge-rules/api/paths.ts";
import { type ClientAddress, readClientAddress } from "../../base/http/client-address.ts";
import { sendProblem } from "../../base/http/problem.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { FastPath } from "../fast-path/fast-path.ts";
import { forwardAuthPath, handleForwardAuth } from "../forward-auth.ts";
import { type ClientActivity, retryAfterShedding, type Shedding } from "../limits/shedding.ts";
import { type CountedReadApi, handleRead, isReadPath, type ReadApi, type ReadLimits } from "../read-api.ts";
import { ReadCounts } from "../read-counts.ts";
import type { RequestHandler } from "./connection-handler.ts";

export type RouteFamily = "read" | "admin" | "console" | "sign-in" | "docs" | "feeds" | "edge" | "health";

const adminAddresses = new Set(Object.keys(paths).map((id) => splitOperation(id as OperationId).path));

/** An ambiguous path (RFC 3986 §6.2.2) is 404 everywhere. @param path as it was sent: without the query, and not decoded. */
export function findRouteFamily(path: string): RouteFamily | null {
  // People type these addresses: a browser shows the second of them with its slash.
  if (path === "/" || path === "/console/") return "console";
  if (path === "/docs/" || path === "/llms.txt") return "docs";
  if (!isPlain(path)) return null;
  const first = path.slice(1, path.indexOf("/", 1) < 0 ? path.length : path.indexOf("/", 1));
  if (first === "api") return "read";
  // The provider's way back is an address among those of the page, and a route as every other; so is what operators watch.
  if (first === "admin" || adminAddresses.has(path)) return "admin";
  if (path === "/healthz" || path === "/readyz") return "health";
  return (["console", "sign-in", "docs", "feeds", "edge"] as const).find((family) => family === first) ?? null;
}

/** Segments of path characters (RFC 3986 §3.3) without `;`, and whole escapes: no `//`, trailing slash or backslash. */
const form = /^(?:\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2})+)+$/;

/** Escapes that some programs decode to a separator, a dot segment or the end of a text: `%2f %5c %2e` and control characters. */
const riskyEscape = /%(?:2[fe]|5c|[01][0-9a-f]|7f)/i;

function isPlain(path: string): boolean {
  if (!form.test(path) || riskyEscape.test(path)) return false;
  return !path.split("/").some((segment) => segment === "." || segment === "..") && decodes(path);
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** HSTS (RFC 6797) for a year. Without includeSubDomains: subdomains may belong to others. */
const transportPolicy = "max-age=31536000";

/** Answers to apps have a fixed contract without such a header, and apps ignore it. */
const familiesOfPeople: ReadonlySet<RouteFamily | null> = new Set(["admin", "console", "sign-in", "docs", "feeds"] as const);

/** With a public https URL, tells browsers to use only https; where apps are served, only people's browsers. */
function strictTransport(
  isPublicHttps: boolean,
  routeGroups: ReadonlySet<RouteGroup>,
): (family: RouteFamily | null, res: ServerResponse) => void {
  if (!isPublicHttps || !routeGroups.has("admin")) return () => undefined;
  return (family, res) => {
    if (!routeGroups.has("reads") || familiesOfPeople.has(family)) res.setHeader("Strict-Transport-Security", transportPolicy);
  };
}

/** One small request each, which the world waits for. */
const urgentPath = /^\/admin\/v1\/projects\/[^/]+\/maintenance\/(?:start|extend|complete|cancel|move)$/;

/** Requests with a body that need no credential. */
const openPath = /^\/admin\/v1\/(?:session|account-links\/(?:inspect|redeem)|sign-in\/provider)$/;

/** Streams last for an hour and have a limit of their own. */
const streamPath = /^\/admin\/v1\/(?:projects\/[^/]+\/)?events$/;

/** False means overloaded, and answered with 503. */
function admitRequest(shedding: Shedding, { method, path }: RawRequest, client: ClientActivity, res: ServerResponse): boolean {
  const isPost = method === "POST";
  const leave =
    isPost && openPath.test(path) ? shedding.admitPublic(client) : shedding.admitAdmin(isPost && urgentPath.test(path), client);
  if (leave === null) {
    sendProblem(res, method, "overloaded", "The service is overloaded. Try again in a moment.", {
      "X-Content-Type-Options": "nosniff",
      "Retry-After": String(retryAfterShedding),
    });
    return false;
  }
  if (streamPath.test(path)) leave();
  else res.once("close", leave);
  return true;
}

/** `reads` are the questions of apps, and the health of the process. */
export type RouteGroup = "reads" | "admin" | "metrics" | "edge";

export interface RouteHandlers {
  readonly catalog: ReadApi["catalog"];
  readonly now: ReadApi["now"];
  readonly counts?: ReadCounts;
  /** Edges have none. */
  readonly admin?: { handle(req: IncomingMessage, res: ServerResponse): void | Promise<void> };
  readonly console?: { handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void };
  readonly signIn?: { handle(rawRequest: RawRequest, res: ServerResponse): void };
  readonly docs?: { handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): void };
  readonly feeds?: { handle(rawRequest: RawRequest, res: ServerResponse): Promise<void> };
  readonly edge?: { handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): Promise<void> };
  /** Without limits and load shedding, every request is answered. */
  readonly readLimits?: ReadLimits | undefined;
  readonly shedding?: Shedding | undefined;
  readonly isPublicHttps?: boolean;
  /** The peer's address by default. */
  readonly clientAddress?: ClientAddress;
  /** The process is about to stop. */
  readonly isLeaving?: () => boolean;
}

/** Requests that cost work and can wait. Pages are prebuilt bytes, so they are never shed. */
const sheddable: ReadonlySet<RouteFamily | null> = new Set(["admin", "docs", "feeds"] as const);

/** Operators need these most under load. */
const watched: readonly string[] = ["/metrics", "/status"];

export function createRequestHandler(all: RouteHandlers, routeGroups: ReadonlySet<RouteGroup>): RequestHandler {
  const { admin, console, signIn, docs, feeds, edge } = all;
  const { shedding, isLeaving = () => false, isPublicHttps = false } = all;
  const { clientAddress = (peer: string) => peer } = all;
  const api = readApiOf(all, routeGroups);
  const secure = strictTransport(isPublicHttps, routeGroups);
  return (req, res, rawRequest) => {
    if (isReadPath(rawRequest.path)) return handleRead(api, rawRequest, req, res);
    if (rawRequest.path === forwardAuthPath && api.servesReads) return handleForwardAuth(api, rawRequest, req, res);
    const family = findRouteFamily(rawRequest.path);
    secure(family, res);
    const isWork = shedding && routeGroups.has("admin") && sheddable.has(family) && !watched.includes(rawRequest.path);
    if (
      isWork &&
      !admitRequest(shedding, rawRequest, { address: readClientAddress(clientAddress, req), reads: api.counts.begun }, res)
    )
      return;
    if (family === "admin" && admin && servesAdmin(routeGroups, rawRequest.path)) return admin.handle(req, res);
    if (family === "console" && console && routeGroups.has("admin")) return console.handle(rawRequest, req, res);
    if (family === "sign-in" && signIn && routeGroups.has("admin")) return signIn.handle(rawRequest, res);
    if (family === "docs" && docs && routeGroups.has("admin")) return docs.handle(rawRequest, req, res);
    if (family === "feeds" && feeds && routeGroups.has("admin")) return feeds.handle(rawRequest, res);
    if (family === "edge" && edge && routeGroups.has("edge")) return edge.handle(rawRequest, req, res);
    if (family === "health" && api.servesReads) return answerHealth(api, isLeaving(), rawRequest, res);
    return handleRead(api, rawRequest, req, res);
  };
}

/** Undefined means these route groups have no reads. */
export function createFastPath(all: RouteHandlers, routeGroups: ReadonlySet<RouteGroup>): FastPath | undefined {
  const api = readApiOf(all, routeGroups);
  return api.servesReads ? new FastPath(api) : undefined;
}

function readApiOf(
  { catalog, now, counts = new ReadCounts(), readLimits }: RouteHandlers,
  routeGroups: ReadonlySet<RouteGroup>,
): CountedReadApi {
  return { servesReads: routeGroups.has("reads"), catalog, now, counts, limits: readLimits };
}

/** `/metrics` is served only at the metrics address; `/status` there too, and everything else beside the admin API. */
function servesAdmin(routeGroups: ReadonlySet<RouteGroup>, path: string): boolean {
  if (path === "/metrics") return routeGroups.has("metrics");
  return routeGroups.has("admin") || (path === "/status" && routeGroups.has("metrics"));
}

/** `/healthz` says that the process lives, `/readyz` that it has something to answer from, and is not about to end. */
function answerHealth({ catalog }: ReadApi, isLeaving: boolean, { path, method }: RawRequest, res: ServerResponse): void {
  const isReady = path === "/healthz" || (catalog.head !== null && !isLeaving);
  const why = isLeaving ? "The service is stopping. Ask again in a moment." : catalog.notReady.detail;
  if (!isReady) {
    sendProblem(res, method, "not_ready", why, { "Retry-After": "1" });
    return;
  }
  const body = `{"status":"ok"}`;
  res.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
  });
  res.end(method === "HEAD" ? undefined : body);
}
