import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "drawbridge-rules/wire/status.ts";
import { type AdminServer, adminServer, metricsToken } from "../../../test/admin-server.ts";

const places = ["/status", "/admin/v1/status", "/metrics"];

function withoutStore(server: AdminServer): void {
  const away = () => Promise.reject(new Error("the store was asked"));
  for (const name of ["head", "rows", "whole", "projectRevision", "commitsAfter"] as const) {
    Object.defineProperty(server.store, name, { value: away });
  }
}

test("monitoring is answered from memory, even when the store is away", async () => {
  const server = await adminServer();
  const before = (await server.ask("GET", "/status")).json<wire.Status>();
  withoutStore(server);
  for (const path of places) assert.equal((await server.ask("GET", path)).status, 200, path);
  assert.deepEqual((await server.ask("GET", "/status")).json<wire.Status>(), before);
});

test("the metrics token works before the catalog is loaded, and sees that it is not", async () => {
  const server = await adminServer();
  Object.defineProperty(server.catalog, "head", { value: null });
  for (const path of places) {
    assert.equal((await server.ask("GET", path)).status, 503, path);
    assert.equal((await server.ask("GET", path, { token: metricsToken })).status, 200, path);
  }
  const { epoch, revision } = (await server.ask("GET", "/status", { token: metricsToken })).json<wire.Status>();
  assert.deepEqual([epoch, revision], [null, null]);
});

test("the token that only watches is none anywhere else, and changes nothing", async () => {
  const server = await adminServer();
  for (const { method, path } of server.api.paths) {
    if (places.includes(path)) continue;
    const known = path.replaceAll(/\{.+?\}/g, "x");
    const asked = { token: metricsToken, body: method === "GET" ? undefined : {}, headers: { "if-match": "*" } };
    const { status } = await server.ask(method, known, asked);
    const open = (await server.ask(method, known, { ...asked, token: null })).status;
    assert.equal(status, open, `${method} ${path}`);
  }
  assert.equal((await server.store.head()).revision, 0);
});
