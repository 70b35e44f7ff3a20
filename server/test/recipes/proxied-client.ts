/** A client of a proxy: its own connection for each request, from any address of this machine, by any of the proxy's names. */
import assert from "node:assert/strict";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";

export interface ProxyAddress {
  readonly port: number;
  /** Host name; by https unless `isPlain`. */
  readonly name: string;
  readonly isPlain?: boolean;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Address of the client: a trusted proxy's own would not count as one. */
  readonly from?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export async function ask(to: ProxyAddress, path: string, asked: Asked = {}): Promise<Answered> {
  const answer = await begin(to, path, asked);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

/** The answer when its head has arrived. Destroy it to leave. */
export async function begin({ port, name, isPlain = false }: ProxyAddress, path: string, asked: Asked): Promise<IncomingMessage> {
  const { method = "GET", headers = {}, body, from = "127.0.0.2" } = asked;
  const address = { host: "127.0.0.1", port, localAddress: from };
  const options = { ...address, path, method, headers: { host: name, ...headers }, maxHeaderSize: 65_536 };
  const request = isPlain
    ? http.request({ ...options, agent: false })
    : https.request({ ...options, agent: false, servername: name, rejectUnauthorized: false });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
}

/** The headers of the contract. Hop-by-hop ones and those that a proxy adds are its own affair. */
const contract = ["content-type", "etag", "vary", "cache-control", "content-language", "drawbridge-reason", "www-authenticate"];
const ofBrowsers = [
  "access-control-allow-origin",
  "access-control-expose-headers",
  "access-control-allow-headers",
  "retry-after",
];

/** Asserts that a read gets the same from the proxy as from the node, but for what is left of its max-age. */
export async function assertSameRead(proxy: ProxyAddress, node: ProxyAddress, path: string, asked: Asked): Promise<Answered> {
  const direct = await ask(node, path, asked);
  const proxied = await ask(proxy, path, asked);
  const of = ({ status, headers, text }: Answered) => ({
    status,
    text,
    headers: Object.fromEntries([...contract, ...ofBrowsers].map((name) => [name, headers[name]])),
  });
  const cached = /^private, max-age=\d+$/;
  const wanted = of(direct);
  const found = of(proxied);
  for (const { headers } of [wanted, found])
    if (cached.test(String(headers["cache-control"]))) headers["cache-control"] = "private, max-age=…";
  assert.deepEqual(found, wanted, `${asked.method ?? "GET"} ${path}`);
  return proxied;
}
