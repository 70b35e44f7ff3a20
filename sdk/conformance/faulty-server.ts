/**
 * A server on real sockets that misbehaves on request, for clients in any language: `node faulty-server.ts` prints
 * `{"url": …}` and runs until its input ends. `PUT /control` takes a behavior or a list of behaviors, and every other path answers
 * accordingly. `GET /control/seen` returns the requests, `DELETE /control/seen` forgets them.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBehavior } from "./behavior-answer.ts";
import { type Behavior, readKit, type SeenRequest } from "./scenario.ts";

export interface FaultyServer {
  /** Origin, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Pages in a browser ask too. */
const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const preflight = { ...cors, "access-control-allow-headers": "x-api-key, if-none-match" };

export async function startFaultyServer(): Promise<FaultyServer> {
  const kit = readKit();
  let behaviors: readonly Behavior[] = [{}];
  let seen: SeenRequest[] = [];
  let asked = 0;
  const forced = createServer((_, res) => send(res, answerBehavior(kit, { answer: "forced" }, moment(undefined, ""))));
  const other = await listen(forced);
  const server = createServer((req, res) => {
    if (req.method === "OPTIONS") return void res.writeHead(204, preflight).end();
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://localhost");
    if (pathname === "/control") return void control(req, res);
    if (pathname === "/control/seen") {
      if (req.method === "DELETE") seen = [];
      return void res.end(JSON.stringify(seen));
    }
    seen.push({ path: pathname, query: Object.fromEntries(searchParams), headers: req.headers as Record<string, string> });
    asked += 1;
    const behavior = behaviors[Math.min(asked, behaviors.length) - 1] ?? {};
    setTimeout(() => misbehave(behavior, req, res), behavior.delay ?? 0);
  });

  async function control(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of req.setEncoding("utf8")) text += chunk;
    behaviors = [JSON.parse(text)].flat();
    asked = 0;
    res.end();
  }

  function misbehave(behavior: Behavior, req: IncomingMessage, res: ServerResponse): void {
    if (behavior.fault === "silent") return;
    if (behavior.fault === "gone") return void req.socket.destroy();
    const answer = answerBehavior(kit, behavior, moment(req.headers["if-none-match"], other));
    if (behavior.fault !== "truncated") send(res, answer);
    else {
      const { status, headers, body } = answer;
      res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
      res.write(body.slice(0, body.length / 2), () => req.socket.destroy());
    }
  }

  const url = await listen(server);
  return {
    url,
    async close() {
      await Promise.all([server, forced].map(end));
    },
  };
}

function moment(ifNoneMatch: string | undefined, other: string) {
  return { now: Date.now(), ifNoneMatch, other };
}

function send(res: ServerResponse, { status, headers, body }: ReturnType<typeof answerBehavior>): void {
  res.writeHead(status, { ...cors, ...headers });
  res.end(body);
}

async function listen(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function end(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}

if (import.meta.main) {
  const { url, close } = await startFaultyServer();
  console.log(JSON.stringify({ url }));
  process.stdin.resume().once("end", () => void close());
}
