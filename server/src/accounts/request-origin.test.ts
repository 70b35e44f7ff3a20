import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseForeign, refuseForeignWrite } from "./request-origin.ts";

const own = "https://drawbridge.example";

function isLetIn(method: string, headers: Record<string, string>, publicUrl = own): boolean {
  return isDone(() => refuseForeign({ method, headers: new Headers(headers) }, publicUrl));
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    assert.ok(error instanceof Error && "code" in error);
    assert.equal(error.code, "forbidden");
    assert.notEqual(error.message, "");
    return false;
  }
}

test("a write with a session is accepted from our own page only", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    assert.equal(isLetIn(method, { "sec-fetch-site": "same-origin", origin: own }), true);
    assert.equal(isLetIn(method, { "sec-fetch-site": "same-origin" }), true);
    assert.equal(isLetIn(method, { origin: own }), true, "a browser without Fetch Metadata");
    assert.equal(isLetIn(method, {}), false, "its origin is unknown");
    for (const site of ["cross-site", "same-site", "none", "", "SAME-ORIGIN", "same-origin, cross-site"])
      assert.equal(isLetIn(method, { "sec-fetch-site": site, origin: own }), false, site);
    const others = [
      "null",
      "",
      "http://drawbridge.example",
      "https://drawbridge.example:8443",
      "https://drawbridge.example.evil.example",
      "https://evil.example",
      "https://DRAWBRIDGE.example",
      "https://drawbridge.example/",
      "https://drawbridge.example, https://evil.example",
    ];
    for (const origin of others) {
      assert.equal(isLetIn(method, { origin }), false, origin);
      assert.equal(isLetIn(method, { "sec-fetch-site": "same-origin", origin }), false, origin);
    }
  }
});

test("this machine may be called by any of its names, on the same port and by the same protocol", () => {
  const local = "http://127.0.0.1:8081";
  for (const origin of ["http://127.0.0.1:8081", "http://localhost:8081", "http://[::1]:8081"])
    assert.equal(isLetIn("POST", { origin }, local), true, origin);
  for (const origin of ["http://127.0.0.1:8080", "http://localhost", "https://localhost:8081", "http://evil.example:8081"])
    assert.equal(isLetIn("POST", { origin }, local), false, origin);
  assert.equal(isLetIn("POST", { origin: "https://localhost" }, own), false);
});

test("a read with a session is refused when another site sends it", () => {
  for (const method of ["GET", "HEAD"]) {
    assert.equal(isLetIn(method, { "sec-fetch-site": "cross-site" }), false);
    for (const site of ["same-origin", "same-site", "none"]) assert.equal(isLetIn(method, { "sec-fetch-site": site }), true);
    assert.equal(isLetIn(method, {}), true);
  }
});

test("a public write is refused from another site's page, and accepted from clients that are not browsers", () => {
  const asks = (headers: Record<string, string>) => isDone(() => refuseForeignWrite(new Headers(headers), own));
  assert.equal(asks({}), true);
  assert.equal(asks({ origin: own }), true);
  assert.equal(asks({ origin: "https://evil.example" }), false);
  assert.equal(asks({ "sec-fetch-site": "cross-site" }), false);
});
