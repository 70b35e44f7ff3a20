/** What an address serves, and which handler a request belongs to: decided once, from the raw path, before any router. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import { problems } from "drawbridge-rules/wire/problem.ts";
import type { Shedding } from "../limits/shedding.ts";
import { ReadCounts } from "../metrics/read-counts.ts";
import { admitted } from "./admission.ts";
import { addressOf, type ClientAddress } from "./client-address.ts";
import { type Family, familyOf } from "./family.ts";
import { problemBody, problemType } from "./problem.ts";
import { type CountedReadApi, handleRead, isQuestion, type ReadApi, type ReadLimits } from "./read-api.ts";
import type { Received } from "./received.ts";
import { strictTransport } from "./strict-transport.ts";
import type { OnRequest } from "./traffic.ts";

export type Duty = Endpoint | "health" | "admin" | "edge";

export interface Duties {
  readonly catalog: ReadApi["catalog"];
  readonly now: ReadApi["now"];
  /** Of what reads are answered. */
  readonly counts?: ReadCounts;
  /** Without it, as at an edge, there is nothing at its addresses. */
  readonly admin?: { handle(req: IncomingMessage, res: ServerResponse): void | Promise<void> };
  /** Pages and files of the console: served beside the admin API. */
  readonly console?: { handle(received: Received, req: IncomingMessage, res: ServerResponse): void };
  /** Where people sign in: served beside the admin API. */
  readonly signIn?: { handle(received: Received, res: ServerResponse): void };
  /** The reference of the API, beside it. */
  readonly docs?: { handle(received: Received, req: IncomingMessage, res: ServerResponse): Promise<void> };
  /** Served beside the admin API; without them there is nothing at their addresses. */
  readonly feeds?: { handle(received: Received, res: ServerResponse): Promise<void> };
  /** What edges follow. */
  readonly edge?: { handle(received: Received, req: IncomingMessage, res: ServerResponse): Promise<void> };
  /** Without these two, everybody is answered. */
  readonly readLimits?: ReadLimits | undefined;
  readonly shedding?: Shedding | undefined;
  /** Whether the public URL is https. */
  readonly isPublicHttps?: boolean;
  /** The peer's address by default. */
  readonly clientAddress?: ClientAddress;
  /** Whether this process is about to end, and is to be sent nobody new. */
  readonly isLeaving?: () => boolean;
}

/** What is work, and can wait. Pages are ready bytes, as answers to apps are. */
const sheddable: ReadonlySet<Family | null> = new Set(["admin", "docs", "feeds"] as const);

/** Who watches has to see most when there is too much to do. */
const watched: readonly string[] = ["/metrics", "/status"];

export function routed(all: Duties, duties: ReadonlySet<Duty>): OnRequest {
  const { catalog, now, counts = new ReadCounts(), admin, console, signIn, docs, feeds, edge } = all;
  const { readLimits, shedding, isLeaving = () => false, isPublicHttps = false } = all;
  const { clientAddress = (peer: string) => peer } = all;
  const serves = (["config", "maintenance"] as const).filter((endpoint) => duties.has(endpoint));
  const api: CountedReadApi = { serves, catalog, now, counts, limits: readLimits };
  const secure = strictTransport(isPublicHttps, duties);
  return (req, res, received) => {
    // The two questions, before anything that looks at a path in earnest.
    if (isQuestion(received.path)) return handleRead(api, received, req, res);
    const family = familyOf(received.path);
    secure(family, res);
    const isWork = shedding && duties.has("admin") && sheddable.has(family) && !watched.includes(received.path);
    if (isWork && !admitted(shedding, received, { address: addressOf(clientAddress, req), reads: counts.begun }, res)) return;
    if (family === "admin" && admin && duties.has("admin")) return admin.handle(req, res);
    if (family === "console" && console && duties.has("admin")) return console.handle(received, req, res);
    if (family === "sign-in" && signIn && duties.has("admin")) return signIn.handle(received, res);
    if (family === "docs" && docs && duties.has("admin")) return docs.handle(received, req, res);
    if (family === "feeds" && feeds && duties.has("admin")) return feeds.handle(received, res);
    if (family === "edge" && edge && duties.has("edge")) return edge.handle(received, req, res);
    if (family === "health" && duties.has("health")) return answerHealth(api, isLeaving(), received, res);
    return handleRead(api, received, req, res);
  };
}

/**
 * `/healthz`: the process lives. `/readyz`: it has something to answer from, and is not about to end; that the store is away
 * later changes nothing.
 */
function answerHealth({ catalog }: ReadApi, isLeaving: boolean, { path, method }: Received, res: ServerResponse): void {
  const isReady = path === "/healthz" || (catalog.head !== null && !isLeaving);
  const why = isLeaving ? "The service is stopping. Ask another one." : "The service is starting. Ask again in a moment.";
  const body = isReady ? `{"status":"ok"}` : problemBody("not_ready", why);
  res.writeHead(isReady ? 200 : problems.not_ready.status, {
    "Content-Type": isReady ? "application/json; charset=utf-8" : problemType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...(isReady ? {} : { "Retry-After": "1" }),
  });
  res.end(method === "HEAD" ? undefined : body);
}
