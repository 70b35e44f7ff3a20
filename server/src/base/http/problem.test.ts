import assert from "node:assert/strict";
import { test } from "node:test";
import { DrawbridgeError, type ErrorCode } from "drawbridge-rules/values/errors.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { adminProblemBody, problemBody, toProblem, wireCode } from "./problem.ts";

/** Copied by hand from the contract: a change of the table has to be made twice. */
const contract: Readonly<Record<number, readonly ProblemCode[]>> = {
  400: ["bad_request", "missing_parameter", "repeated_parameter", "unknown_platform", "invalid_version"],
  401: ["missing_api_key", "unknown_api_key", "expired_api_key", "revoked_api_key", "unauthorized"],
  403: ["key_not_allowed", "forbidden"],
  404: ["not_found", "unknown_instance"],
  405: ["method_not_allowed"],
  408: ["request_timeout"],
  409: ["conflict", "refused", "drift", "key_in_use", "newer_store"],
  412: ["stale"],
  413: ["content_too_large"],
  414: ["uri_too_long"],
  415: ["unsupported_media_type"],
  422: ["invalid"],
  428: ["precondition_required"],
  429: ["rate_limited"],
  431: ["headers_too_large"],
  500: ["internal_error"],
  503: ["not_ready", "overloaded", "unavailable", "empty_data_directory"],
};

test("every code has the status of the contract, and there is no other code", () => {
  const expected = Object.entries(contract).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const));
  const actual = Object.entries(problems).map(([code, { status }]) => [code, status] as const);
  assert.deepEqual(new Map(actual), new Map(expected));
});

test("a problem has its five members in the order of RFC 9457 and of the contract, then what is added", () => {
  assert.equal(
    problemBody("stale", "Read it again.", { revision: 7 }),
    '{"type":"urn:drawbridge:problem:stale","title":"Changed in the meantime","status":412,"detail":"Read it again.","code":"stale","revision":7}',
  );
  assert.equal(JSON.parse(adminProblemBody("stale", "Read it again.")).type, "/docs/reference/problems#stale");
});

test("a code of the rules is written as on the wire: one text per meaning", () => {
  const renamed: Partial<Record<ErrorCode, ProblemCode>> = { internal: "internal_error", too_large: "content_too_large" };
  const all = "invalid unauthorized forbidden not_found conflict stale drift key_in_use internal too_large".split(" ");
  for (const code of all as ErrorCode[]) assert.equal(wireCode(code), renamed[code] ?? code);
});

test("a refused content names all that is wrong with it, each with where it is", () => {
  const error = new DrawbridgeError("invalid", "The manifest has 2 problems", [
    { path: "platforms.ios.minimum", line: 7, message: 'write "2.10", in quotes' },
    { path: "platforms", message: "ios has no store link" },
  ]);
  const { status, body } = toProblem(error, "r1");
  assert.equal(status, 422);
  assert.deepEqual(JSON.parse(body).errors, [
    { path: "platforms.ios.minimum", line: 7, detail: 'write "2.10", in quotes' },
    { path: "platforms", detail: "ios has no store link" },
  ]);
  const plain = toProblem(new DrawbridgeError("not_found", "There is no such project."), "r1");
  assert.equal("errors" in JSON.parse(plain.body), false);
});

test("a defect and an internal error say nothing but their reference", () => {
  for (const error of [new Error("secret"), new DrawbridgeError("internal", "secret"), "secret", null]) {
    const { code, status, body } = toProblem(error, "r-17");
    assert.deepEqual([code, status], ["internal_error", 500]);
    assert.doesNotMatch(body, /secret/);
    assert.match(body, /r-17/);
  }
});
