import assert from "node:assert/strict";
import { test } from "node:test";
import { codingFor } from "./accept-header.ts";

test("the smallest coding that a client takes is chosen", () => {
  const chosen: Readonly<Record<string, string>> = {
    "gzip, deflate, br, zstd": "br",
    GZIP: "gzip",
    "x-gzip": "gzip",
    "br;q=0, gzip;q=0.1": "gzip",
    "*": "br",
    "*;q=0": "identity",
    "br; q=0.0, *": "gzip",
    deflate: "identity",
    identity: "identity",
    "": "identity",
    ";;,,=q": "identity",
  };
  for (const [header, coding] of Object.entries(chosen)) assert.equal(codingFor(header, { br: 1, gzip: 1 }), coding, header);
  assert.equal(codingFor(undefined, { br: 1 }), "identity");
  assert.equal(codingFor("br, gzip", { gzip: 1 }), "gzip", "there is no Brotli of it");
});
