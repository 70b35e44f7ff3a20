import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "../../../../client/src/wire.ts";
import { acme, adminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";

test("history has who, when, why and what, in the form in which things are read", async () => {
  const server = await adminServerWithProject();
  await server.of("PATCH", "acme/policies/ios?reason=2.4+crashes", { body: { minimum: "2.5" }, headers: replacing });
  const [commit] = (await server.of("GET", "acme/history")).json<wire.History>().commits;
  assert.deepEqual(commit, {
    revision: 2,
    at: "2026-11-21T12:00:00.000+00:00",
    actor: "environment",
    reason: "2.4 crashes",
    overridden: [],
    changes: [{ kind: "platform", id: "ios", before: { minimum: "2.4.0" }, after: { minimum: "2.5" } }],
  });
});

test("history is read a page at a time, newest first, and the pages leave nothing out", async () => {
  const server = await adminServerWithProject();
  for (let i = 0; i < 6; i++) await server.of("PATCH", "acme", { body: { name: `Acme ${i}` }, headers: replacing });
  const seen: number[] = [];
  for (let next: number | null = 1000; next !== null; ) {
    const page: wire.History = (await server.of("GET", `acme/history?limit=3&before=${next}`)).json();
    seen.push(...page.commits.map(({ revision }) => revision));
    next = page.next;
  }
  assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1]);
  for (const query of ["limit=0", "limit=201", "before=0", "before=x", "page=2"]) {
    assert.equal((await server.of("GET", `acme/history?${query}`)).status, 422, query);
  }
});

test("what was applied last is not a change that anybody made, and hashes are in no page", async () => {
  const server = await adminServerWithProject();
  await server.of("POST", "acme/keys", { body: { name: "ios" } });
  await server.of("POST", "acme/keys/import", { body: { name: "old", value: "legacy-key-0123456789" } });
  const { text, json } = await server.of("GET", "acme/history");
  assert.doesNotMatch(text, /[0-9a-f]{64}|"hash"|legacy-key/);
  const kinds = json<wire.History>().commits.flatMap(({ changes }) => changes.map(({ kind }) => kind));
  assert.deepEqual([...new Set(kinds)].sort(), ["instance", "platform", "project", "read_key", "window"]);
});

test("a deleted project still has its history; one that never was has none", async () => {
  const server = await adminServerWithProject();
  await server.of("DELETE", "acme", { headers: replacing });
  const { commits } = (await server.of("GET", "acme/history")).json<wire.History>();
  assert.deepEqual(
    commits[0]?.changes.every(({ after }) => after === null),
    true,
  );
  assert.equal((await server.of("GET", "never/history")).status, 404);
});

test("history of one project has nothing of another", async () => {
  const server = await adminServer();
  await server.of("PUT", "acme/manifest", { body: acme, headers: creating });
  await server.of("PUT", "other", { body: { name: "Other" }, headers: creating });
  const { text } = await server.of("GET", "other/history");
  assert.doesNotMatch(text, /Acme/);
});
