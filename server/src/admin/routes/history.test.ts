import assert from "node:assert/strict";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { CreatedToken } from "drawbridge-rules/wire/token.ts";
import { acme, replacing } from "../../../test/admin-server.ts";
import { acmeTest as test } from "../../../test/server-test.ts";

test("history has actor, time, reason and changes, in the form of the resources", async (server) => {
  await server.of("PATCH", "acme/platforms/ios?reason=2.4+crashes", { body: { minimum: "2.5" }, headers: replacing });
  const [commit] = (await server.of("GET", "acme/history")).json<History>().commits;
  assert.deepEqual(commit, {
    revision: 2,
    at: "2026-11-21T12:00:00.000+00:00",
    actor: "environment",
    actor_name: null,
    reason: "2.4 crashes",
    overridden: [],
    undone: null,
    restored: null,
    changes: [
      {
        kind: "platform",
        id: "ios",
        before: { minimum: "2.4.0" },
        after: { minimum: "2.5" },
        differences: [{ path: "minimum", before: "2.4.0", after: "2.5" }],
      },
    ],
  });
});

test("history is read a page at a time, newest first, and the pages leave nothing out", async (server) => {
  for (let i = 0; i < 6; i++) await server.of("PATCH", "acme", { body: { name: `Acme ${i}` }, headers: replacing });
  const seen: number[] = [];
  for (let next: number | null = 1000; next !== null; ) {
    const page: History = (await server.of("GET", `acme/history?limit=3&before=${next}`)).json();
    seen.push(...page.commits.map(({ revision }) => revision));
    next = page.next;
  }
  assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1]);
  for (const query of ["limit=0", "limit=201", "before=0", "before=x", "page=2"])
    assert.equal((await server.of("GET", `acme/history?${query}`)).status, 422, query);
});

test("what was applied last is no change", async (server) => {
  await server.of("POST", "acme/keys", { body: { name: "ios" } });
  const { commits } = (await server.of("GET", "acme/history")).json<History>();
  const kinds = commits.flatMap(({ changes }) => changes.map(({ kind }) => kind));
  assert.deepEqual([...new Set(kinds)].sort(), ["instance", "platform", "project", "read_key", "window"]);
});

test("a deleted project still has its history; one that never was has none", async (server) => {
  await server.of("DELETE", "acme", { headers: replacing });
  const { commits } = (await server.of("GET", "acme/history")).json<History>();
  const actual = commits[0]?.changes.every(({ after }) => after === null);
  assert.deepEqual(actual, true);
  assert.equal((await server.of("GET", "never/history")).status, 404);
});

test("history is filtered by kind, resource, actor and start", async (server) => {
  const script = await server.of("POST", "acme/tokens", { body: { name: "deploy script", role: "editor" } });
  const { id, token } = script.json<CreatedToken>();
  server.now += 60_000;
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "2.5" }, headers: replacing, token });
  await server.of("PATCH", "acme/platforms/android", { body: { minimum: "2.5" }, headers: replacing });
  server.now += 60_000;
  await server.of("PATCH", "acme", { body: { name: "New" }, headers: replacing, token });
  const found = async (query: string) =>
    (await server.of("GET", `acme/history?${query}`)).json<History>().commits.map(({ revision }) => revision);
  assert.deepEqual(await found("kind=platform"), [4, 3, 1]);
  assert.deepEqual(await found("kind=platform&id=ios"), [3, 1]);
  assert.deepEqual(await found("kind=project&id="), [5, 1]);
  assert.deepEqual(await found(`actor=${id}`), [5, 3]);
  assert.deepEqual(await found(`actor=${id}&kind=platform`), [3]);
  assert.deepEqual(await found("since=3"), [5, 4]);
  assert.deepEqual(await found("since=2026-11-21T13:01:00%2B01:00"), [5, 4, 3]);
  assert.deepEqual(await found("since=2026-11-21T12:02:00Z&before=5"), []);
  assert.deepEqual(await found("actor=unknown"), []);
  const [ios] = (await server.of("GET", "acme/history?kind=platform&id=ios&before=2")).json<History>().commits;
  const actual = ios?.changes.map((change) => [change.kind, change.id]);
  assert.deepEqual(actual, [["platform", "ios"]]);
  const [renamed] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits;
  assert.equal(renamed?.actor_name, "deploy script");
  for (const query of ["id=ios", "kind=secret", "since=yesterday", "since=2026-11-21", "kind=platform&id=%00"])
    assert.equal((await server.of("GET", `acme/history?${query}`)).status, 422, query);
});

test("the installation has a history of its own, which a project's does not show", async (server) => {
  const { id } = (await server.ask("POST", "/admin/v1/tokens", { body: { name: "recovery" } })).json<CreatedToken>();
  await server.ask("POST", `/admin/v1/tokens/${id}/revoke?reason=leaked`);
  const { commits, compacted } = (await server.ask("GET", "/admin/v1/history")).json<History>();
  const actual = commits.map(({ reason, changes }) => [reason, changes[0]?.kind, changes[0]?.differences.length !== 0]);
  assert.deepEqual(actual, [
    ["leaked", "token", true],
    ["", "token", true],
  ]);
  assert.equal(compacted, null);
  assert.doesNotMatch((await server.of("GET", "acme/history")).text, /recovery/);
});

test("history shows people by name while they have one, and by id after that", async (server) => {
  const { accounts } = server.store;
  const person = { id: "u_k3v7q2zd5m", login: "dana@acme.test", name: "Dana", createdAt: server.now, disabledAt: null };
  await accounts.addPerson(person, {});
  const edits = () => [{ kind: "grant", id: person.id, value: { role: "viewer" } } as const];
  await server.publisher.publish({ project: "acme", actor: person.id, reason: "", edits });
  const last = async () => (await server.of("GET", "acme/history?limit=1")).json<History>().commits[0];
  assert.deepEqual([(await last())?.actor, (await last())?.actor_name], [person.id, "Dana"]);
  assert.deepEqual((await last())?.changes, [
    { kind: "grant", id: person.id, before: null, after: { role: "viewer" }, differences: [{ path: "role", after: "viewer" }] },
  ]);
  await accounts.erase(person.id);
  assert.deepEqual([(await last())?.actor, (await last())?.actor_name], [person.id, null]);
  assert.doesNotMatch(JSON.stringify([await server.store.rows(), await server.store.history("acme", { limit: 200 })]), /Dana/);
});

test("a page is shorter if its commits changed thousands of things, and the next one continues", async (server) => {
  for (let n = 0; n < 25; n++) {
    const instances = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`eu-${i}`, { name: `Europe ${n}` }]));
    const body = { ...acme, instances: { ...acme.instances, ...instances } };
    await server.of("PUT", "acme/manifest", { body, headers: replacing });
  }
  const seen: number[] = [];
  const sizes: number[] = [];
  for (let next: number | null = 1_000; next !== null; ) {
    const page: History = (await server.of("GET", `acme/history?limit=200&before=${next}`)).json();
    seen.push(...page.commits.map(({ revision }) => revision));
    sizes.push(page.commits.length);
    next = page.next;
  }
  const expected = Array.from({ length: 26 }, (_, n) => 26 - n);
  assert.deepEqual(seen, expected);
  assert.deepEqual(sizes, [20, 6]);
});
