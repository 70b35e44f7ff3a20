/** What an address serves, and which handler a request belongs to: decided once, from the raw path, before any router. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint } from "../domain/read-key.ts";
import { familyOf } from "./family.ts";
import { problemBody, problems, problemType } from "./problem.ts";
import { handleRead, isQuestion, type ReadApi } from "./read-api.ts";
import type { Received } from "./received.ts";
import type { OnRequest } from "./traffic.ts";

export type Duty = Endpoint | "health" | "admin" | "edge";

export interface Duties {
  readonly catalog: ReadApi["catalog"];
  readonly now: ReadApi["now"];
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
}

export function routed(
  { catalog, now, admin, console, signIn, docs, feeds, edge }: Duties,
  duties: ReadonlySet<Duty>,
): OnRequest {
  const serves = (["config", "maintenance"] as const).filter((endpoint) => duties.has(endpoint));
  const api: ReadApi = { serves, catalog, now };
  return (req, res, received) => {
    // The two questions, before anything that looks at a path in earnest.
    if (isQuestion(received.path)) return handleRead(api, received, req, res);
    const family = familyOf(received.path);
    if (family === "admin" && admin && duties.has("admin")) return admin.handle(req, res);
    if (family === "console" && console && duties.has("admin")) return console.handle(received, req, res);
    if (family === "sign-in" && signIn && duties.has("admin")) return signIn.handle(received, res);
    if (family === "docs" && docs && duties.has("admin")) return docs.handle(received, req, res);
    if (family === "feeds" && feeds && duties.has("admin")) return feeds.handle(received, res);
    if (family === "edge" && edge && duties.has("edge")) return edge.handle(received, req, res);
    if (family === "health" && duties.has("health")) return answerHealth(api, received, res);
    return handleRead(api, received, req, res);
  };
}

/** `/healthz`: the process lives. `/readyz`: it has something to answer from; that the store is away later changes nothing. */
function answerHealth({ catalog }: ReadApi, { path, method }: Received, res: ServerResponse): void {
  const isReady = path === "/healthz" || catalog.head !== null;
  const body = isReady ? `{"status":"ok"}` : problemBody("not_ready", "The service is starting. Ask again in a moment.");
  res.writeHead(isReady ? 200 : problems.not_ready.status, {
    "Content-Type": isReady ? "application/json; charset=utf-8" : problemType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...(isReady ? {} : { "Retry-After": "1" }),
  });
  res.end(method === "HEAD" ? undefined : body);
}
