import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { createAdminClient } from "../src/admin.ts";

export type Answer = (req: IncomingMessage, res: ServerResponse) => void;

interface Received {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that gives these answers in turn, and the last one from then on. */
export async function serving(t: TestContext, ...answers: readonly Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const body = (await req.toArray()).join("");
    received.push({ line: `${req.method} ${req.url}`, headers: req.headers, body });
    answers[Math.min(received.length, answers.length) - 1]?.(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, url, client: createAdminClient({ url: `${url}/`, token: "dba_test", timeout: 20_000 }) };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_, res) =>
    res.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers }).end(JSON.stringify(value));
}

export function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answer {
  const body = { type: `/docs/reference/problems#${code}`, title: code, status, detail: `it is ${code}`, code, ...more };
  return json(body, status, { "content-type": "application/problem+json", ...headers });
}
