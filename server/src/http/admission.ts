/** Load shedding for requests of admins and feeds: 503 `overloaded` while the process is overloaded. */

import type { ServerResponse } from "node:http";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { retryAfterShedding, type Shedding } from "../limits/shedding.ts";
import type { ClientActivity } from "../limits/sole-client.ts";
import { problemBody, problemType } from "./problem.ts";
import type { RawRequest } from "./raw-request.ts";

/** The verbs of maintenance: one small request each, and what the world waits for at three in the morning. */
const urgent = /^\/admin\/v1\/projects\/[^/]+\/maintenance\/(?:start|extend|complete|cancel|move)$/;

/** Requests with a body that need no credential. */
const open = /^\/admin\/v1\/(?:session|account-links\/(?:inspect|redeem)|sign-in\/provider)$/;

/** Streams last for an hour and have a limit of their own. */
const stream = /^\/admin\/v1\/(?:projects\/[^/]+\/)?events$/;

/** True: handle the request. False: it is already answered. */
export function admitRequest(
  shedding: Shedding,
  { method, path }: RawRequest,
  client: ClientActivity,
  res: ServerResponse,
): boolean {
  const isPost = method === "POST";
  const leave =
    isPost && open.test(path) ? shedding.admitPublic(client) : shedding.admitAdmin(isPost && urgent.test(path), client);
  if (leave === null) {
    turnAway(res, method);
    return false;
  }
  if (stream.test(path)) leave();
  else res.once("close", leave);
  return true;
}

const body = problemBody("overloaded", "The service is overloaded. Try again in a moment.");

function turnAway(res: ServerResponse, method: string): void {
  res.writeHead(problems.overloaded.status, {
    "Content-Type": problemType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Retry-After": String(retryAfterShedding),
  });
  res.end(method === "HEAD" ? undefined : body);
}
