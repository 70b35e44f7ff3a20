/** Whether a request of admins or feeds is taken in while the process has much to do: 503 `overloaded` where it is not. */

import type { ServerResponse } from "node:http";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { retryAfterShedding, type Shedding } from "../limits/shedding.ts";
import type { Asker } from "../limits/sole-asker.ts";
import { problemBody, problemType } from "./problem.ts";
import type { Received } from "./received.ts";

/** The verbs of maintenance: one small request each, and what the world waits for at three in the morning. */
const urgent = /^\/admin\/v1\/projects\/[^/]+\/maintenance\/(?:start|extend|complete|cancel|move)$/;

/** Requests with a body that need no credential. */
const open = /^\/admin\/v1\/(?:session|account-links\/(?:inspect|redeem)|sign-in\/provider)$/;

/** Streams last for an hour and have a limit of their own. */
const stream = /^\/admin\/v1\/(?:projects\/[^/]+\/)?events$/;

/** True: whoever calls goes on. False: it is answered. */
export function admitted(shedding: Shedding, { method, path }: Received, asker: Asker, res: ServerResponse): boolean {
  const isPost = method === "POST";
  const leave = isPost && open.test(path) ? shedding.admitPublic(asker) : shedding.admitAdmin(isPost && urgent.test(path), asker);
  if (leave === null) {
    turnAway(res, method);
    return false;
  }
  if (stream.test(path)) leave();
  else res.once("close", leave);
  return true;
}

const body = problemBody("overloaded", "The service has more to do than it can. Try again in a moment.");

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
