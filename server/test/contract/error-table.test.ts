/** The error table of the read API: each row has its status, its code and exactly its headers. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { blankProject } from "drawbridge-rules/project/project.ts";
import { exampleInstance } from "../example-project.ts";
import { exchange, RawSocket } from "../raw-socket.ts";
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
    assert.equal((await ask({ target: goodConfig, key: refusing.keys.configOnly ?? "" })).status, 200);
    assert.equal((await ask({ target: goodConfig.replace("ios", "ANDROID"), key: refusing.keys.androidOnly ?? "" })).status, 200);
    assert.equal((await ask({ target: goodConfig, key: refusing.keys.europeOnly ?? "" })).status, 200);
    assert.equal((await ask({ target: `${maintenance}?instanceId=eu-1`, key: refusing.keys.europeOnly ?? "" })).status, 200);
  });

  test("missing_parameter, repeated_parameter, unknown_platform, invalid_version", async () => {
    const wrong = async (query: string, code: string) => assertProblem(await ask({ target: `${config}?${query}` }), 400, code);
    await wrong("platform=ios", "missing_parameter");
    await wrong("current_version=1", "missing_parameter");
    await wrong("platform=&current_version=1", "missing_parameter");
    await wrong("platform=ios&current_version=1&platform=ios", "repeated_parameter");
    await wrong("platform=symbian&current_version=1", "unknown_platform");
    await wrong("platform=ios&current_version=one", "invalid_version");
    assertProblem(await ask({ target: maintenance }), 400, "missing_parameter");
    assertProblem(await ask({ target: `${maintenance}?instanceId=` }), 400, "missing_parameter");
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
    assert.equal(again.failures.length, 1, "the log knows");
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

  test("maintenance and a version below the minimum are answers, not errors", async () => {
    await refusing.server.apply({ ...shop, windows: { now: { start: "2026-11-29T11:00", duration: "PT2H" } } });
    const response = await ask({ target: goodConfig.replace("2.0.0", "1.0") });
    assert.deepEqual([response.status, response.headers["drawbridge-reason"]], [200, "below_minimum, maintenance"]);
    assert.equal((await ask({ target: `${maintenance}?instanceId=eu-1` })).status, 200);
  });
});
