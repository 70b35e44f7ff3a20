/** A project and one key of each kind that can be refused, for the tests of the error table. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
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

/** For the `describe` in which it is called: it starts before its tests and stops after them. */
export function refusingServer() {
  let server: ReadServer;
  let unloaded: ReadServer;
  const keys: Record<string, string> = {};
  before(async () => {
    server = await startReadServer({ projects: [shop], limits: { headers: 5_000, request: 8_000, checkEvery: 100 } });
    unloaded = await startReadServer({ isLoaded: false });
    keys.good = await server.addKey("shop");
    keys.expired = await server.addKey("shop", { expiresAt: noon });
    keys.revoked = await server.addKey("shop", { revokedAt: noon - hour });
    keys.configOnly = await server.addKey("shop", { endpoints: ["config"] });
    keys.expiredConfigOnly = await server.addKey("shop", { endpoints: ["config"], expiresAt: noon });
    keys.androidOnly = await server.addKey("shop", { platforms: ["android"] });
    keys.europeOnly = await server.addKey("shop", { instances: ["eu-1"] });
  });
  after(async () => {
    await Promise.all([server.stop(), unloaded.stop()]);
    assert.deepEqual(server.failures, [], "nothing failed inside");
  });
  return {
    keys: keys as Readonly<Record<string, string>>,
    get server() {
      return server;
    },
    /** Was never loaded. */
    get unloaded() {
      return unloaded;
    },
    /** With the good key, unless the question has one. */
    ask: (question: Question) => server.ask({ key: keys.good ?? null, ...question }),
    /** The first response to these bytes, at most half a minute later. */
    async first(bytes: string): Promise<RawResponse> {
      const [response] = (await exchange(server.port, bytes)).responses;
      assert.ok(response);
      return response;
    },
  };
}
