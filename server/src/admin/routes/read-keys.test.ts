import assert from "node:assert/strict";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { CreatedReadKey, ReadKeyAnswer, ReadKeyList, RotatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { AdminServer } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { acmeTest as test } from "../../../test/server-test.ts";
import type { ReadProblem } from "../../reads/catalog/answer.ts";

const day = 24 * 60 * 60 * 1000;

async function createKey(server: AdminServer, body: object = { name: "ios" }, headers = {}): Promise<CreatedReadKey> {
  const answer = await server.of("POST", "acme/keys", { body, headers });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

/** Answer of the read API to an app with the key: `ok`, or the problem's code. */
function opens(server: AdminServer, key: string, platform = "ios"): string {
  const found = server.catalog.answer("config", key, `platform=${platform}&current_version=3`, null, server.now);
  return "code" in found ? (found as ReadProblem).code : "ok";
}

test("a rotated key goes on for the overlap, and its successor opens the same from the start", async (server) => {
  const old = await createKey(server, { name: "ios", platforms: ["ios"] });
  const answer = await server.of("POST", `acme/keys/${old.id}/rotate`, { body: { overlap: "P7D" } });
  assert.equal(answer.status, 201);
  const next = answer.json<RotatedReadKey>();
  assert.deepEqual([next.name, next.platforms, next.expires_at], ["ios", ["ios"], null]);
  assert.equal(answer.headers.get("location"), `/admin/v1/projects/acme/keys/${next.id}`);
  assert.equal(next.replaces.replaced_by, next.id);
  assert.equal(next.replaces.expires_at, "2026-11-28T12:00:00.000+00:00");
  assert.deepEqual([opens(server, old.key), opens(server, next.key)], ["ok", "ok"]);
  assert.equal(opens(server, next.key, "android"), "key_not_allowed");
  server.now += 7 * day;
  assert.deepEqual([opens(server, old.key), opens(server, next.key)], ["expired_api_key", "ok"]);
});

test("a rotation without a body overlaps for 30 days, with PT0S not at all, and never beyond what the old key had", async (server) => {
  const usual = await createKey(server);
  const rotated = await server.of("POST", `acme/keys/${usual.id}/rotate`);
  assert.equal(rotated.json<RotatedReadKey>().replaces.expires_at, "2026-12-21T12:00:00.000+00:00");
  const leaked = await createKey(server);
  await server.of("POST", `acme/keys/${leaked.id}/rotate`, { body: { overlap: "PT0S" } });
  assert.equal(opens(server, leaked.key), "expired_api_key");
  const short = await createKey(server, { name: "short", expires_at: "2026-11-23T00:00:00Z" });
  const kept = await server.of("POST", `acme/keys/${short.id}/rotate`);
  assert.equal(kept.json<RotatedReadKey>().replaces.expires_at, "2026-11-23T00:00:00.000+00:00");
  const wrong = await server.of("POST", `acme/keys/${short.id}/rotate`, { body: { overlap: "30", name: "" } });
  assert.deepEqual(wrong.paths, ["name", "overlap"]);
});

test("a revoked key is not rotated, and a revocation takes no time", async (server) => {
  const { id } = await createKey(server);
  await server.of("POST", `acme/keys/${id}/revoke`);
  assert.equal((await server.of("POST", `acme/keys/${id}/rotate`)).said, "409 conflict");
  assert.equal((await server.of("POST", `acme/keys/${id}/revoke`, { body: { at: "now" } })).status, 422);
});

const legacy = "legacy-key-0123456789";
const importing = { body: { name: "apps of 2025", value: legacy } };

test("an imported key opens what it says, also one that looks like a mistyped key of ours, and its text is not said again", async (server) => {
  for (const value of [legacy, `dbr_${"a".repeat(36)}`]) {
    const answer = await server.of("POST", "acme/keys/import", { body: { ...importing.body, value } });
    assert.equal(answer.status, 201);
    assert.ok(!answer.text.includes(value));
    const { id, imported } = answer.json<ReadKeyAnswer>();
    assert.deepEqual([imported, answer.headers.get("location")], [true, `/admin/v1/projects/acme/keys/${id}`]);
    assert.equal(opens(server, value), "ok");
  }
});

test("a token cannot be imported as a read key, which would ship it inside apps", async (server) => {
  for (const [prefix, kind] of [
    ["dba_", "an access token"],
    ["dbf_", "a calendar's token"],
  ]) {
    const value = `${prefix}${"a".repeat(36)}`;
    const answer = await server.of("POST", "acme/keys/import", { body: { name: "pasted", value } });
    assert.equal(answer.status, 422);
    assert.match(answer.text, new RegExp(`"path":"value".*has the form of ${kind}`));
    assert.ok(!answer.text.includes(value));
  }
});

/** The part of an answer to an app that a rehearsal shows in. */
function rehearsed(server: AdminServer, key: string): string | undefined {
  const found = server.catalog.answer("config", key, "platform=ios&current_version=3", null, server.now);
  return found.rehearsal;
}

test("a key for testers names its rehearsal in the answer, the list and the history, and applies it immediately", async (server) => {
  const expires_at = "2026-12-07T00:00:00Z";
  const frozen = await createKey(server, { name: "a", expires_at, rehearsal: { at: "2026-12-06T02:30:00+01:00" } });
  assert.deepEqual(frozen.rehearsal, { at: "2026-12-06T01:30:00.000+00:00" });
  server.now += 1;
  const without = await createKey(server, { name: "b", expires_at, rehearsal: { ignore_maintenance: true } });
  assert.deepEqual(without.rehearsal, { ignore_maintenance: true });
  server.now += 1;
  const plain = await createKey(server, { name: "c", rehearsal: null });
  assert.equal(plain.rehearsal, null);
  const actual = [frozen, without, plain].map(({ key }) => rehearsed(server, key));
  assert.deepEqual(actual, ["frozen", "no-maintenance", undefined]);
  const listed = (await server.of("GET", "acme/keys")).json<ReadKeyList>().keys;
  assert.deepEqual(pluck(listed, "rehearsal"), [frozen.rehearsal, without.rehearsal, null]);
  const { commits } = (await server.of("GET", "acme/history?limit=2")).json<History>();
  assert.deepEqual(commits[1]?.changes[0]?.after?.rehearsal, { ignore_maintenance: true });
});

test("a key for testers is not rotated, and a key that apps carry is not imported as one", async (server) => {
  const expires_at = "2026-12-07T00:00:00Z";
  const { id } = await createKey(server, { name: "a", expires_at, rehearsal: { ignore_maintenance: true } });
  assert.equal((await server.of("POST", `acme/keys/${id}/rotate`)).said, "409 conflict");
  assert.equal((await server.of("POST", `acme/keys/${id}/revoke`)).status, 200);
  const body = { ...importing.body, expires_at, rehearsal: { ignore_maintenance: true } };
  const answer = await server.of("POST", "acme/keys/import", { body });
  assert.deepEqual([answer.status, answer.paths], [422, ["rehearsal"]]);
});
