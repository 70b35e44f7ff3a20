import assert from "node:assert/strict";
import { test } from "node:test";
import { freeAddress } from "../../server/test/free-port.ts";
import { pluck } from "../../server/test/pluck.ts";
import { type Answer, json, problem, serving } from "../test/serving.ts";
import {
  AdminError,
  AdminUnreachable,
  createAdminClient,
  isNotFound,
  isRefused,
  isStale,
  isUnreachable,
  proposedChange,
} from "./admin.ts";

const cut: Answer = (req) => req.socket.destroy();

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail("it did not fail"),
    (error: unknown) => error,
  );
}

test("what is read carries the token, and its ETag comes with it", async (t) => {
  const { client, received } = await serving(t, json({ id: "shop", revision: 3 }, 200, { etag: '"e.3"' }));
  assert.deepEqual(await client.getProject({ project: "shop" }), { value: { id: "shop", revision: 3 }, etag: '"e.3"' });
  assert.equal(received[0]?.line, "GET /admin/v1/projects/shop");
  assert.equal(received[0]?.headers.authorization, "Bearer dba_test");
});

test("every segment of a path is encoded", async (t) => {
  const { client, received } = await serving(t, json({}));
  await client.getInstance({ project: "shop", instance: "eu/1 ?#ü" });
  assert.equal(received[0]?.line, "GET /admin/v1/projects/shop/instances/eu%2F1%20%3F%23%C3%BC");
});

test("an edit is sent on the condition that nothing changed, a creation that there is nothing", async (t) => {
  const { client, received } = await serving(t, json({ revision: 1 }));
  await client.patchPlatform({
    project: "shop",
    platform: "ios",
    body: { minimum: null },
    etag: '"e.1"',
    dry_run: true,
    override: ["in_use", "store_link"],
    reason: "a b",
  });
  await client.putPlatform({ project: "shop", platform: "ios", body: { minimum: "1.0" }, etag: null });
  const actual = received[0]?.line;
  assert.equal(actual, "PATCH /admin/v1/projects/shop/platforms/ios?dry_run=true&override=in_use%2Cstore_link&reason=a+b");
  assert.equal(received[0]?.headers["if-match"], '"e.1"');
  assert.equal(received[0]?.headers["content-type"], "application/merge-patch+json");
  assert.equal(received[0]?.body, '{"minimum":null}');
  assert.equal(received[1]?.line, "PUT /admin/v1/projects/shop/platforms/ios");
  assert.equal(received[1]?.headers["if-none-match"], "*");
});

test("a creation whose answer was lost is sent again as the same creation", async (t) => {
  const { client, received } = await serving(t, cut, json({ id: "k_1", key: "dbr_x" }, 201), cut);
  assert.equal((await client.createReadKey({ project: "shop", body: { name: "iOS" } })).id, "k_1");
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
  assert.ok(isUnreachable(await errorOf(client.getStatus())), "the second failure of the network is the end");
  assert.equal(received.length, 4);
});

test("an edit whose answer was lost is not sent again", async (t) => {
  const { client, received } = await serving(t, cut);
  const error = await errorOf(client.applyManifest({ project: "shop", body: "project: shop", etag: '"e.1"' }));
  assert.ok(isUnreachable(error) && error.reason === "failed");
  assert.equal(received.length, 1);
});

test("an edit that is proposed, and whose answer was lost, is sent again as the same proposal", async (t) => {
  const { client, received } = await serving(t, cut, json({ proposal: { id: "p_1" }, hash: "h", plan: {} }, 202));
  const answer = await client.deletePlatform({ project: "shop", platform: "ios", etag: '"e.1"', propose: true });
  assert.equal(proposedChange(answer)?.proposal.id, "p_1");
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  assert.deepEqual([keys.length, keys[0]], [2, keys[1]]);
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
});

test("where nothing listens, no server answers", async () => {
  const url = `http://${await freeAddress()}`;
  const error = await errorOf(createAdminClient({ url }).getStatus());
  assert.ok(error instanceof AdminUnreachable);
  assert.deepEqual([error.reason, error.message], ["refused", `no server answers at ${url}`]);
});

test("an answer that is not whole in time is none, and is not asked for again", async (t) => {
  const { url, received } = await serving(
    t,
    (_, res) => void res.writeHead(200, { "content-type": "application/json" }).write("{"),
  );
  const error = await errorOf(createAdminClient({ url, timeout: 4_000 }).getStatus());
  assert.ok(error instanceof AdminUnreachable);
  assert.deepEqual([error.reason, error.message, received.length], ["timeout", `${url} did not answer within 4 s`, 1]);
});

test("a problem has everything that the server said of it", async (t) => {
  const errors = [{ path: "platforms.ios", detail: "forces an upgrade" }];
  const { client } = await serving(
    t,
    problem(409, "refused", { errors }),
    problem(503, "unavailable", {}, { "retry-after": "7" }),
  );
  const refused = await errorOf(client.deleteProject({ project: "shop", etag: '"e.1"' }));
  assert.ok(isRefused(refused));
  assert.deepEqual([refused.status, refused.detail, refused.errors, refused.retryAfter], [409, "it is refused", errors, null]);
  const unavailable = await errorOf(client.getStatus());
  assert.ok(unavailable instanceof AdminError);
  assert.deepEqual([unavailable.code, unavailable.retryAfter], ["unavailable", 7]);
});

