import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { config, maintenance, type Question, requestHead } from "../read-server.ts";
import { assertProblem, body, goodConfig, long, refusingServer } from "./refusing-server.ts";

const us = `${maintenance}?instanceId=us-1`;
const mars = `${maintenance}?instanceId=mars-1`;
const unknown = `${config}?platform=no&current_version`;

describe("when two errors apply, the answer is the first in the table", () => {
  const refusing = refusingServer();
  const { ask, first } = refusing;
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
