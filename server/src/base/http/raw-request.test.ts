import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { headersLimit, parseRawRequest, targetLimit } from "./raw-request.ts";

interface Head {
  readonly url?: string;
  readonly minor?: number;
  readonly host?: boolean;
}

/** Only what `parseRawRequest` looks at; whole requests over real sockets are in test/contract/raw-abuse.test.ts. */
function received(lines: readonly (readonly [string, string])[], { url = "/", minor = 1, host = true }: Head = {}) {
  const rawHeaders = [...(host ? ([["Host", "h"]] as const) : []), ...lines].flat();
  return parseRawRequest({
    method: "GET",
    url,
    rawHeaders,
    httpVersionMajor: 1,
    httpVersionMinor: minor,
  } as unknown as IncomingMessage);
}

function targetOf(url: string) {
  const it = received([], { url });
  return typeof it === "string" ? it : [it.path, it.query];
}

test("path and query are the raw bytes of the target", () => {
  assert.deepEqual(targetOf("/api/v1/config?a=%20&b"), ["/api/v1/config", "a=%20&b"]);
  assert.deepEqual(targetOf("/api//v1/../%63onfig"), ["/api//v1/../%63onfig", ""]);
  assert.deepEqual(targetOf("/?"), ["/", ""]);
  assert.deepEqual(targetOf("/a?b?c"), ["/a", "b?c"]);
  assert.deepEqual(targetOf("*"), ["*", ""]);
});

test("an absolute-form target counts as its path and query", () => {
  assert.deepEqual(targetOf("http://host:1/api?x=1"), ["/api", "x=1"]);
  assert.deepEqual(targetOf("HTTPS://host/a"), ["/a", ""]);
  assert.deepEqual(targetOf("http://host?x"), ["/", "x"]);
  assert.deepEqual(targetOf("http://host"), ["/", ""]);
  assert.deepEqual(targetOf("/http://host/a"), ["/http://host/a", ""]);
});

test("any path and query come back as they were sent", () => {
  const text = (chars: string) => fc.string({ unit: fc.constantFrom(...chars), maxLength: 40 });
  forAll([text("ab/.%2F;:\\~"), fc.option(text("ab/.%2F?&=+:"), { nil: null }), fc.boolean()], (path, query, absolute) => {
    const target = `${absolute ? "http://h.example:80" : ""}/${path}${query === null ? "" : `?${query}`}`;
    assert.deepEqual(targetOf(target), [`/${path}`, query ?? ""]);
  });
});

test("header names are read in any case", () => {
  for (const name of ["x-api-key", "X-Api-Key", "X-API-KEY", "x-ApI-kEy"]) {
    const it = received([[name, "k"]]);
    assert.ok(typeof it !== "string");
    assert.deepEqual([it.key, it.keyCount], ["k", 1]);
  }
});

test("all inputs of the read endpoints are parsed, and missing ones are null", () => {
  const none = received([]);
  assert.ok(typeof none !== "string");
  const actual = { ...none };
  assert.deepEqual(actual, {
    method: "GET",
    path: "/",
    query: "",
    key: null,
    keyCount: 0,
    ifNoneMatch: null,
    acceptLanguage: null,
    contentLength: 0,
    chunked: false,
  });
  const all = received([
    ["If-None-Match", '"a"'],
    ["accept-language", "de"],
    ["CONTENT-LENGTH", "12"],
    ["X-Api-Key", ""],
  ]);
  assert.ok(typeof all !== "string");
  assert.deepEqual([all.ifNoneMatch, all.acceptLanguage, all.contentLength, all.key], ['"a"', "de", 12, ""]);
});

test("a repeated key is seen as repeated, also when both are empty", () => {
  const it = received([
    ["x-api-key", ""],
    ["X-API-Key", ""],
  ]);
  assert.ok(typeof it !== "string");
  assert.deepEqual([it.key, it.keyCount], ["", 2]);
});

test("several lines of a list header are one list", () => {
  const it = received([
    ["If-None-Match", '"a"'],
    ["if-none-match", '"b"'],
    ["Accept-Language", "de"],
    ["Accept-Language", "en;q=0.5"],
  ]);
  assert.ok(typeof it !== "string");
  assert.deepEqual([it.ifNoneMatch, it.acceptLanguage], ['"a", "b"', "de, en;q=0.5"]);
});

test("there is exactly one Host; only HTTP/1.0 may have none, and even that not two", () => {
  assert.equal(received([], { host: false }), "bad_request");
  assert.equal(received([["HOST", "h"]]), "bad_request");
  assert.equal(typeof received([], { host: false, minor: 0 }), "object");
  assert.equal(received([["hOst", "h"]], { minor: 0 }), "bad_request");
});

test("a body comes with its length, or as nothing but chunks", () => {
  const chunks = received([["Transfer-Encoding", "Chunked"]]);
  assert.ok(typeof chunks !== "string" && chunks.chunked);
  assert.equal(received([["transfer-encoding", "gzip, chunked"]]), "bad_request");
  assert.equal(
    received([
      ["Transfer-Encoding", "chunked"],
      ["Transfer-Encoding", "chunked"],
    ]),
    "bad_request",
  );
});

test("a target of 8 KiB is the longest", () => {
  assert.equal(typeof received([], { url: `/${"a".repeat(targetLimit - 1)}` }), "object");
  assert.equal(received([], { url: `/${"a".repeat(targetLimit)}` }), "uri_too_long");
});

test("headers of 16 KiB are the largest, with four bytes per line beside name and value", () => {
  const host = "Host".length + "h".length + 4;
  const fill = headersLimit - host - "x".length - 4;
  assert.equal(typeof received([["x", "v".repeat(fill)]]), "object");
  assert.equal(received([["x", "v".repeat(fill + 1)]]), "headers_too_large");
});

test("two hundred header lines are the most", () => {
  const lines = (count: number) => Array.from({ length: count }, () => ["x", "y"] as const);
  assert.equal(typeof received(lines(199)), "object");
  assert.equal(received(lines(200)), "headers_too_large");
});

test("where several things are wrong, the contract's order decides", () => {
  const long = { url: `/${"a".repeat(targetLimit)}` };
  const big = ["x", "v".repeat(headersLimit)] as const;
  assert.equal(received([["host", "h"], big], long), "bad_request");
  assert.equal(received([big], long), "uri_too_long");
});
