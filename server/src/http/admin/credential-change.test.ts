import assert from "node:assert/strict";
import { test } from "node:test";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, type Answered, adminServerWithProject } from "../../../test/admin-server.ts";
import { personIn } from "../../../test/project-people.ts";
import { EdgeTokenRing } from "../../edge/edge-token-ring.ts";
import { FeedTokenRing } from "../feeds/feed-token-ring.ts";

const hour = 60 * 60 * 1000;

interface Kind {
  readonly path: string;
  /** Path of the history that tells of it. */
  readonly history: string;
  readonly list: string;
  readonly prefix: string;
  readonly body: object;
  /** Whether the text of one opens what it is for. */
  readonly opens: (server: AdminServer, text: string) => Promise<boolean> | boolean;
}

const tokenOpens = async (server: AdminServer, token: string, path: string) =>
  (await server.ask("GET", `/admin/v1/${path}`, { token })).status === 200;

const kinds: readonly Kind[] = [
  {
    path: "/admin/v1/projects/acme/keys",
    history: "/admin/v1/projects/acme/history",
    list: "keys",
    prefix: "k_",
    body: { name: "first" },
    opens: ({ catalog, now }, key) => !("code" in catalog.answer("config", key, "platform=ios&current_version=3", null, now)),
  },
  {
    path: "/admin/v1/projects/acme/feed-tokens",
    history: "/admin/v1/projects/acme/history",
    list: "feed_tokens",
    prefix: "f_",
    body: { name: "first" },
    async opens(server, token) {
      const ring = new FeedTokenRing();
      ring.load(await server.store.rows());
      return ring.find(token, server.now) !== null;
    },
  },
  {
    path: "/admin/v1/projects/acme/tokens",
    history: "/admin/v1/projects/acme/history",
    list: "tokens",
    prefix: "t_",
    body: { name: "first", role: "viewer" },
    opens: (server, token) => tokenOpens(server, token, "projects/acme"),
  },
  {
    path: "/admin/v1/tokens",
    history: "/admin/v1/history",
    list: "tokens",
    prefix: "t_",
    body: { name: "first" },
    opens: (server, token) => tokenOpens(server, token, "tokens"),
  },
  {
    path: "/admin/v1/edge-tokens",
    history: "/admin/v1/history",
    list: "edge_tokens",
    prefix: "d_",
    body: { name: "first" },
    async opens(server, token) {
      const ring = new EdgeTokenRing();
      ring.load(await server.store.rows());
      return ring.find(token, server.now) !== null;
    },
  },
];

interface Made {
  readonly id: string;
  readonly text: string;
  readonly path: string;
}

async function made(server: AdminServer, { path, body }: Kind, more: object = {}): Promise<Made> {
  const answer = await server.ask("POST", path, { body: { ...body, ...more } });
  assert.equal(answer.status, 201, answer.text);
  const { id, key, token } = answer.json<{ readonly id: string; readonly key?: string; readonly token?: string }>();
  assert.equal(answer.headers.get("location"), `${path}/${id}`);
  return { id, text: key ?? token ?? "", path: `${path}/${id}` };
}

function after(server: AdminServer, ms: number): string {
  return new Date(server.now + ms).toISOString();
}

function codeOf(answer: Answered): string {
  return `${answer.status} ${answer.json<ProblemDocument>().code}`;
}

