import assert from "node:assert/strict";
import { it } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { CreatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { adminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { testWith } from "../../../test/test-with.ts";

const test = testWith(adminServerWithProject);

it("a project is made once: the second time it exists", async () => {
  const server = await adminServer();
  const made = await server.of("PUT", "shop", { body: { name: "Shop" }, headers: creating });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get("location"), "/admin/v1/projects/shop");
  const again = await server.of("PUT", "shop", { body: { name: "Shop" }, headers: creating });
  assert.equal(again.status, 412);
  const read = await server.of("GET", "shop");
  assert.deepEqual(read.json(), {
    id: "shop",
    name: "Shop",
    languages: ["en"],
    ttl: "PT30S",
    reminder: "PT1H",
    no_window: "epoch",
    revision: 1,
  });
  assert.equal(read.headers.get("etag"), made.headers.get("etag"));
});

test("sending back the resource as read changes nothing", async (server) => {
  const read = await server.of("GET", "acme");
  const answer = await server.of("PUT", "acme", { body: read.text, headers: { "if-match": read.headers.get("etag") ?? "" } });
  assert.equal(answer.status, 200);
  assert.equal(answer.json<ChangeAnswer>().changed, false);
  const other = await server.of("PUT", "acme", { body: { id: "other" }, headers: replacing });
  assert.deepEqual(other.paths, ["id"]);
});

test("a project goes with everything in it, and a key that is in use stands against it", async (server) => {
  const key = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<CreatedReadKey>();
  const refused = await server.of("DELETE", "acme", { headers: replacing });
  assert.deepEqual(pluck(refused.json<ProblemDocument>().guards, "path", "code"), [[`keys.${key.id}`, "in_use"]]);
  const gone = await server.of("DELETE", "acme?override=in_use&reason=end+of+life", { headers: replacing });
  assert.equal(gone.status, 200);
  assert.equal(gone.json<ChangeAnswer>().etag, null);
  for (const path of "acme acme/manifest acme/platforms acme/platforms/ios acme/windows acme/instances/eu-1 acme/keys".split(" "))
    assert.equal((await server.of("GET", path)).status, 404, path);
  assert.deepEqual(await server.store.rows("acme"), []);
});

it("an unknown project is 404, even with an invalid id", async () => {
  const server = await adminServer();
  for (const id of ["none", "Not-A-Slug", "__proto__", "%20", "a".repeat(64)]) {
    assert.equal((await server.of("GET", id)).status, 404, id);
    assert.equal((await server.of("PATCH", id, { body: {}, headers: replacing })).status, 404, id);
    assert.equal((await server.of("PUT", `${id}/instances/a`, { body: { name: "A" }, headers: creating })).status, 404, id);
    assert.equal((await server.of("GET", `${id}/simulate?instance=a`)).status, 404, id);
    assert.equal((await server.of("POST", `${id}/undo`, { body: { to: 1 } })).status, 404, id);
  }
});

test("a GET with the tag that is known is 304", async (server) => {
  const etag = (await server.of("GET", "acme")).headers.get("etag") ?? "";
  const known = await server.of("GET", "acme", { headers: { "if-none-match": etag } });
  assert.deepEqual([known.status, known.text, known.headers.get("etag")], [304, "", etag]);
  await server.of("PATCH", "acme", { body: { name: "New" }, headers: replacing });
  assert.equal((await server.of("GET", "acme", { headers: { "if-none-match": etag } })).status, 200);
});
