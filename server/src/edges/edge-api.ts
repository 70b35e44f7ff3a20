/** Edge tokens open nothing else. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { type ClientAddress, clientAddress, type Networks } from "../base/http/client-address.ts";
import { problemBody, problemType } from "../base/http/problem.ts";
import type { RawRequest } from "../base/http/raw-request.ts";
import { CredentialIndex, type KnownCredential } from "../log/credential-index.ts";
import { AddressLimit } from "../reads/limits/rate-limits.ts";
import type { CurrentRows } from "../replicas/current-rows.ts";
import * as protocol from "../replicas/edge-protocol.ts";
import { EdgeHub, type EdgeSource, type HubLimits } from "./edge-hub.ts";
import { EdgeList, type SeenEdge } from "./edge-list.ts";
import { type EdgeUsageSink, longestUsageReport, readUsageReport, usagePath } from "./edge-usage-report.ts";

interface EdgeOriginServices {
  readonly source: EdgeSource;
  readonly rows: CurrentRows;
  readonly trustedProxies: Networks;
  readonly closedTo?: () => string | null;
  /** Absent means this process takes no counts of edges. */
  readonly usage?: EdgeUsageSink;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly limits?: Partial<HubLimits> | undefined;
}

const later = { "Retry-After": "5" };
/** Processes of one token that may report counts within 14 days, as long as they are remembered. */
const maxProcesses = 1_000;
const rememberedFor = 14 * 86_400_000;

/** For servers, and for edges that are followed. */
export class EdgeOrigin {
  readonly hub: EdgeHub;
  readonly list = new EdgeList();
  readonly tokens = new CredentialIndex("token", ({ kind }) => kind === "edge");
  readonly #services: EdgeOriginServices;
  readonly #clientAddress: ClientAddress;
  readonly #unknownTokens = new AddressLimit();
  readonly #scopes = new WeakMap<KnownCredential<"token">, protocol.EdgeScope>();
  /** Processes that reported counts, and when each last did (epoch ms). */
  readonly #counting = new WeakMap<KnownCredential<"token">, Map<string, number>>();

  constructor(services: EdgeOriginServices) {
    const { source, rows, trustedProxies, now, limits } = services;
    this.#services = services;
    this.#clientAddress = clientAddress(trustedProxies);
    this.hub = new EdgeHub({ source, digests: rows.digests, tokens: this.tokens, now }, limits);
  }

  close(): void {
    this.hub.close();
  }

