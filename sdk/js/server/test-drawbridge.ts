/** For tests: a server on a real socket that answers `/gate` as told. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestDrawbridge {
  readonly baseUrl: string;
  readonly seen: { readonly url: string; readonly headers: IncomingMessage["headers"] }[];
  answers: Answering;
  close(): Promise<void>;
}

export async function startTestDrawbridge(answers: Answering): Promise<TestDrawbridge> {
  const server = createServer((request, response) => {
    drawbridge.seen.push({ url: request.url ?? "", headers: request.headers });
    drawbridge.answers(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const drawbridge: TestDrawbridge = {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    seen: [],
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return drawbridge;
}

const open = {
  update: "none",
  update_to: null,
  maintenance: "none",
  title: "",
  message: "",
  store_link: null,
  window: null,
  next_change_at: null,
};

export const forced = {
  ...open,
  update: "forced",
  update_to: "2.4.0",
  title: "Update required",
  message: "Version 2.3.0 can no longer be used.",
  store_link: "https://apps.apple.com/app/id123456789",
};

/** @param end epoch ms */
export function inMaintenance(end: number | null) {
  const instant = (ms: number) => new Date(ms).toISOString().replace("Z", "+00:00");
  const window = end === null ? null : { name: "Acme", reminder_start: instant(0), start: instant(0), end: instant(end) };
  const next_change_at = end === null ? null : instant(end);
  return { ...open, maintenance: "active", title: "Maintenance", message: "Back soon.", window, next_change_at };
}

export function answering(body: object = open, headers: Readonly<Record<string, string>> = {}): Answering {
  return (request, response) => {
    const etag = `"${Buffer.from(JSON.stringify(body)).toString("base64url").slice(-20)}"`;
    const all = { "content-type": "application/json; charset=utf-8", "cache-control": "private, max-age=30", etag, ...headers };
    if (request.headers["if-none-match"] === etag) response.writeHead(304, all).end();
    else response.writeHead(200, all).end(JSON.stringify(body));
  };
}

export function rejecting(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Answering {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers });
    response.end(JSON.stringify({ type: `urn:drawbridge:problem:${code}`, title: code, status, detail: code, code }));
  };
}
