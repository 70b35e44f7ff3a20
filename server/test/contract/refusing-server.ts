/** A project and one key of each kind that can be refused, for the tests of the error table. */
import assert from "node:assert/strict";
import { exchange, type RawResponse } from "../raw-socket.ts";
import { config, hour, noon, type Question, type ReadServer, startReadServer } from "../read-server.ts";

export const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, date, age, retry-after, drawbridge-reason, content-language",
};
export const challenge = { "www-authenticate": 'ApiKey realm="drawbridge"' };
export const goodConfig = `${config}?platform=ios&current_version=2.0.0`;
export const shop = {
  project: "shop",
  stores: { apple: "https://apps.apple.com/app/id1" },
  platforms: { ios: { minimum: "2.0" }, "web-app": { store: "none" } },
  instances: { "eu-1": { name: "Europe" }, "us-1": { name: "US" } },
};
export const long = (length: number) => "x".repeat(length);
/** Bytes that follow a head which announces them. */
export const body = (length: number): Pick<Question, "headers" | "body"> => ({
  headers: [`Content-Length: ${length}`],
  body: long(length),
});

/** Every header but the date, and those of the connection, which are the transport's. */
export function contractHeaders({ headers }: RawResponse): Record<string, string> {
  const { date, connection: _, "keep-alive": __, ...rest } = headers;
  assert.ok(Math.abs(Date.parse(date ?? "") - Date.now()) < 60_000, "a date");
  return rest;
}

/** Checks everything that the contract says of a problem. */
export function assertProblem(
  response: RawResponse,
  status: number,
  code: string,
  extra: Readonly<Record<string, string>> = {},
): void {
  assert.equal(response.status, status, response.body);
  const problem = JSON.parse(response.body);
  assert.deepEqual(Object.keys(problem), ["type", "title", "status", "detail", "code"]);
  assert.equal(JSON.stringify(problem), response.body, "no white space");
  assert.equal(problem.code, code, response.body);
  assert.equal(problem.status, status);
  assert.ok(URL.canParse(problem.type) && problem.title.length > 0 && problem.detail.length > 0);
  assert.deepEqual(contractHeaders(response), {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(response.body)),
    "cache-control": "no-store",
    ...cors,
    ...extra,
  });
}

export interface RefusingServer {
  readonly server: ReadServer;
  /** Was never loaded. */
  readonly unloaded: ReadServer;
  /** By kind: good, expired, revoked, configOnly, expiredConfigOnly, androidOnly, europeOnly. */
  readonly keys: Readonly<Record<string, string>>;
  /** With the good key, unless the question has one. */
  ask(question: Question): Promise<RawResponse>;
  /** The first response to these bytes, at most half a minute later. */
  first(bytes: string): Promise<RawResponse>;
  stop(): Promise<void>;
}

export async function startRefusingServer(): Promise<RefusingServer> {
  const server = await startReadServer({ projects: [shop], limits: { headers: 2_000, request: 3_000, checkEvery: 100 } });
  const unloaded = await startReadServer({ isLoaded: false });
  const keys = {
    good: await server.addKey("shop"),
    expired: await server.addKey("shop", { expiresAt: noon }),
    revoked: await server.addKey("shop", { revokedAt: noon - hour }),
    configOnly: await server.addKey("shop", { endpoints: ["config"] }),
    expiredConfigOnly: await server.addKey("shop", { endpoints: ["config"], expiresAt: noon }),
    androidOnly: await server.addKey("shop", { platforms: ["android"] }),
    europeOnly: await server.addKey("shop", { instances: ["eu-1"] }),
  };
  return {
    server,
    unloaded,
    keys,
    ask: (question) => server.ask({ key: keys.good, ...question }),
    async first(bytes) {
      const [response] = (await exchange(server.port, bytes)).responses;
      assert.ok(response);
      return response;
    },
    async stop() {
      await Promise.all([server.stop(), unloaded.stop()]);
      assert.deepEqual(server.failures, [], "nothing failed inside");
    },
  };
}