  async handle(rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { closedTo, now } = this.#services;
    if (this.hub.head === null)
      return refuse(res, "not_ready", "The server has not read its store yet. Its status has the reason.", {
        "Retry-After": "1",
      });
    const closed = closedTo?.() ?? null;
    if (closed !== null) return refuse(res, "forbidden", closed);
    const known = this.tokens.findActive(/^Bearer +([!-~]+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? "", now());
    if (!known) return this.#refuseUnknown(req, res);
    if (rawRequest.path === "/edge/v1/stream") return this.#stream(known, rawRequest, req, res);
    if (rawRequest.path === "/edge/v1/report") return this.#report(known, rawRequest, req, res);
    if (rawRequest.path === usagePath) return this.#usage(known, rawRequest, req, res);
    return refuse(res, "not_found", "There is nothing at this address.");
  }

  async #stream(
    known: KnownCredential<"token">,
    { method }: RawRequest,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    if (method !== "GET") return refuse(res, "method_not_allowed", "Use GET.", { Allow: "GET" });
    const { hub } = this;
    const given = req.headers[protocol.reportHeader];
    const report = typeof given === "string" ? protocol.readReport(given) : null;
    if (given !== undefined && report === null)
      return refuse(res, "bad_request", `The header ${protocol.reportHeader} is not a valid edge report.`);
    if (!hub.hasRoom) {
      const reason = hub.isClosed ? "is stopping" : "has reached its maximum number of edges";
      return refuse(res, "overloaded", `This server ${reason}. Try again later.`, later);
    }
    if (!hub.hasRoomFor(known.id)) {
      const detail = `${hub.mostPerToken} edges follow with this edge token, the maximum for one token. Create another token for more edges.`;
      return refuse(res, "rate_limited", detail, later);
    }
    const scope = this.#scopeOf(known);
    res.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      // Some proxies buffer answers unless told not to.
      "X-Accel-Buffering": "no",
    });
    // An event is for now: it does not wait for the next.
    res.socket?.setNoDelay(true);
    const left = report ? this.list.opened(this.#seen(known, report, req)) : () => undefined;
    const position = this.#positionOf(req, scope);
    const jitter = (this.#services.randomBytes(1)[0] ?? 0) / 255;
    const commit = shortHeader(req, protocol.commitHeader);
    const zonesDigest = shortHeader(req, protocol.zonesHeader);
    await hub.follow({ res, token: known.id, scope, position, commit, zonesDigest }, known.value.expiresAt, jitter, left);
  }

  /** Null means send a full replica. Without a scope header, the edge's position is of this scope. */
  #positionOf({ headers }: IncomingMessage, scope: protocol.EdgeScope): ReturnType<typeof protocol.readPosition> {
    const last = headers["last-event-id"];
    const had = headers[protocol.scopeHeader];
    return typeof last === "string" && (had === undefined || had === scope.name) ? protocol.readPosition(last) : null;
  }

  async #report(known: KnownCredential<"token">, rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse) {
    const body = await posted(rawRequest, req, res, protocol.maxReportLength);
    if (body === null) return;
    const report = protocol.readReport(body);
    if (report === null) return refuse(res, "bad_request", "The body is not a valid edge report.");
    this.list.note(this.#seen(known, report, req));
    res.writeHead(204, { "Cache-Control": "no-store" }).end();
  }

  async #usage(known: KnownCredential<"token">, rawRequest: RawRequest, req: IncomingMessage, res: ServerResponse) {
    const { usage } = this.#services;
    if (!usage) return refuse(res, "not_found", "There is nothing at this address.");
    const body = await posted(rawRequest, req, res, longestUsageReport);
    if (body === null) return;
    const report = readUsageReport(body);
    if (report === null) return refuse(res, "bad_request", "Expected the counts of an edge.");
    if (!this.#mayCount(known, report.process)) {
      const detail = `${maxProcesses} processes have reported counts with this edge token. Create another for the others.`;
      return refuse(res, "rate_limited", detail, later);
    }
    try {
      await usage(report, known.id, this.#scopeOf(known));
    } catch (error) {
      if (!(error instanceof DrawbridgeError) || error.code !== "unavailable") throw error;
      return refuse(res, "unavailable", error.message, later);
    }
    res.writeHead(204, { "Cache-Control": "no-store" }).end();
  }

  #mayCount(known: KnownCredential<"token">, process: string): boolean {
    const now = this.#services.now();
    const processes = this.#counting.get(known) ?? new Map<string, number>();
    this.#counting.set(known, processes);
    if (!processes.has(process) && processes.size >= maxProcesses)
      for (const [other, at] of processes) if (at < now - rememberedFor) processes.delete(other);
    if (!processes.has(process) && processes.size >= maxProcesses) return false;
    processes.set(process, now);
    return true;
  }

  #refuseUnknown(req: IncomingMessage, res: ServerResponse): void {
    const wait = this.#unknownTokens.take(this.#addressOf(req), this.#services.now());
    if (wait === null) refuse(res, "unauthorized", "Send an active edge token.", { "WWW-Authenticate": "Bearer" });
    else
      refuse(res, "rate_limited", "Too many requests with unknown tokens came from this address. Try again later.", {
        "Retry-After": String(wait),
      });
  }

  #addressOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers["x-forwarded-for"];
    return this.#clientAddress(socket.remoteAddress ?? "", typeof forwarded === "string" ? forwarded : null);
  }

  #seen({ id, value }: KnownCredential<"token">, report: protocol.EdgeReport, req: IncomingMessage): SeenEdge {
    const [has, head] = [report.head, this.hub.head];
    // The edge may have got the last commits from another node.
    const isCurrent = has !== null && has.epoch === head?.epoch && has.revision >= head.revision;
    return { report, isCurrent, token: id, tokenName: value.name, address: this.#addressOf(req), seenAt: this.#services.now() };
  }

  #scopeOf(known: KnownCredential<"token">): protocol.EdgeScope {
    return remembered(this.#scopes, known, () => protocol.edgeScope(known.value.projects));
  }
}

function shortHeader({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value.length <= 200 ? value : null;
}

/** Null means the request was refused, late or broken off, which the listener has answered. */
async function posted(
  { method, contentLength, chunked }: RawRequest,
  req: IncomingMessage,
  res: ServerResponse,
  longest: number,
): Promise<string | null> {
  if (method !== "POST") refuse(res, "method_not_allowed", "Use POST.", { Allow: "POST" });
  else if (chunked || contentLength > longest)
    refuse(res, "content_too_large", `A report must not exceed ${longest} bytes and requires Content-Length.`);
  else {
    // The parser enforces its Content-Length.
    const body = await text(req).catch(() => null);
    return res.headersSent ? null : body;
  }
  return null;
}

function refuse(res: ServerResponse, code: ProblemCode, detail: string, own: Readonly<Record<string, string>> = {}): void {
  const body = problemBody(code, detail);
  res.writeHead(problems[code].status, {
    "Content-Type": problemType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...own,
  });
  res.end(body);
}
