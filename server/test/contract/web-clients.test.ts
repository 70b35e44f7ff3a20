/** Web pages whose client adds headers, such as for tracing: a browser asks first whether it may send them. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { hashCredential } from "../../src/base/hash.ts";
import { openBrowser, type Visitor } from "../browser.ts";
import { OriginProgram } from "../edge-origin-program.ts";
import { keyEdit } from "../example-project.ts";
import { credentialNamed } from "../permission-names.ts";
import { type RawResponse, RawSocket } from "../raw-socket.ts";
import { config, maintenance, type Question, requestHead } from "../read-server.ts";
import { EdgeProgram } from "../running-edge.ts";
import { goodConfig, refusingServer, shop } from "./refusing-server.ts";

const names = [
  ...["content-type", "sentry-trace", "baggage", "traceparent", "tracestate", "x-datadog-trace-id", "x-datadog-parent-id", "b3"],
  ...["newrelic", "x-request-id", "x-requested-with", "x-app-version", "authorization", "cache-control", "pragma", "accept"],
  ...["accept-language", "user-agent", "if-modified-since", "if-none-match", "x-client-id", "x-api-key"],
];

const refusing = refusingServer();
let origin: OriginProgram;
let edge: EdgeProgram;
const edgeKey = credentialNamed("dbr_", "k_apps");

before(async () => {
  origin = await OriginProgram.start();
  await origin.apply(shop);
  await origin.publish("shop", () => [keyEdit("k_apps", { hash: hashCredential(edgeKey), createdAt: 1 })]);
  edge = await EdgeProgram.start({ origin: origin.url, token: await origin.addToken("all") });
  await edge.at((await origin.store.head()).revision);
});

after(async () => {
  await edge.stop();
  await origin.stop();
});

type Ask = (question: Question) => Promise<RawResponse>;

async function askEdge({ key = edgeKey, method = "GET", target, headers = [] }: Question): Promise<RawResponse> {
  const raw = await RawSocket.open(Number(new URL(edge.url).port));
  try {
    raw.write(requestHead({ target, key, method, headers }));
    return await raw.response();
  } finally {
    raw.socket.destroy();
  }
}

/** @param kind of the key */
const server =
  (kind = "good"): Ask =>
  (question) =>
    refusing.ask({ key: refusing.keys[kind] ?? "", ...question });
const unloaded: Ask = (question) => refusing.unloaded.ask({ key: refusing.keys.good ?? "", ...question });
const gate = goodConfig.replace("config", "gate");
const europe = `${maintenance}?instanceId=eu-1`;

/** An answer: who gives it to what, and its status. */
const answers: readonly (readonly [Ask, question: Question, status: number])[] = [
  ...[goodConfig, europe, gate].flatMap((target): [Ask, Question, number][] => [
    [server(), { target }, 200],
    [server(), { target, headers: ["If-None-Match: *"] }, 304],
    [server(), { target, key: null }, 401],
    [server("revoked"), { target }, 401],
    [askEdge, { target }, 200],
    [unloaded, { target }, 503],
  ]),
  [server("configOnly"), { target: europe }, 403],
  [server(), { target: config }, 400],
  [server(), { target: `${maintenance}?instanceId=mars` }, 404],
];

/** WHATWG Fetch, CORS-preflight fetch, steps 7 and following. */
function assertAllows({ status, headers }: RawResponse, name: string): void {
  assert.ok(status >= 200 && status < 300, `${status}`);
  assert.equal(headers["access-control-allow-origin"], "*");
  const allowed = (headers["access-control-allow-headers"] ?? "").split(", ");
  assert.ok(allowed.includes(name) || (allowed.includes("*") && name !== "authorization"), name);
}

describe("a web page whose client sends", () => {
  for (const name of names) {
    test(`${name} may read every kind of answer`, async () => {
      for (const [ask, question, status] of answers) {
        const { target, headers = [] } = question;
        const preflight = ["Origin: https://shop.example", "Access-Control-Request-Method: GET"];
        const asked = [...preflight, `Access-Control-Request-Headers: ${name}`];
        assertAllows(await ask({ target, method: "OPTIONS", key: null, headers: asked }), name);
        const own = ["x-api-key", "if-none-match"].includes(name) ? [] : [`${name}: application/json`];
        const answer = await ask({ ...question, headers: ["Origin: https://shop.example", ...own, ...headers] });
        assert.deepEqual([answer.status, answer.headers["access-control-allow-origin"]], [status, "*"], target);
      }
    });

    test(`${name} may read that a path does not exist, though its browser does not ask`, async () => {
      for (const method of ["OPTIONS", "GET"]) {
        const answer = await server()({
          target: "/api/v1/nothing",
          method,
          headers: [`Access-Control-Request-Headers: ${name}`],
        });
        assert.deepEqual([answer.status, answer.headers["access-control-allow-origin"]], [404, "*"]);
        assert.equal(answer.headers["access-control-allow-headers"], undefined);
      }
    });
  }
});

describe("in Chromium, a page of another origin reads the answer to a request", () => {
  const site = createServer((_, res) => res.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title>"));
  const browser = openBrowser();
  let visitor: Visitor;
  before(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    visitor = await (await browser).visitor();
    await visitor.page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  });
  after(async () => {
    await (await browser).close();
    site.closeAllConnections();
    site.close();
  });

  const cases: readonly Readonly<Record<string, string>>[] = [
    { "content-type": "application/json" },
    { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", baggage: "a=b", "sentry-trace": "1" },
    { authorization: "Bearer a" },
    { "cache-control": "no-cache", pragma: "no-cache", "if-modified-since": "Sun, 29 Nov 2026 12:00:00 GMT" },
    { "x-requested-with": "XMLHttpRequest", "x-app-version": "2.3.0", "x-datadog-trace-id": "1" },
  ];
  for (const headers of cases) {
    test(`with ${Object.keys(headers).join(", ")}`, async () => {
      const read = (target: string, key: string, port: number) =>
        visitor.page.evaluate(
          ([url, sent]) =>
            fetch(url, { headers: sent }).then(async (answer) => [
              answer.status,
              Object.keys((await answer.json()) as object)[0],
            ]),
          [`http://127.0.0.1:${port}${target}`, { "x-api-key": key, ...headers }] as const,
        );
      const { good = "", revoked = "" } = refusing.keys;
      assert.deepEqual(await read(goodConfig, good, refusing.server.port), [200, "force_upgrade"]);
      assert.deepEqual(await read(europe, good, refusing.server.port), [200, "is_maintenance"]);
      assert.deepEqual(await read(gate, good, refusing.server.port), [200, "update"]);
      assert.deepEqual(await read(goodConfig, revoked, refusing.server.port), [401, "type"]);
      assert.deepEqual(await read(goodConfig, good, refusing.unloaded.port), [503, "type"]);
      assert.deepEqual(await read(goodConfig, edgeKey, Number(new URL(edge.url).port)), [200, "force_upgrade"]);
    });
  }
});