for (const kind of kinds) {
  const { path, history, list, prefix, opens } = kind;

  test(`${path}: one is read as the list shows it, at the path that its creation answered`, async () => {
    const server = await adminServerWithProject();
    const { id, path: own } = await made(server, kind);
    const entries = (await server.ask("GET", path)).json<Record<string, readonly { readonly id: string }[]>>()[list] ?? [];
    const answer = await server.ask("GET", own);
    assert.deepEqual([answer.status, answer.json()], [200, entries.find((entry) => entry.id === id)]);
    assert.doesNotMatch(answer.text, /[0-9a-f]{64}|"hash"/);
    const [missing, revoked] = [`${path}/${prefix}nobody`, `${path}/${prefix}nobody/revoke`];
    const read = await server.ask("GET", missing);
    assert.equal(codeOf(read), "404 not_found");
    const detail = (await server.ask("POST", revoked)).json<ProblemDocument>().detail;
    assert.equal(read.json<ProblemDocument>().detail, detail);
    assert.equal((await server.ask("PATCH", missing, { body: {} })).json<ProblemDocument>().detail, detail);
  });

  test(`${path}: one that is to end earlier stops then, and one that is to end later goes on`, async () => {
    const server = await adminServerWithProject();
    const [earlier, later] = [await made(server, kind), await made(server, kind, { expires_at: after(server, hour) })];
    const patch = (own: string, body: object) => server.ask("PATCH", own, { body });
    assert.equal((await patch(earlier.path, { expires_at: after(server, hour / 2) })).status, 200);
    assert.equal((await patch(later.path, { expires_at: after(server, 2 * hour) })).status, 200);
    server.now += hour / 2;
    assert.deepEqual([await opens(server, earlier.text), await opens(server, later.text)], [false, true]);
    server.now += hour;
    assert.equal(await opens(server, later.text), true);
    const again = await patch(earlier.path, { expires_at: null });
    assert.deepEqual([again.json<{ state: string }>().state, await opens(server, earlier.text)], ["active", true]);
  });

  test(`${path}: a new name is in the list and the history, and the same again is no change`, async () => {
    const server = await adminServerWithProject();
    const { id, path: own } = await made(server, kind, { expires_at: "2027-01-01T00:00:00Z" });
    const headers = { "idempotency-key": "once" };
    const rename = async (more: object = { headers }) => {
      const answer = await server.ask("PATCH", `${own}?reason=typo`, { body: { name: "second" }, ...more });
      assert.equal(answer.status, 200, answer.text);
      return answer.json<{ name: string; expires_at: string; changed: boolean; revision: number }>();
    };
    const first = await rename();
    assert.deepEqual([first.name, first.changed], ["second", true]);
    assert.match(first.expires_at, /^2027-01-01/);
    assert.deepEqual(await rename(), first);
    assert.equal((await rename({})).changed, false);
    const [commit] = (await server.ask("GET", history)).json<History>().commits;
    assert.deepEqual([commit?.revision, commit?.reason, commit?.changes[0]?.id], [first.revision, "typo", id]);
    assert.deepEqual(commit?.changes[0]?.differences, [{ path: "name", before: "first", after: "second" }]);
  });

  test(`${path}: a revoked one is not changed, and what is wrong with a change is all said`, async () => {
    const server = await adminServerWithProject();
    const { path: own } = await made(server, kind);
    const wrong = await server.ask("PATCH", own, { body: { name: null, expires_at: "2020-01-01T00:00:00Z", role: "owner" } });
    const paths = wrong.json<ProblemDocument>().errors?.map((problem) => problem.path);
    assert.deepEqual([codeOf(wrong), paths?.sort()], ["422 invalid", ["expires_at", "name", "role"]]);
    assert.equal(codeOf(await server.ask("PATCH", own, { body: { name: "" } })), "422 invalid");
    await server.ask("POST", `${own}/revoke`);
    assert.equal(codeOf(await server.ask("PATCH", own, { body: { name: "second" } })), "409 conflict");
    assert.equal(codeOf(await server.ask("PATCH", own, { body: { expires_at: null } })), "409 conflict");
  });
}

test("sent twice with one Idempotency-Key, a creation answers the same Location", async () => {
  const server = await adminServerWithProject();
  const create = () =>
    server.ask("POST", "/admin/v1/edge-tokens", { body: { name: "x" }, headers: { "idempotency-key": "once" } });
  const [first, second] = [await create(), await create()];
  assert.equal(second.headers.get("location"), first.headers.get("location"));
});

test("an imported and a rotated key have a Location", async () => {
  const server = await adminServerWithProject();
  const imported = await server.of("POST", "acme/keys/import", { body: { name: "old", value: "carried-since-2019" } });
  const { id } = imported.json<{ id: string }>();
  assert.equal(imported.headers.get("location"), `/admin/v1/projects/acme/keys/${id}`);
  const rotated = await server.of("POST", `acme/keys/${id}/rotate`);
  assert.equal(rotated.headers.get("location"), `/admin/v1/projects/acme/keys/${rotated.json<{ id: string }>().id}`);
});

test("the end of a key that rehearses is fixed; its name is not", async () => {
  const server = await adminServerWithProject();
  const body = { name: "testers", rehearsal: { ignore_maintenance: true }, expires_at: after(server, hour) };
  const { id } = (await server.of("POST", "acme/keys", { body })).json<{ id: string }>();
  for (const expires_at of [null, after(server, hour / 2)])
    assert.equal(codeOf(await server.of("PATCH", `acme/keys/${id}`, { body: { expires_at } })), "409 conflict");
  assert.equal((await server.of("PATCH", `acme/keys/${id}`, { body: { name: "QA" } })).status, 200);
});

test("a replaced key can end later while it opens, and stays expired afterwards", async () => {
  const server = await adminServerWithProject();
  const { id } = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<{ id: string }>();
  await server.of("POST", `acme/keys/${id}/rotate`, { body: { overlap: "PT1H" } });
  const extend = (expires_at: string | null) => server.of("PATCH", `acme/keys/${id}`, { body: { expires_at } });
  assert.equal((await extend(after(server, 2 * hour))).status, 200);
  server.now += 2 * hour;
  assert.equal(codeOf(await extend(after(server, hour))), "409 conflict");
  assert.equal(codeOf(await extend(null)), "409 conflict");
});

test("a token whose creator is disabled changes no end", async () => {
  const server = await adminServerWithProject();
  const ada = await personIn(server, "acme", "ada", "owner");
  const { token } = (await ada.of("POST", "acme/tokens", { body: { name: "ci", role: "owner" } })).json<{ token: string }>();
  const { id } = (await ada.of("POST", "acme/keys", { body: { name: "ios" } })).json<{ id: string }>();
  await server.ask("POST", "/admin/v1/people/u_ada/disable");
  assert.equal(codeOf(await server.of("PATCH", `acme/keys/${id}`, { body: { expires_at: null }, token })), "403 forbidden");
});
