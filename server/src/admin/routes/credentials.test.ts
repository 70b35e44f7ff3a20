import assert from "node:assert/strict";
import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { CreatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { CreatedToken } from "drawbridge-rules/wire/token.ts";
import { type AdminServer, adminServer, replacing, type TestRequest } from "../../../test/admin-server.ts";
import { acmeTest as test } from "../../../test/server-test.ts";
import { CredentialIndex } from "../../log/credential-index.ts";

const hour = 60 * 60 * 1000;

interface Kind {
  readonly name: string;
  readonly path: string;
  /** Beginnings of its id and of its text. */
  readonly prefix: string;
  readonly text: string;
  readonly body: object;
  /** Returns whether the text of one opens what it is for. */
  readonly opens: (server: AdminServer, text: string) => Promise<boolean> | boolean;
}

const tokenOpens = async (server: AdminServer, token: string, path: string) =>
  (await server.ask("GET", `/admin/v1/${path}`, { token })).status === 200;

/** Returns whether the text opens something after a start on what the store holds. */
async function isInStore({ store, now }: AdminServer, kind: TokenKind, text: string): Promise<boolean> {
  const credentials = new CredentialIndex("token", (token) => token.kind === kind);
  credentials.load(await store.rows());
  return credentials.findActive(text, now) !== null;
}

const kinds: readonly Kind[] = [
  {
    name: "read key",
    path: "/admin/v1/projects/acme/keys",
    prefix: "k_",
    text: "dbr_",
    body: { name: "first" },
    opens: ({ catalog, now }, key) => !("code" in catalog.answer("config", key, "platform=ios&current_version=3", null, now)),
  },
  {
    name: "calendar token",
    path: "/admin/v1/projects/acme/tokens",
    prefix: "f_",
    text: "dbf_",
    body: { kind: "calendar", name: "first" },
    opens: (server, token) => isInStore(server, "calendar", token),
  },
  {
    name: "access token of a project",
    path: "/admin/v1/projects/acme/tokens",
    prefix: "t_",
    text: "dba_",
    body: { name: "first", role: "viewer" },
    opens: (server, token) => tokenOpens(server, token, "projects/acme"),
  },
  {
    name: "access token of the installation",
    path: "/admin/v1/tokens",
    prefix: "t_",
    text: "dba_",
    body: { name: "first" },
    opens: (server, token) => tokenOpens(server, token, "tokens"),
  },
  {
    name: "edge token",
    path: "/admin/v1/tokens",
    prefix: "d_",
    text: "dbe_",
    body: { kind: "edge", name: "first" },
    opens: (server, token) => isInStore(server, "edge", token),
  },
];

type Created = Partial<CreatedReadKey> & CreatedToken;

async function createCredential(server: AdminServer, { path, body }: Kind, more: object = {}, asked: TestRequest = {}) {
  const response = await server.ask("POST", path, { body: { ...body, ...more }, ...asked });
  assert.equal(response.status, 201, response.text);
  const answer = response.json<Created>();
  const { id, key, token } = answer;
  assert.equal(response.headers.get("location"), `${path}/${id}`);
  return { id, text: key ?? token ?? "", path: `${path}/${id}`, answer };
}

const after = (server: AdminServer, ms: number): string => new Date(server.now + ms).toISOString();

for (const kind of kinds) {
  const { name, path, prefix, text: form, opens } = kind;
  const [list = ""] = path.split("/").slice(-1);
  const history = path.replace(list, "history");
  const listed = async (server: AdminServer, query = "") =>
    (await server.ask("GET", path + query)).json<Record<string, readonly { readonly id: string }[]>>()[list] ?? [];

  test(`${name}: its text opens immediately, and after a restart`, async (server) => {
    const { id, text, answer } = await createCredential(server, kind);
    assert.match(text, new RegExp(`^${form}[0-9A-Za-z]{36}$`));
    assert.match(id, new RegExp(`^${prefix}[a-z2-9]{10}$`));
    assert.deepEqual([answer.last4, answer.state, await opens(server, text)], [text.slice(-4), "active", true]);
    assert.equal(await opens(await adminServer(server.store), text), true, "after a restart");
  });

  test(`${name}: revoking is permanent and says whether it was done before; no rollback brings one back`, async (server) => {
    const { text, path: own } = await createCredential(server, kind);
    const { revision } = await server.store.head();
    const revoke = async () => (await server.ask("POST", `${own}/revoke?reason=lost`)).json<Record<string, unknown>>();
    const first = await revoke();
    server.now += 1_000;
    const second = await revoke();
    assert.deepEqual([first.state, first.changed, second.changed], ["revoked", true, false]);
    assert.deepEqual([second.revoked_at, second.revision], [first.revoked_at, first.revision]);
    assert.equal(await opens(server, text), false);
    assert.equal((await listed(server, "?state=revoked&query=first")).length, 1);
    assert.equal((await listed(server, "?state=active&query=first")).length, 0);
    const [commit] = (await server.ask("GET", history)).json<History>().commits;
    assert.deepEqual([commit?.reason, commit?.changes[0]?.after?.state], ["lost", "revoked"]);
    await server.of("PATCH", "acme", { body: { name: "New" }, headers: replacing });
    assert.equal((await server.of("POST", "acme/undo", { body: { to: revision }, headers: replacing })).status, 200);
    assert.equal(await opens(server, text), false);
    assert.equal(await opens(await adminServer(server.store), text), false, "after a restart");
  });

  test(`${name}: one Idempotency-Key makes one, with one text; a day later it brings none back`, async (server) => {
    const before = (await listed(server)).length;
    const more = { headers: { "idempotency-key": "once" } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => createCredential(server, kind, {}, more)));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal((await listed(server)).length, before + 1);
    await server.ask("POST", `${answers[0]?.path}/revoke`);
    server.now += 24 * hour;
    assert.match((await server.ask("POST", path, { body: kind.body, ...more })).said, /^409/);
    assert.equal(await opens(server, answers[0]?.text ?? ""), false);
  });

  test(`${name}: all problems of a request are reported together`, async (server) => {
    const body = { ...kind.body, name: "", expires_at: "2020-01-01T00:00:00Z", scope: 1 };
    const answer = await server.ask("POST", path, { body });
    assert.deepEqual([answer.said, answer.paths], ["422 invalid", ["expires_at", "name", "scope"]]);
    assert.equal((await listed(server, "?query=first")).length, 0);
  });

  test(`${name}: one is read as the list shows it, at the path that its creation answered`, async (server) => {
    const { id, path: own } = await createCredential(server, kind);
    const answer = await server.ask("GET", own);
    assert.deepEqual([answer.status, answer.json()], [200, (await listed(server)).find((entry) => entry.id === id)]);
    const [missing, revoked] = [`${path}/${prefix}unknown`, `${path}/${prefix}unknown/revoke`];
    const read = await server.ask("GET", missing);
    assert.equal(read.said, "404 not_found");
    const detail = (await server.ask("POST", revoked)).json<ProblemDocument>().detail;
    assert.equal(read.json<ProblemDocument>().detail, detail);
    assert.equal((await server.ask("PATCH", missing, { body: {} })).json<ProblemDocument>().detail, detail);
  });

  test(`${name}: one that is to end earlier stops then, and one that is to end later goes on`, async (server) => {
    const [earlier, later] = [
      await createCredential(server, kind),
      await createCredential(server, kind, { expires_at: after(server, hour) }),
    ];
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

  test(`${name}: a new name is in the list and the history, and the same again is no change`, async (server) => {
    const { id, path: own } = await createCredential(server, kind, { expires_at: "2027-01-01T00:00:00Z" });
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

  test(`${name}: a revoked one is not changed, and what is wrong with a change is all said`, async (server) => {
    const { path: own } = await createCredential(server, kind);
    const wrong = await server.ask("PATCH", own, { body: { name: null, expires_at: "2020-01-01T00:00:00Z", role: "owner" } });
    assert.deepEqual([wrong.said, wrong.paths], ["422 invalid", ["expires_at", "name", "role"]]);
    assert.equal((await server.ask("PATCH", own, { body: { name: "" } })).said, "422 invalid");
    await server.ask("POST", `${own}/revoke`);
    assert.equal((await server.ask("PATCH", own, { body: { name: "second" } })).said, "409 conflict");
    assert.equal((await server.ask("PATCH", own, { body: { expires_at: null } })).said, "409 conflict");
  });
}

test("the end of a key that rehearses is fixed; its name is not", async (server) => {
  const body = { name: "testers", rehearsal: { ignore_maintenance: true }, expires_at: after(server, hour) };
  const { id } = (await server.of("POST", "acme/keys", { body })).json<{ id: string }>();
  for (const expires_at of [null, after(server, hour / 2)])
    assert.equal((await server.of("PATCH", `acme/keys/${id}`, { body: { expires_at } })).said, "409 conflict");
  assert.equal((await server.of("PATCH", `acme/keys/${id}`, { body: { name: "QA" } })).status, 200);
});

test("a replaced key can end later while it opens, and stays expired afterwards", async (server) => {
  const { id } = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<{ id: string }>();
  await server.of("POST", `acme/keys/${id}/rotate`, { body: { overlap: "PT1H" } });
  const extend = (expires_at: string | null) => server.of("PATCH", `acme/keys/${id}`, { body: { expires_at } });
  assert.equal((await extend(after(server, 2 * hour))).status, 200);
  server.now += 2 * hour;
  assert.equal((await extend(after(server, hour))).said, "409 conflict");
  assert.equal((await extend(null)).said, "409 conflict");
});
