import assert from "node:assert/strict";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import type { CreatedReadKey, ReadKeyList } from "drawbridge-rules/wire/read-key.ts";
import type { InstallationUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import { type AdminServer, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";
import { answerRead } from "../../reads/read-api.ts";

const hour = 3_600_000;

async function createKey(server: AdminServer, body: object = { name: "ios" }, project = "acme"): Promise<CreatedReadKey> {
  return (await server.of("POST", `${project}/keys`, { body })).json();
}

function ask(
  server: AdminServer,
  key: string | null,
  query = "platform=ios&current_version=3.0.0",
  times = 1,
  at = "config",
): void {
  const api = { servesReads: true, catalog: server.catalog, now: () => server.now };
  const nothing = { ifNoneMatch: null, acceptLanguage: null, contentLength: 0, chunked: false };
  for (let i = 0; i < times; i++)
    answerRead(api, { method: "GET", path: `/api/v1/${at}`, query, key, keyCount: key === null ? 0 : 1, ...nothing });
}

const installation = async (server: AdminServer) => (await server.ask("GET", "/admin/v1/usage")).json<InstallationUsage>();
const usageOf = async (server: AdminServer, query = "") => (await server.of("GET", `acme/usage${query}`)).json<ProjectUsage>();

test("the keys of a project tell when each was last used, and how often in the last 24 hours", async (server) => {
  const { id, key } = await createKey(server);
  server.now += 1;
  await createKey(server, { name: "never" });
  ask(server, key, undefined, 3);
  const used = new Date(server.now).toISOString().replace("Z", "+00:00");
  server.now += hour;
  await server.of("POST", `acme/keys/${id}/revoke`);
  ask(server, key, undefined, 2);
  const listed = async () => (await server.of("GET", "acme/keys")).json<ReadKeyList>().keys;
  assert.deepEqual(pluck(await listed(), "last_used_at", "requests_24h", "refused_24h"), [
    [used, 3, 2],
    [null, 0, 0],
  ]);
  server.now += 48 * hour;
  assert.deepEqual(pluck((await listed()).slice(0, 1), "last_used_at", "requests_24h", "refused_24h"), [[used, 0, 0]]);
});

test("usage has the hours of each key, its versions by frequency, and refusals by key", async (server) => {
  assert.deepEqual(await usageOf(server), { from: "2026-11-20T13:00:00.000+00:00", keys: [], refused: [] });
  const old = await createKey(server, { name: "old" });
  const next = await createKey(server, { name: "next", platforms: ["ios"] });
  ask(server, old.key, "platform=ios&current_version=2.9", 2);
  ask(server, old.key, "platform=android&current_version=2.9", 3);
  ask(server, old.key, "platform=ios", 1);
  server.now += hour;
  ask(server, next.key, undefined, 7);
  ask(server, next.key, "platform=android&current_version=3", 4);
  await server.of("POST", `acme/keys/${old.id}/revoke`);
  ask(server, old.key, undefined, 5);
  const { keys, refused } = await usageOf(server);
  const actual = keys.map(({ hours, last: _, gate_at: __, ...rest }) => [rest, hours.slice(-2)]);
  assert.deepEqual(actual, [
    [{ key: next.id, requests: 7, versions: [{ platform: "ios", version: "3.0.0", requests: 7 }], other_requests: 0 }, [0, 7]],
    [
      {
        key: old.id,
        requests: 6,
        versions: [
          { platform: "android", version: "2.9", requests: 3 },
          { platform: "ios", version: "2.9", requests: 2 },
        ],
        other_requests: 1,
      },
      [6, 0],
    ],
  ]);
  const found = refused.map(({ key, reason, requests, hours }) => [key, reason, requests, hours.at(-1)]);
  assert.deepEqual(found, [
    [old.id, "revoked", 5, 5],
    [next.id, "not_allowed", 4, 4],
    [old.id, "missing_parameter", 1, 0],
  ]);
  const only = await usageOf(server, `?key=${old.id}`);
  assert.deepEqual([only.keys.map(({ key }) => key), only.refused.map(({ key }) => key)], [[old.id], [old.id, old.id]]);
  assert.deepEqual((await usageOf(server, "?key=k_none")).keys, []);
});

test("usage tells the last platform and version of each key, and when it last asked /gate, as only apps with an SDK do", async (server) => {
  const { key } = await createKey(server);
  const other = await createKey(server, { name: "other" });
  ask(server, other.key, "platform=ios");
  ask(server, key, "platform=android&current_version=2.9.0");
  server.now += 2_000;
  ask(server, key, "platform=ios&current_version=2.9", 1, "gate");
  server.now += 1_000;
  ask(server, key, "platform=ios");
  const { keys } = await usageOf(server);
  const at = new Date(server.now - 1_000).toISOString().replace("Z", "+00:00");
  assert.deepEqual(pluck(keys, "last", "gate_at"), [
    [{ platform: "ios", version: "2.9", at }, at],
    [null, null],
  ]);
});

test("at most 20 versions are told, and the rest together", async (server) => {
  const { key } = await createKey(server);
  for (let i = 0; i < 50; i++) ask(server, key, `platform=ios&current_version=1.${i}`, i < 20 ? 3 : 1);
  const [use] = (await usageOf(server)).keys;
  assert.deepEqual([use?.requests, use?.versions.length, use?.other_requests], [90, 20, 30]);
  assert.ok(use?.versions.every(({ requests }) => requests === 3));
});

test("refusals outside any project are counted by reason, without request data", async (server) => {
  ask(server, null, undefined, 2);
  ask(server, "a secret", undefined, 3);
  ask(server, "another-secret-0123456789", undefined, 4);
  const { text, ...answer } = await server.ask("GET", "/admin/v1/usage");
  const { refused } = answer.json<InstallationUsage>();
  const actual = refused.map(({ reason, requests, hours }) => [reason, requests, hours.length]);
  assert.deepEqual(actual, [
    ["unknown", 4, 24],
    ["malformed", 3, 24],
    ["missing", 2, 24],
  ]);
  assert.doesNotMatch(text, /secret/);
  assert.deepEqual((await usageOf(server)).refused, []);
});

test("requests that got 400 are listed by key with an example, alike in usage and adoption, and name their project", async (server) => {
  const { id, key } = await createKey(server);
  const other = await createKey(server, { name: "other" });
  assert.deepEqual((await installation(server)).refused_projects, []);
  for (const version of ["2.5.0(beta)", "latest", "10.0+beta+1"]) ask(server, key, `platform=ios&current_version=${version}`);
  ask(server, key, "platform=nokia&current_version=latest", 2);
  ask(server, other.key, "platform=ios&current_version=latest", 4);
  const { refused } = await usageOf(server);
  const shown = refused.map(({ hours, ...rest }) => [...Object.values(rest), hours.at(-1)]);
  assert.deepEqual(shown, [
    [other.id, "invalid_version", 4, "latest", 4],
    [id, "invalid_version", 3, "2.5.0(beta)", 3],
    [id, "unknown_platform", 2, "nokia", 2],
  ]);
  const adoption = (await server.of("GET", "acme/adoption?days=30&platform=android")).json<Adoption>();
  assert.deepEqual(adoption.refused, refused);
  assert.deepEqual((await installation(server)).refused_projects, ["acme"]);
  // Counted as uses of the key too: revoking it changes what these apps get.
  const [listed] = (await server.of("GET", "acme/keys")).json<ReadKeyList>().keys.filter((each) => each.id === id);
  assert.deepEqual([listed?.requests_24h, listed?.refused_24h], [5, 0]);
  server.now += 24 * hour;
  assert.deepEqual([(await usageOf(server)).refused, (await installation(server)).refused_projects], [[], []]);
});

test("with its project the usage of a key goes, and a project of the same name begins with none", async (server) => {
  const { id, key } = await createKey(server);
  ask(server, key);
  const gone = await server.of("DELETE", "acme?override=in_use,active_window&reason=x", { headers: replacing });
  assert.equal(gone.status, 200, gone.text);
  assert.equal(server.catalog.usage.find("acme", id), null);
  assert.equal((await server.of("GET", "acme/usage")).status, 404);
  await server.of("PUT", "acme", { body: { name: "Again" }, headers: creating });
  ask(server, key);
  assert.deepEqual((await usageOf(server)).keys, []);
});
