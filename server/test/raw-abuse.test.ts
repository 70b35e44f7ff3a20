/** The suite against a listener whose handler does as little as one can, and against one that waits for every body. */
import { text } from "node:stream/consumers";
import { describe } from "node:test";
import { problemBody, problemType } from "../src/base/http/problem.ts";
import type { RequestHandler } from "../src/reads/listener/connection-handler.ts";
import { type ListenerLimits, openListener } from "../src/reads/listener/listener.ts";
import { type AbusedServer, rawAbuse } from "./raw-abuse.ts";

const answer: RequestHandler = (_req, res, { path }) => {
  if (path === "/here") {
    res.writeHead(200, ["Content-Type", "text/plain", "Content-Length", "5"]).end("hello");
    return;
  }
  const body = problemBody("not_found", "There is nothing here.");
  const headers = ["Content-Type", problemType, "Content-Length", String(body.length), "Cache-Control", "no-store"];
  res.writeHead(404, headers).end(body);
};

const answerAfterBody: RequestHandler = async (req, res, received) => {
  if (received.contentLength > 0 || received.chunked) await text(req);
  if (!res.headersSent) await answer(req, res, received);
};

async function start(onRequest: RequestHandler, limits: ListenerLimits): Promise<AbusedServer> {
  const log = { error: (fields: object, sentence: string) => console.error(sentence, fields) };
  const { port, stop } = await openListener({ address: { host: "127.0.0.1", port: 0 }, onRequest, cors: true, log, limits });
  return { port, target: "/here?a=1", headers: "x-api-key: abc\r\n", stop: () => stop(1_000) };
}

describe("a handler that answers immediately", () => rawAbuse((limits) => start(answer, limits)));
describe("a handler that waits for the body", () => rawAbuse((limits) => start(answerAfterBody, limits)));
