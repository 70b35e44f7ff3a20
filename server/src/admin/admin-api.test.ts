import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { it } from "node:test";
import { setTimeout } from "node:timers/promises";
import type * as wire from "drawbridge-rules/wire/problem.ts";
import { adminServer, adminServerWithProject, adminToken } from "../../test/admin-server.ts";
import { testWith } from "../../test/test-with.ts";
import { assemble } from "./admin-api.ts";
import type { AdminServices } from "./admin-services.ts";
import type { AdminRoute } from "./request/admin-route.ts";
import { programRoutes } from "./routes/status.ts";

const test = testWith(() => adminServer());

test("a route without a permission stops the whole API from being assembled", ({ api: _, ...server }) => {
  const [status] = programRoutes(server as unknown as AdminServices);
  assert.ok(status);
  const { permission: __, ...open } = status;
  assert.throws(() => assemble([open as AdminRoute], server as unknown as AdminServices), /does not say who may use it/);
});

test("unknown paths are 404 only with a token", async (server) => {
  const spellings = ["status.json", "STATUS", "%73tatus"].map((name) => `/admin/v1/${name}`);
  for (const path of ["/admin", "/admin/v1", "/admin/v1/nothing", "/admin/v2/projects", ...spellings]) {
    assert.equal((await server.ask("GET", path, { token: null })).status, 401, path);
    assert.equal((await server.ask("GET", path)).status, 404, path);
  }
});

test("a method that an address does not take is 405 with those that it takes", async (server) => {
  for (const [method, path, allow] of [
    ["GET", "/admin/v1/projects/acme/keys/import", "POST"],
    ["PATCH", "/admin/v1/projects/acme/keys/import", "POST"],
    ["PUT", "/admin/v1/projects/acme/members/lookup", "POST"],
    ["DELETE", "/admin/v1/sessions/end", "POST"],
    ["PUT", "/admin/v1/projects/acme/keys/imports", "GET, HEAD, PATCH"],
    ["POST", "/admin/v1/status", "GET, HEAD"],
    ["OPTIONS", "/admin/v1/projects", "GET, HEAD"],
    ["DELETE", "/admin/v1/tokens", "GET, HEAD, POST"],
    ["POST", "/admin/v1/projects/acme", "GET, HEAD, PUT, PATCH, DELETE"],
    ["PATCH", "/openapi.json", "GET, HEAD"],
  ] as const) {
    const { status, headers } = await server.ask(method, path);
    assert.equal(status, 405, path);
    assert.equal(headers.get("allow"), allow);
    assert.equal(headers.has("access-control-allow-origin"), false);
  }
});

it("a client that disconnects in the middle of its body leaves no trace and no log entry", async (t) => {
  const server = await adminServerWithProject();
  const listener = createServer((req, res) => void server.api.handle(req, res)).listen(0, "127.0.0.1");
  await once(listener, "listening");
  t.after(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const head = `Host: a\r\nAuthorization: Bearer ${adminToken}\r\nContent-Type: application/json\r\nContent-Length: 12`;
  socket.write(`POST /admin/v1/projects/acme/keys HTTP/1.1\r\n${head}\r\n\r\n{"na`);
  await setTimeout(50);
  socket.destroy();
  await setTimeout(50);
  assert.deepEqual(server.logged, []);
  assert.equal((await server.publisher.state("acme")).read_key.size, 0);
});

it("a defect is answered with the reference of its log entry, and neither contains request data", async () => {
  const server = await adminServerWithProject();
  server.store.project = () => Promise.reject(new TypeError("cannot read the moon"));
  const { status, text, json, headers } = await server.of("GET", "acme");
  assert.equal(status, 500);
  assert.doesNotMatch(text, /moon/);
  const logged = JSON.stringify(server.logged);
  const reference = /reference ([0-9a-f-]{36})/.exec(json<wire.ProblemDocument>().detail)?.[1];
  assert.ok(reference && logged.includes(reference));
  assert.equal(headers.get("x-request-id"), reference);
  assert.doesNotMatch(logged, new RegExp(adminToken));
});

it("a parameter that is not known, or given twice, is refused: a dry run that is misspelt must not be a change", async () => {
  const server = await adminServerWithProject();
  const { status, paths } = await server.of("DELETE", "acme?dry-run=true&reason=a&reason=b", { headers: { "if-match": "*" } });
  assert.deepEqual([status, paths], [422, ["dry-run", "reason"]]);
  assert.equal((await server.of("GET", "acme")).status, 200);
});

test("until the catalog is loaded, the answer is that it is not there yet", async (server) => {
  Object.defineProperty(server.catalog, "head", { value: null });
  const { status, headers } = await server.ask("GET", "/admin/v1/status");
  assert.equal(status, 503);
  assert.equal(headers.get("retry-after"), "1");
});
