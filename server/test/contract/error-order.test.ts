/** The order of the error table: for each pair of neighbours a request that deserves both. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { config, maintenance, type Question, requestHead } from "../read-server.ts";
import { assertProblem, body, goodConfig, long, type RefusingServer, startRefusingServer } from "./refusing-server.ts";

describe("when two errors apply, the answer is the first in the table", () => {
  let refusing: RefusingServer;
  before(async () => {
    refusing = await startRefusingServer();
  });
  after(() => refusing.stop());
  const ask = (question: Question) => refusing.ask(question);
  const first = (bytes: string) => refusing.first(bytes);
  const pairs: Readonly<Record<string, () => Question & { readonly status: number; readonly code: string }>> = {
    "414 before 431": () => ({
      target: long(8_193).replace("x", "/"),
      headers: [`X: ${long(17_000)}`],
      status: 414,
      code: "uri_too_long",
    }),
    "414 before 404": () => ({ target: long(8_193).replace("x", "/"), status: 414, code: "uri_too_long" }),
    "431 before 404": () => ({ target: "/none", headers: [`X: ${long(17_000)}`], status: 431, code: "headers_too_large" }),
    "404 before 204": () => ({ target: "/none", method: "OPTIONS", status: 404, code: "not_found" }),
    "404 before 405": () => ({ target: "/none", method: "POST", status: 404, code: "not_found" }),
    "405 before 401": () => ({ target: config, method: "POST", key: null, status: 405, code: "method_not_allowed" }),
    "405 before 413": () => ({ target: config, method: "POST", ...body(2_000), status: 405, code: "method_not_allowed" }),
    "401 before 403": () => ({
      target: maintenance,
      key: refusing.keys.expiredConfigOnly ?? "",
      status: 401,
      code: "expired_api_key",
    }),
    "403 of the endpoint before 400": () => ({
      target: maintenance,
      key: refusing.keys.configOnly ?? "",
      status: 403,
      code: "key_not_allowed",
    }),
    "400 before 403 of the platform": () => ({
      target: `${config}?platform=ios&current_version=one`,
      key: refusing.keys.androidOnly ?? "",
      status: 400,
      code: "invalid_version",
    }),
    "400 before 403 of the instance": () => ({
      target: `${maintenance}?instanceId=us-1&instanceId=us-1`,
      key: refusing.keys.europeOnly ?? "",
      status: 400,
      code: "repeated_parameter",
    }),
    "403 of the instance before 404": () => ({
      target: `${maintenance}?instanceId=mars-1`,
      key: refusing.keys.europeOnly ?? "",
      status: 403,
      code: "key_not_allowed",
    }),
    "404 of the instance before 413": () => ({
      target: `${maintenance}?instanceId=mars-1`,
      ...body(2_000),
      status: 404,
      code: "unknown_instance",
    }),
    "missing before repeated": () => ({
      target: `${config}?platform=ios&platform=ios`,
      status: 400,
      code: "missing_parameter",
    }),
    "repeated before unknown platform": () => ({
      target: `${config}?platform=no&current_version=1&current_version=1`,
      status: 400,
      code: "repeated_parameter",
    }),
    "unknown platform before invalid version": () => ({
      target: `${config}?platform=no&current_version=one`,
      status: 400,
      code: "unknown_platform",
    }),
  };
  for (const [name, question] of Object.entries(pairs)) {
    test(name, async () => {
      const { status, code, ...asked } = question();
      const response = await ask(asked);
      assert.deepEqual([response.status, JSON.parse(response.body).code], [status, code]);
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
