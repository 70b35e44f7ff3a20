/** What edges ask on HTTP: the stream that they follow, and a way to say how they stand. An edge token opens this and nothing else. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { problemBody, problemType } from "../http/problem.ts";
import type { Received } from "../http/received.ts";
import type { AddressLimit } from "../limits/address-limit.ts";
import type { EdgeHub } from "./edge-hub.ts";
import type { EdgeList, KnownEdge } from "./edge-list.ts";
import { commitHeader, type EdgeReport, longestReport, readReport, reportHeader, scopeHeader } from "./edge-report.ts";
import { type EdgeScope, edgeScope } from "./edge-scope.ts";
import { readPosition } from "./edge-text.ts";
import type { EdgeTokenRing, KnownEdgeToken } from "./edge-token-ring.ts";

export interface EdgeApiWorkings {
  readonly hub: EdgeHub;
  readonly tokens: EdgeTokenRing;
  readonly edges: EdgeList;
  readonly clientAddress: ClientAddress;
  /** Null: whoever guesses may. */
  readonly unknownTokens: AddressLimit | null;
  /** Why nobody can follow this process; null: they can. */
  readonly closedTo?: () => string | null;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Seconds. */
const comeAgain = 5;

export class EdgeApi {
  readonly #workings: EdgeApiWorkings;
  readonly #scopes = new WeakMap<KnownEdgeToken, EdgeScope>();

  constructor(workings: EdgeApiWorkings) {
    this.#workings = workings;
  }

  async handle(received: Received, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { hub, tokens, closedTo, now } = this.#workings;
    if (hub.head === null)
      return refuse(res, "not_ready", "The server has not read its store yet. Its status says why.", { "Retry-After": "1" });
    const closed = closedTo?.() ?? null;
    if (closed !== null) return refuse(res, "forbidden", closed);
    const known = tokens.find(bearerOf(req), now());
    if (!known) return this.#refuseUnknown(req, res);
    if (received.path === "/edge/v1/stream") return this.#stream(known, received, req, res);
    if (received.path === "/edge/v1/report") return this.#report(known, received, req, res);
    return refuse(res, "not_found", "There is nothing at this address.");
  }

  async #stream(known: KnownEdgeToken, { method }: Received, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (method !== "GET") return refuse(res, "method_not_allowed", "Ask with GET.", { Allow: "GET" });
    const { hub, edges, randomBytes } = this.#workings;
    const given = req.headers[reportHeader];
    const report = typeof given === "string" ? readReport(given) : null;
    if (given !== undefined && report === null) return refuse(res, "bad_request", `${reportHeader} is no report of an edge.`);
    if (!hub.hasRoom) return refuse(res, "overloaded", "As many edges follow as may.", { "Retry-After": String(comeAgain) });
    if (!hub.hasRoomFor(known.id)) {
      const text = `${hub.mostPerToken} edges follow with this edge token, the most for one. Create another for the others.`;
      return refuse(res, "rate_limited", text, { "Retry-After": String(comeAgain) });
    }
    const scope = this.#scopeOf(known);
    res.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      // Some proxies keep an answer back until it is whole, unless told not to.
      "X-Accel-Buffering": "no",
    });
    // An event is for now: it does not wait for the next.
    res.socket?.setNoDelay(true);
    const left = report ? edges.opened(this.#seen(known, report, req)) : () => undefined;
    const position = this.#positionOf(req, scope);
    const jitter = (randomBytes(1)[0] ?? 0) / 255;
    const commit = commitOf(req);
    await hub.follow({ res, token: known.id, scope, position, commit }, known.token.expiresAt, jitter, left);
  }

  /** Null: a whole copy, please. One who does not say what it has of has this. */
  #positionOf({ headers }: IncomingMessage, scope: EdgeScope): ReturnType<typeof readPosition> {
    const last = headers["last-event-id"];
    const had = headers[scopeHeader];
    return typeof last === "string" && (had === undefined || had === scope.name) ? readPosition(last) : null;
  }

  async #report(known: KnownEdgeToken, { method, contentLength, chunked }: Received, req: IncomingMessage, res: ServerResponse) {
    if (method !== "POST") return refuse(res, "method_not_allowed", "Send it with POST.", { Allow: "POST" });
    if (chunked || contentLength > longestReport)
      return refuse(res, "content_too_large", `A report has at most ${longestReport} bytes, and says how many.`);
    const text = await bodyOf(req);
    // The body was late or broken off: the listener has answered for it.
    if (text === null || res.headersSent) return;
    const report = readReport(text);
    if (report === null) return refuse(res, "bad_request", "This is no report of an edge.");
    this.#workings.edges.note(this.#seen(known, report, req));
    res.writeHead(204, { "Cache-Control": "no-store" });
    res.end();
  }

  #refuseUnknown(req: IncomingMessage, res: ServerResponse): void {
    const { unknownTokens, now } = this.#workings;
    const wait = unknownTokens?.take(this.#addressOf(req), now()) ?? null;
    if (wait === null) refuse(res, "unauthorized", "Send an edge token that is active.", { "WWW-Authenticate": "Bearer" });
    else refuse(res, "rate_limited", "Too many tokens that are nobody's came from here.", { "Retry-After": String(wait) });
  }

  #addressOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers["x-forwarded-for"];
    return this.#workings.clientAddress(socket.remoteAddress ?? "", typeof forwarded === "string" ? forwarded : null);
  }

  #seen({ id, token }: KnownEdgeToken, report: EdgeReport, req: IncomingMessage): Omit<KnownEdge, "connectedSince"> {
    const { hub, now } = this.#workings;
    const [has, head] = [report.head, hub.head];
    // It may have heard of the last commits from another node before this one did.
    const isCurrent = has !== null && has.epoch === head?.epoch && has.revision >= head.revision;
    return { report, isCurrent, token: id, tokenName: token.name, address: this.#addressOf(req), seenAt: now() };
  }

  #scopeOf(known: KnownEdgeToken): EdgeScope {
    const scope = this.#scopes.get(known) ?? edgeScope(known.token.projects);
    this.#scopes.set(known, scope);
    return scope;
  }
}

function bearerOf({ headers }: IncomingMessage): string {
  return /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}

/** Null: the edge reports none. */
function commitOf({ headers }: IncomingMessage): string | null {
  const commit = headers[commitHeader];
  return typeof commit === "string" && commit.length <= 200 ? commit : null;
}

/** Null: it did not come. No longer than its Content-Length, which the parser sees to. */
async function bodyOf(req: IncomingMessage): Promise<string | null> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece);
    return Buffer.concat(pieces).toString("utf8");
  } catch {
    return null;
  }
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
