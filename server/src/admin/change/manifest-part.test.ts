import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Instance, InstanceList } from "drawbridge-rules/wire/instance.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { WindowList } from "drawbridge-rules/wire/window.ts";
import { adminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";

test("a policy is read, patched, replaced and taken away, each time with the tag of the time before", async () => {
  const server = await adminServerWithProject();
  const read = await server.of("GET", "acme/policies/ios");
  const { etag, ...policy } = read.json<Policy>();
  assert.deepEqual(policy, { id: "ios", minimum: "2.4.0", revision: 1 });
  assert.equal(read.headers.get("etag"), etag);
  const patched = await server.of("PATCH", "acme/policies/ios", { body: { recommended: "2.6" }, headers: { "if-match": etag } });
  assert.deepEqual(patched.json<ChangeAnswer>().differences, [{ path: "platforms.ios.recommended", after: "2.6" }]);
  const next = patched.headers.get("etag") ?? "";
  assert.equal((await server.of("GET", "acme/policies/ios")).headers.get("etag"), next);
  assert.equal(
    (await server.of("PUT", "acme/policies/ios", { body: { minimum: "3" }, headers: { "if-match": etag } })).status,
    412,
  );
  const replaced = await server.of("PUT", "acme/policies/ios", { body: { minimum: "3" }, headers: { "if-match": next } });
  assert.equal(replaced.status, 200);
  const gone = await server.of("DELETE", "acme/policies/ios", { headers: { "if-match": replaced.headers.get("etag") ?? "" } });
  assert.equal(gone.json<ChangeAnswer>().etag, null);
  assert.equal((await server.of("GET", "acme/policies/ios")).status, 404);
});

test("an edit of one part leaves the tags of the others as they are", async () => {
  const server = await adminServerWithProject();
  const before = (await server.of("GET", "acme/instances/eu-1")).headers.get("etag");
  await server.of("PATCH", "acme/policies/ios", { body: { minimum: "2.5" }, headers: replacing });
  assert.equal((await server.of("GET", "acme/instances/eu-1")).headers.get("etag"), before);
});

test("a problem of a part has its path in the manifest and its line in the body", async () => {
  const server = await adminServerWithProject();
  const body = '{\n  "minimum": 2.10,\n  "blocked": ["2.5.0", "2.5.0", "x y"],\n  "windows": []\n}';
  const answer = await server.of("PUT", "acme/policies/huawei", { body, headers: creating });
  const found = answer.json<ProblemDocument>().errors?.map(({ path, line, detail }) => [path, line, detail.slice(-12)]);
  assert.deepEqual(found?.map(([path, line]) => [path, line]).sort(), [
    ["platforms.huawei.blocked.1", 3],
    ["platforms.huawei.blocked.2", 3],
    ["platforms.huawei.minimum", 2],
    ["platforms.huawei.store", 1],
    ["platforms.huawei.windows", 4],
  ]);
  assert.ok(found?.some(([, , end]) => String(end).endsWith('write "2.10"')));
});

test("a patch with an invalid result is refused, and so is one that would replace the whole value", async () => {
  const server = await adminServerWithProject();
  const patched = await server.of("PATCH", "acme/policies/ios", { body: { store: null, minimum: "x" }, headers: replacing });
  assert.deepEqual(
    patched.json<ProblemDocument>().errors?.map(({ path, line }) => [path, line]),
    [["platforms.ios.minimum", 1]],
  );
  for (const body of ["[]", "null", "1"]) {
    assert.equal((await server.of("PATCH", "acme/policies/ios", { body, headers: replacing })).status, 422, body);
    assert.equal((await server.of("PUT", "acme/policies/ios", { body, headers: replacing })).status, 422, body);
  }
});

test("a policy that blocks every version is refused, and passed by name with a reason", async () => {
  const server = await adminServerWithProject();
  const put = (query: string) =>
    server.of("PUT", `acme/policies/ios${query}`, { body: { blocked: [">=0"] }, headers: replacing });
  const refused = await put("");
  assert.deepEqual(
    refused.json<ProblemDocument>().errors?.map(({ guard }) => guard),
    ["every_version_blocked"],
  );
  assert.equal((await put("?override=every_version_blocked&reason=breach")).status, 200);
});

test("an instance that a window names cannot go", async () => {
  const server = await adminServerWithProject();
  const refused = await server.of("DELETE", "acme/instances/eu-1", { headers: replacing });
  assert.deepEqual(
    refused.json<ProblemDocument>().errors?.map(({ path, guard }) => [path, guard]),
    [["instances.eu-1", "in_use"]],
  );
  assert.equal((await server.of("DELETE", "acme/instances/us-1", { headers: replacing })).status, 200);
});

test("the id of an instance is one segment, decoded once", async () => {
  const server = await adminServerWithProject();
  for (const id of ["eu 1", "Größe", "a;b", "a?b#c", "100%", "a%2fb", "a.b", "..a", "x:y@z", "日本"]) {
    const path = `acme/instances/${encodeURIComponent(id)}`;
    assert.equal((await server.of("PUT", path, { body: { name: "N" }, headers: creating })).status, 201, id);
    assert.equal((await server.of("GET", path)).json<Instance>().id, id);
  }
});

test("an id with a slash or a backslash has no address, and is edited in the manifest", async () => {
  const server = await adminServer();
  for (const id of ["a/b", "a\\b"]) {
    const path = `acme/instances/${encodeURIComponent(id)}`;
    assert.equal((await server.of("PUT", path, { body: { name: "N" }, headers: creating })).status, 404, id);
  }
  const body = { apiVersion: "drawbridge/v1", project: "acme", instances: { "a/b": { name: "N" } } };
  assert.equal((await server.of("PUT", "acme/manifest", { body, headers: creating })).status, 201);
  assert.deepEqual(
    (await server.of("GET", "acme/instances")).json<InstanceList>().instances.map(({ id }) => id),
    ["a/b"],
  );
});

test("a window created here belongs to the API alone, and one from the manifest stays with the manifest", async () => {
  const server = await adminServerWithProject();
  const form = { start: "2026-12-24T20:00", duration: "PT4H" };
  assert.equal((await server.of("PUT", "acme/windows/holidays", { body: form, headers: creating })).status, 201);
  await server.of("PUT", "acme/windows/december", { body: form, headers: replacing });
  const list = (await server.of("GET", "acme/windows")).json<WindowList>();
  assert.deepEqual(
    list.windows.map(({ id, origin }) => [id, origin]),
    [
      ["december", "manifest"],
      ["holidays", "api"],
    ],
  );
  const read = await server.of("GET", "acme/windows/holidays");
  const back = await server.of("PUT", "acme/windows/holidays", {
    body: read.text,
    headers: { "if-match": read.headers.get("etag") ?? "" },
  });
  assert.equal(back.json<ChangeAnswer>().changed, false);
});

test("a window with an invalid name, or with unknown instances, is refused", async () => {
  const server = await adminServerWithProject();
  const body = { start: "2026-12-24T20:00", duration: "PT4H", instances: ["eu-1", "mars"] };
  const misnamed = await server.of("PUT", "acme/windows/Big%20Day", { body, headers: creating });
  assert.deepEqual(
    misnamed.json<ProblemDocument>().errors?.map(({ path }) => path),
    ["windows.Big Day"],
  );
  const dangling = await server.of("PUT", "acme/windows/big-day", { body, headers: creating });
  assert.deepEqual(
    dangling.json<ProblemDocument>().errors?.map(({ path, line }) => [path, line]),
    [["windows.big-day.instances.1", 1]],
  );
});

test("a window in force goes only by override; a plan says so and lists everything else too", async () => {
  const server = await adminServerWithProject();
  server.now = Date.parse("2026-12-06T01:30:00Z");
  assert.equal((await server.of("DELETE", "acme/windows/december", { headers: replacing })).status, 409);
  const dry = (await server.of("DELETE", "acme/windows/december?dry_run=true", { headers: replacing })).json<ChangeAnswer>();
  assert.deepEqual(
    dry.refusals.map(({ guard }) => guard),
    ["running_window"],
  );
  const done = await server.of("DELETE", "acme/windows/december?override=running_window&reason=done+early", {
    headers: replacing,
  });
  assert.equal(done.status, 200);
  assert.deepEqual(
    done.json<ChangeAnswer>().refusals.map(({ guard }) => guard),
    ["running_window"],
  );
});

test("a missing part cannot be edited or deleted", async () => {
  const server = await adminServerWithProject();
  for (const path of ["acme/policies/huawei", "acme/windows/none", "acme/instances/none"]) {
    assert.equal((await server.of("DELETE", path, { headers: replacing })).status, 404, path);
  }
  assert.equal((await server.of("PATCH", "acme/policies/huawei", { body: {}, headers: replacing })).status, 404);
});
