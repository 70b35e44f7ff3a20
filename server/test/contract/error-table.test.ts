/** The error table of the read API: each row has its status, its code and exactly its headers, and its place in the order. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { blankProject } from "drawbridge-rules/project/project.ts";
import { exampleInstance } from "../example-project.ts";
import { exchange, type RawResponse, RawSocket } from "../raw-socket.ts";
import { config, maintenance, type Question, requestHead, startReadServer } from "../read-server.ts";
import {
  assertProblem,
  body,
  challenge,
  contractHeaders,
  cors,
  goodConfig,
  long,
  refusingServer,
  shop,
} from "./refusing-server.ts";

const us = `${maintenance}?instanceId=us-1`;
const mars = `${maintenance}?instanceId=mars-1`;
const unknown = `${config}?platform=no&current_version`;

describe("an error of the read API", () => {
  const refusing = refusingServer();
  const { ask, first } = refusing;
  test("bad_request: malformed HTTP, no Host, two Hosts", async () => {
    for (const bytes of [
      "nonsense\r\n\r\n",
      requestHead({ target: goodConfig }).replace("Host: localhost\r\n", ""),
      requestHead({ target: goodConfig, headers: ["Host: localhost"] }),
    ]) {
      const { responses, rest } = await exchange(refusing.server.port, bytes);
      assert.ok(responses[0]);
      assertProblem(responses[0], 400, "bad_request");
      assert.deepEqual([responses.length, rest, responses[0].headers.connection], [1, "", "close"], "the connection closes");
    }
  });

  test("request_timeout: half a head, half a body", async () => {
    const head = requestHead({ target: goodConfig, key: refusing.keys.good ?? "", headers: ["Content-Length: 9"] });
    const halves = ["GET /api/v1/config HTTP/1.1\r\n", `${head}half`];
    for (const response of await Promise.all(halves.map(first))) assertProblem(response, 408, "request_timeout");
  });

  test("uri_too_long: a target over 8 KiB, and not one of 8 KiB", async () => {
    const target = `${goodConfig}&x=`;
    const fitting = target + long(8192 - target.length);
    assert.equal((await ask({ target: fitting })).status, 200);
    assertProblem(await ask({ target: `${fitting}x` }), 414, "uri_too_long");
  });

  test("headers_too_large: more than 200 lines, or over 16 KiB, and not just so many", async () => {
    // Host and x-api-key are two.
    const lines = (count: number) => Array.from({ length: count - 2 }, () => "X: y");
    assert.equal((await ask({ target: goodConfig, headers: lines(200) })).status, 200);
    assertProblem(await ask({ target: goodConfig, headers: lines(201) }), 431, "headers_too_large");
    const taken = "Host: localhost\r\nx-api-key: \r\nX: \r\n".length + (refusing.keys.good ?? "").length;
    assert.equal((await ask({ target: goodConfig, headers: [`X: ${long(16_384 - taken)}`] })).status, 200);
    assertProblem(await ask({ target: goodConfig, headers: [`X: ${long(16_385 - taken)}`] }), 431, "headers_too_large");
  });

  test("not_found: any other path", async () => {
    for (const target of ["/", "/api/v1", "/nothing?platform=ios"]) assertProblem(await ask({ target }), 404, "not_found");
  });

  test("OPTIONS is answered 204 with what a browser may send, for a day", async () => {
    for (const target of [config, maintenance, goodConfig]) {
      const response = await ask({ target, method: "OPTIONS", key: null });
      assert.deepEqual([response.status, response.body], [204, ""]);
      assert.deepEqual(contractHeaders(response), {
        ...cors,
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-allow-headers": "*, authorization, x-api-key, if-none-match, x-client-id",
        "access-control-max-age": "86400",
      });
    }
  });

  test("method_not_allowed says what is allowed", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"]) {
      const response = await ask({ target: goodConfig, method });
      assertProblem(response, 405, "method_not_allowed", { allow: "GET, HEAD, OPTIONS" });
    }
  });

  test("missing, unknown, expired and revoked keys are 401 with a challenge", async () => {
    for (const target of [goodConfig, `${maintenance}?instanceId=eu-1`]) {
      assertProblem(await ask({ target, key: null }), 401, "missing_api_key", challenge);
      assertProblem(await ask({ target, key: "" }), 401, "missing_api_key", challenge);
      assertProblem(await ask({ target, key: "sixteen-characters-and-more" }), 401, "unknown_api_key", challenge);
      assertProblem(await ask({ target, key: refusing.keys.expired ?? "" }), 401, "expired_api_key", challenge);
      assertProblem(await ask({ target, key: refusing.keys.revoked ?? "" }), 401, "revoked_api_key", challenge);
    }
  });

  test("key_not_allowed: the endpoint, the platform or the instance is out of the key's scope", async () => {
    const out = async (question: Question) => assertProblem(await ask(question), 403, "key_not_allowed");
    await out({ target: `${maintenance}?instanceId=eu-1`, key: refusing.keys.configOnly ?? "" });
    await out({ target: goodConfig, key: refusing.keys.androidOnly ?? "" });
    await out({ target: `${maintenance}?instanceId=us-1`, key: refusing.keys.europeOnly ?? "" });
  });

  test("missing_parameter, repeated_parameter, unknown_platform, invalid_version", async () => {
    const wrong = async (query: string, code: string) => assertProblem(await ask({ target: `${config}?${query}` }), 400, code);
    await wrong("platform=ios", "missing_parameter");
    await wrong("current_version=1", "missing_parameter");
    await wrong("platform=ios&current_version=1&platform=ios", "repeated_parameter");
    await wrong("platform=symbian&current_version=1", "unknown_platform");
    await wrong("platform=ios&current_version=one", "invalid_version");
    assertProblem(await ask({ target: maintenance }), 400, "missing_parameter");
    assertProblem(await ask({ target: `${maintenance}?instanceId=a&instanceId=b` }), 400, "repeated_parameter");
  });

  test("unknown_instance", async () => {
    for (const id of ["mars-1", "EU-1", "eu-1%20", "%ff", long(129), long(5_000)])
      assertProblem(await ask({ target: `${maintenance}?instanceId=${id}` }), 404, "unknown_instance");
  });

  test("content_too_large: over 1 KiB", async () => {
    assertProblem(await ask({ target: goodConfig, ...body(1025) }), 413, "content_too_large");
    assert.equal((await ask({ target: goodConfig, ...body(1024) })).status, 200);
  });

  test("not_ready says when to ask again", async () => {
    const response = await refusing.unloaded.ask({ target: goodConfig, key: refusing.keys.good ?? "" });
    assertProblem(response, 503, "not_ready", { "retry-after": "1" });
  });

  test("internal_error says nothing about the cause, and the next request is answered", async () => {
    const { server } = refusing;
    const { store } = server;
    const value = JSON.stringify({
      store: "none",
      stores: { android: null, apple: null },
      policy: { minimum: "rotten-cause" },
    });
    const change = { project: "rotten", kind: "platform", id: "ios", schema: 1, value } as const;
    await server.edit("rotten", () => [
      { kind: "project", id: "", value: blankProject("Rotten") },
      { kind: "instance", id: "a", value: exampleInstance({ name: "A" }) },
    ]);
    const key = await server.addKey("rotten");
    await store.commit({ at: 0, actor: "test", reason: "", overridden: [], changes: [change], expect: [] });
    await using again = await startReadServer({ store });
    const response = await again.ask({ target: goodConfig, key });
    assertProblem(response, 500, "internal_error");
    assert.doesNotMatch(response.body, /rotten|minimum|Error|\.ts/);
    assert.equal((await again.ask({ target: `${maintenance}?instanceId=a`, key })).status, 200);
    assert.deepEqual([again.failures.length, again.counts.begun], [1, 2], "the log knows, and each is counted once");
  });

  test("internal_error is also what a defect after the body is, and the server lives", async () => {
    await using server = await startReadServer({ projects: [shop] });
    const key = await server.addKey("shop");
    const raw = await RawSocket.open(server.port);
    raw.write(requestHead({ target: goodConfig, key, headers: ["Content-Length: 2", "Expect: 100-continue"] }));
    assert.equal((await raw.response()).status, 100);
    const rotten = { project: "shop", kind: "platform", id: "ios", schema: 1, value: `{"policy":{"minimum":"rotten"}}` } as const;
    server.catalog.apply([rotten], await server.store.head());
    raw.write("{}");
    assertProblem(await raw.response(), 500, "internal_error");
    raw.socket.destroy();
    assert.equal((await server.ask({ target: `${maintenance}?instanceId=eu-1`, key })).status, 200);
  });

  const detail = async (question: Question): Promise<string> => JSON.parse((await ask(question)).body).detail;

  test("detail names everything that is wrong, and what is accepted", async () => {
    const nothing = await detail({ target: config });
    assert.match(nothing, /platform is required.*current_version is required/);
    const wrong = await detail({ target: `${config}?platform=symbian&current_version=one` });
    assert.match(wrong, /platform must be one of android, ios, web-app.*current_version must be a version of at most 64/);
    const both = await detail({ target: `${config}?platform=ios&platform=ios&current_version=1&current_version=1` });
    assert.match(both, /platform must be given once.*current_version must be given once/);
    assert.match(
      await detail({ target: `${config}?platform=no&current_version=1&current_version=1` }),
      /once.*one of|one of.*once/,
    );
    assert.match(await detail({ target: maintenance }), /instanceId is required/);
  });

  test("no message echoes what was sent", async () => {
    const marker = "echo4echo5echo6echo7";
    const headers = [
      `X-Client-Id: ${marker}`,
      `Accept-Language: ${marker}`,
      `If-None-Match: "${marker}"`,
      `User-Agent: ${marker}`,
      `Origin: https://${marker}.example`,
      `${marker}: ${marker}`,
    ];
    const everywhere = `platform=${marker}&current_version=${marker}&instanceId=${marker}&lang=${marker}&${marker}=${marker}`;
    const said: RawResponse[] = [];
    for (const path of [config, maintenance, `/api/v1/${marker}`, `/${marker}`]) {
      for (const key of [marker, ...Object.values(refusing.keys)]) {
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const text = marker.repeat(method === "GET" ? 60 : 2);
          const question = {
            target: `${path}?${everywhere}`,
            method,
            key,
            headers: [...headers, `Content-Length: ${text.length}`],
          };
          said.push(await ask({ ...question, body: text }));
        }
      }
    }
    said.push(
      await ask({
        target: `${goodConfig}&${everywhere.replaceAll(/(platform|current_version)/g, "x$1")}`,
        headers: [...headers, "Content-Length: 2000"],
        body: marker.repeat(100),
      }),
    );
    said.push(await ask({ target: `${config}?${marker.repeat(500)}` }));
    said.push(await ask({ target: goodConfig, headers: [`${marker}: ${marker.repeat(900)}`] }));
    said.push(await first(`${marker} ${marker} HTTP/1.1\r\n\r\n`));
    said.push(await first(`GET /${marker} HTTP/1.1\r\n${marker}`));
    said.push(await first(`GET /${marker} HTTP/9.9\r\nHost: ${marker}\r\n\r\n`));
    said.push(await refusing.unloaded.ask({ target: `${config}?${everywhere}`, key: marker, headers }));
    const codes = new Set(said.filter(({ body: text }) => text !== "").map(({ body: text }) => JSON.parse(text).code));
    assert.ok(codes.size >= 13, [...codes].join());
    for (const { head, body: text } of said) assert.doesNotMatch(`${head}${text}`, /echo[4567]/i);
  });

  test("a HEAD is refused as a GET is, without the body", async () => {
    for (const question of [{ target: config }, { target: goodConfig, key: null }, { target: "/none" }]) {
      const [get, head] = [await ask(question), await ask({ ...question, method: "HEAD" })];
      assert.deepEqual([head.status, head.body], [get.status, ""]);
      assert.deepEqual(contractHeaders(head), contractHeaders(get));
    }
  });

  // Two errors apply: the answer is the first in the table.
  type Row = readonly [status: number, code: string, question: Question, key?: string];
  const longTarget = long(8_193).replace("x", "/");
  const largeHeader = [`X: ${long(17_000)}`];
  const pairs: Readonly<Record<string, Row>> = {
    "414 before 431": [414, "uri_too_long", { target: longTarget, headers: largeHeader }],
    "414 before 404": [414, "uri_too_long", { target: longTarget }],
    "431 before 404": [431, "headers_too_large", { target: "/none", headers: largeHeader }],
    "404 before 204": [404, "not_found", { target: "/none", method: "OPTIONS" }],
    "404 before 405": [404, "not_found", { target: "/none", method: "POST" }],
    "405 before 401": [405, "method_not_allowed", { target: config, method: "POST", key: null }],
    "405 before 413": [405, "method_not_allowed", { target: config, method: "POST", ...body(2_000) }],
    "401 before 403": [401, "expired_api_key", { target: maintenance }, "expiredConfigOnly"],
    "403 of the endpoint before 400": [403, "key_not_allowed", { target: maintenance }, "configOnly"],
    "400 before 403 of the platform": [400, "invalid_version", { target: goodConfig.replace("2.0.0", "one") }, "androidOnly"],
    "400 before 403 of the instance": [400, "repeated_parameter", { target: `${us}&instanceId=us-1` }, "europeOnly"],
    "403 of the instance before 404": [403, "key_not_allowed", { target: mars }, "europeOnly"],
    "404 of the instance before 413": [404, "unknown_instance", { target: mars, ...body(2_000) }],
    "missing before repeated": [400, "missing_parameter", { target: `${config}?platform=ios&platform=ios` }],
    "repeated before unknown platform": [400, "repeated_parameter", { target: `${unknown}=1&current_version=1` }],
    "unknown platform before invalid version": [400, "unknown_platform", { target: `${unknown}=one` }],
  };
  for (const [name, [expected, code, question, key = "good"]] of Object.entries(pairs)) {
    test(name, async () => {
      const { status, body: text } = await ask({ key: refusing.keys[key] ?? "", ...question });
      assert.deepEqual([status, JSON.parse(text).code], [expected, code]);
    });
  }

  test("400 before 408: what is malformed is not waited for", async () => {
    const twice = requestHead({ target: goodConfig, headers: ["Host: localhost", "Content-Length: 9"] });
    assertProblem(await first(twice), 400, "bad_request");
  });

  test("400 before 414", async () => {
    assertProblem(await first(requestHead({ target: `/${long(9_000)}`, headers: ["Host: localhost"] })), 400, "bad_request");
  });

  test("408 before 414: a target that is too long and never ends", async () => {
    assertProblem(await first(`GET /${long(20_000)}`), 408, "request_timeout");
  });

  test("204 before 401 and 413: a preflight needs no key, and its body is ignored", async () => {
    assert.equal((await ask({ target: config, method: "OPTIONS", key: null, ...body(2_000) })).status, 204);
  });

  test("before the catalog is loaded: 404, 204, 405, 401 and 413 before 503", async () => {
    const early = async (question: Question) => {
      const response = await refusing.unloaded.ask({ key: refusing.keys.good ?? "", ...question });
      return response.status === 204 ? "204" : JSON.parse(response.body).code;
    };
    assert.equal(await early({ target: "/none" }), "not_found");
    assert.equal(await early({ target: config, method: "OPTIONS" }), "204");
    assert.equal(await early({ target: config, method: "POST" }), "method_not_allowed");
    assert.equal(await early({ target: goodConfig, key: null }), "missing_api_key");
    assert.equal(await early({ target: goodConfig, key: "" }), "missing_api_key");
    assert.equal(await early({ target: goodConfig, key: "short" }), "unknown_api_key");
    assert.equal(await early({ target: goodConfig, headers: [`x-api-key: ${refusing.keys.good}`] }), "unknown_api_key");
    assert.equal(await early({ target: goodConfig, ...body(2_000) }), "content_too_large");
    const chunked = { headers: ["Transfer-Encoding: chunked"], body: `7d0\r\n${long(2_000)}\r\n0\r\n\r\n` };
    assert.equal(await early({ target: goodConfig, ...chunked }), "content_too_large");
    assert.equal(await early({ target: goodConfig, ...body(2) }), "not_ready");
  });
});
