import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeOrigin } from "./edge-command.ts";

const page = "https://drawbridge.example";

test("edges follow where the console is, under its name there, unless they have an address of their own", () => {
  const admin = { url: "http://127.0.0.1:8081", serves: ["admin", "edge"] as const };
  const reads = { url: "http://127.0.0.1:8080", serves: ["config", "maintenance"] as const };
  assert.equal(edgeOrigin([reads, admin], page), page);
  const own = { url: "http://0.0.0.0:8082", serves: ["edge"] as const };
  assert.equal(edgeOrigin([reads, { ...admin, serves: ["admin"] }, own], page), own.url);
  assert.equal(edgeOrigin([], page), page, "not known yet");
});
