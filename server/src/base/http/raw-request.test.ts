import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { parseRawRequest } from "./raw-request.ts";

interface Head {
  readonly url?: string;
  readonly minor?: number;
  readonly host?: boolean;
}

/** Only what `parseRawRequest` looks at; whole requests over real sockets are in test/contract/. */
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

test("any path and query come back as they were sent", () => {
  const text = (chars: string) => fc.string({ unit: fc.constantFrom(...chars), maxLength: 40 });
  forAll([text("ab/.%2F;:\\~"), fc.option(text("ab/.%2F?&=+:"), { nil: null }), fc.boolean()], (path, query, absolute) => {
    const target = `${absolute ? "http://h.example:80" : ""}/${path}${query === null ? "" : `?${query}`}`;
    assert.deepEqual(targetOf(target), [`/${path}`, query ?? ""]);
  });
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
    ["x-api-key", ""],
  ]);
  assert.ok(typeof all !== "string");
  assert.deepEqual([all.ifNoneMatch, all.acceptLanguage, all.contentLength, all.key], ['"a"', "de", 12, ""]);
  assert.equal(all.keyCount, 2, "a repeated key is seen as repeated, also when both are empty");
});

test("there is exactly one Host; only HTTP/1.0 may have none, and even that not two", () => {
  assert.equal(received([], { host: false }), "bad_request");
  assert.equal(received([["HOST", "h"]]), "bad_request");
  assert.equal(typeof received([], { host: false, minor: 0 }), "object");
  assert.equal(received([["hOst", "h"]], { minor: 0 }), "bad_request");
});