test("each guard knows its own code", async (t) => {
  const { client } = await serving(t, problem(412, "stale"), problem(404, "not_found"));
  const [stale, notFound] = [await errorOf(client.getStatus()), await errorOf(client.getStatus())];
  assert.deepEqual([isStale(stale), isNotFound(stale), isStale(notFound), isNotFound(notFound)], [true, false, false, true]);
});

test("what is no Drawbridge is said to be none", async (t) => {
  const html: Answer = (_, res) => res.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
  const page: Answer = (_, res) => res.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  const moved: Answer = (_, res) => res.writeHead(301, { location: "https://elsewhere.example/" }).end();
  const { client } = await serving(t, html, page, moved, json("no problem", 400));
  const details = [];
  for (let i = 0; i < 4; i++) {
    const error = await errorOf(client.getStatus());
    assert.ok(error instanceof AdminError && error.code === "unexpected_answer");
    details.push(error.detail);
  }
  assert.deepEqual(details, [
    "the answer is not Drawbridge's: status 502 with text/html",
    "the answer is not Drawbridge's: it is not JSON",
    "the answer is not Drawbridge's: status 301 with a redirect to https://elsewhere.example/",
    "the answer is not Drawbridge's: status 400 with application/json",
  ]);
});

test("a list of projects is read to its end", async (t) => {
  const item = (id: string) => ({ id, name: id, revision: 1, etag: '"e.1"' });
  const { client, received } = await serving(
    t,
    json({ projects: [item("a")], next: "a" }),
    json({ projects: [item("b")], next: null }),
  );
  assert.deepEqual(pluck(await client.listAll("listProjects", { query: "a" }), "id"), ["a", "b"]);
  assert.deepEqual(pluck(received, "line"), [
    "GET /admin/v1/projects?query=a&limit=1000",
    "GET /admin/v1/projects?query=a&limit=1000&after=a",
  ]);
});

test("a compaction that takes long is asked for until it is done, and told as one", async (t) => {
  const part = (changes: number, freed: number | null, more: boolean) =>
    json({ dry_run: false, compacted: 7, changes, bytes: 10 * changes, freed, more });
  const { client, received } = await serving(t, part(3, null, true), part(2, 4096, true), part(0, 4096, false));
  assert.deepEqual(await client.compactAll(), { dry_run: false, compacted: 7, changes: 5, bytes: 50, freed: 8192, more: false });
  assert.equal(received.length, 3);
  assert.equal(new Set(received.map(({ headers }) => headers["idempotency-key"])).size, 3);
});

test("an edit can be proposed, also in place of an earlier proposal, and says what was reviewed", async (t) => {
  const { client, received } = await serving(t, json({}));
  const ios = { project: "acme", platform: "ios", etag: '"e.1"' };
  await client.deletePlatform({ ...ios, reviewed: "r1", propose: true, reason: "because" });
  await client.deletePlatform({ ...ios, propose: "p_1" });
  assert.deepEqual(pluck(received, "line"), [
    "DELETE /admin/v1/projects/acme/platforms/ios?reviewed=r1&propose=true&reason=because",
    "DELETE /admin/v1/projects/acme/platforms/ios?propose=p_1",
  ]);
});

test("a verb goes under the Idempotency-Key that it is given, and a list takes what it is asked for", async (t) => {
  const { client, received } = await serving(t, json({ changed: true }));
  const body = { window: "w", by: "PT15M" };
  await client.extendMaintenance({ project: "shop", body, idempotencyKey: "deploy 17", reason: "slow" });
  await client.listMaintenance({ project: "shop", from: "2026-12-06T02:00:00+01:00", limit: 3, warnings: false });
  assert.deepEqual(pluck(received, "line"), [
    "POST /admin/v1/projects/shop/maintenance/extend?reason=slow",
    "GET /admin/v1/projects/shop/maintenance?from=2026-12-06T02%3A00%3A00%2B01%3A00&limit=3&warnings=false",
  ]);
  assert.deepEqual([received[0]?.body, received[0]?.headers["idempotency-key"]], [JSON.stringify(body), "deploy 17"]);
});

test("without a token the browser's session speaks, to its own origin alone; beside a token no cookie goes along", async () => {
  for (const token of [undefined, "dba_test"]) {
    const fetch: typeof globalThis.fetch = async (_, init = {}) => {
      assert.equal(init.credentials, token ? "omit" : "same-origin");
      assert.equal(new Headers(init.headers).has("authorization"), token !== undefined);
      return Response.json({ actor: "u_1" });
    };
    const client = createAdminClient({ url: "https://drawbridge.example", fetch, ...(token && { token }) });
    assert.deepEqual(await client.getSession(), { actor: "u_1" });
  }
});

test("signing in and out are sent once, also when the network fails; an end without a body is no error", async (t) => {
  const { client, received } = await serving(t, cut, cut, cut, cut, (_, res) => res.writeHead(204).end());
  const uses = [
    () => client.signIn({ body: { login: "ada", password: "a long enough password" } }),
    () => client.signOut(),
    () => client.endSession({ session: "s_0123456789abcdef" }),
    () => client.createPerson({ body: { login: "ada", name: "Ada" } }),
  ];
  for (const use of uses) await assert.rejects(use(), AdminUnreachable);
  assert.deepEqual(pluck(received, "line"), [
    "POST /admin/v1/session",
    "DELETE /admin/v1/session",
    "DELETE /admin/v1/sessions/s_0123456789abcdef",
    "POST /admin/v1/people",
  ]);
  assert.equal(await client.signOut(), undefined);
});
