import assert from "node:assert/strict";
import { it } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Instance, InstanceList } from "drawbridge-rules/wire/instance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { WindowList } from "drawbridge-rules/wire/window.ts";
import { adminServer, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

test("a policy is read, patched, replaced and taken away, each time with the tag of the time before", async (server) => {
  const read = await server.of("GET", "acme/platforms/ios");
  const { etag, forced_by, ...policy } = read.json<Platform>();
  assert.deepEqual(policy, { id: "ios", minimum: "2.4.0", revision: 1 });
  assert.deepEqual(pluck(forced_by, "rule", "versions", "revision"), [["minimum", "2.4.0", 1]]);
  assert.equal(read.headers.get("etag"), etag);
  const patched = await server.of("PATCH", "acme/platforms/ios", { body: { recommended: "2.6" }, headers: { "if-match": etag } });
  assert.deepEqual(patched.json<ChangeAnswer>().differences, [{ path: "platforms.ios.recommended", after: "2.6" }]);
  const next = patched.headers.get("etag") ?? "";
  assert.equal((await server.of("GET", "acme/platforms/ios")).headers.get("etag"), next);
  const actual = (await server.of("PUT", "acme/platforms/ios", { body: { minimum: "3" }, headers: { "if-match": etag } })).status;
  assert.equal(actual, 412);
  const replaced = await server.of("PUT", "acme/platforms/ios", { body: { minimum: "3" }, headers: { "if-match": next } });
  assert.equal(replaced.status, 200);
  const gone = await server.of("DELETE", "acme/platforms/ios", { headers: { "if-match": replaced.headers.get("etag") ?? "" } });
  assert.equal(gone.json<ChangeAnswer>().etag, null);
  assert.equal((await server.of("GET", "acme/platforms/ios")).status, 404);
});

test("a patch with an invalid result is refused, and so is one that would replace the whole value", async (server) => {
  const patched = await server.of("PATCH", "acme/platforms/ios", { body: { store: null, minimum: "x" }, headers: replacing });
  assert.deepEqual(pluck(patched.json<ProblemDocument>().errors, "path", "line"), [["platforms.ios.minimum", 1]]);
  for (const body of ["[]", "null", "1"]) {
    assert.equal((await server.of("PATCH", "acme/platforms/ios", { body, headers: replacing })).status, 422, body);
    assert.equal((await server.of("PUT", "acme/platforms/ios", { body, headers: replacing })).status, 422, body);
  }
});

test("the id of an instance is one segment, decoded once", async (server) => {
  for (const id of ["__proto__", "eu 1", "Größe", "a;b", "a?b#c", "100%", "a%2fb", "a.b", "..a", "x:y@z", "日本"]) {
    const path = `acme/instances/${encodeURIComponent(id)}`;
    assert.equal((await server.of("PUT", path, { body: { name: "N" }, headers: creating })).status, 201, id);
    assert.equal((await server.of("GET", path)).json<Instance>().id, id);
  }
});

it("an id with a slash or a backslash has no address, and is edited in the manifest", async () => {
  const server = await adminServer();
  for (const id of ["a/b", "a\\b"]) {
    const path = `acme/instances/${encodeURIComponent(id)}`;
    assert.equal((await server.of("PUT", path, { body: { name: "N" }, headers: creating })).status, 404, id);
  }
  const body = { apiVersion: "drawbridge/v1", project: "acme", instances: { "a/b": { name: "N" } } };
  assert.equal((await server.of("PUT", "acme/manifest", { body, headers: creating })).status, 201);
  assert.deepEqual(pluck((await server.of("GET", "acme/instances")).json<InstanceList>().instances, "id"), ["a/b"]);
});

test("a window created here belongs to the API alone, and one from the manifest stays with the manifest", async (server) => {
  const form = { start: "2026-12-24T20:00", duration: "PT4H" };
  assert.equal((await server.of("PUT", "acme/windows/holidays", { body: form, headers: creating })).status, 201);
  await server.of("PUT", "acme/windows/december", { body: form, headers: replacing });
  const list = (await server.of("GET", "acme/windows")).json<WindowList>();
  assert.deepEqual(pluck(list.windows, "id", "origin"), [
    ["december", "manifest"],
    ["holidays", "api"],
  ]);
  const read = await server.of("GET", "acme/windows/holidays");
  const back = await server.of("PUT", "acme/windows/holidays", {
    body: read.text,
    headers: { "if-match": read.headers.get("etag") ?? "" },
  });
  assert.equal(back.json<ChangeAnswer>().changed, false);
});
