/** Revocation is permanent: no rollback, and no project of the same name, opens to a token or a person again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hashCredential } from "../../src/base/hash.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const directory = directories();
const noon = Date.parse("2026-11-21T12:00:00Z");
const clock = { now: noon };
const day = 24 * 60 * 60 * 1000;
const session = Buffer.alloc(32, 7).toString("base64url");

let program: Program;

before(async () => {
  const store = await openSqliteStore({ directory });
  await store.accounts.addPerson({ id: "u_ada", login: "ada", name: "Ada", createdAt: noon, disabledAt: null }, {});
  const times = { createdAt: noon, seenAt: noon, expiresAt: noon + 30 * day };
  await store.accounts.addSession({ hash: hashCredential(session), person: "u_ada", ...times });
  await store.close();
  program = await startProgram({ directory, now: () => clock.now });
});

after(() => program.stop());

async function statusWith(headers: Readonly<Record<string, string>>, path: string): Promise<number> {
  const response = await fetch(program.urls.admin + path, { headers });
  await response.text();
  return response.status;
}

const withToken = (token: string, path: string) => statusWith({ authorization: `Bearer ${token}` }, path);
const asAda = (path: string) => statusWith({ cookie: `drawbridge=${session}` }, path);

async function make(project: string): Promise<number> {
  const body = { name: "The first" };
  const { status, body: answer } = await program.admin("PUT", `/admin/v1/projects/${project}`, body, { "if-none-match": "*" });
  assert.equal(status, 201);
  return Number(answer.revision);
}

async function token(place: string, request: object, headers = {}): Promise<{ id: string; token: string }> {
  const { status, body } = await program.admin("POST", `/admin/v1/${place}`, request, headers);
  assert.equal(status, 201, JSON.stringify(body));
  return { id: String(body.id), token: String(body.token) };
}

async function rollBack(project: string, to: number): Promise<void> {
  const { status, body } = await program.admin("POST", `/admin/v1/projects/${project}/undo`, { to });
  assert.equal(status, 200, JSON.stringify(body));
}

test("a role that was taken away does not come back with a rollback", async () => {
  await make("left");
  const member = "/admin/v1/projects/left/members/u_ada";
  const granted = await program.admin("PUT", member, { role: "editor" }, { "if-none-match": "*" });
  assert.equal(await asAda("/admin/v1/projects/left"), 200);
  await program.admin("DELETE", member, undefined, { "if-match": "*" });
  assert.equal(await asAda("/admin/v1/projects/left"), 404);
  await program.admin("PATCH", "/admin/v1/projects/left", { ttl: "PT2M" }, { "if-match": "*" });
  await rollBack("left", Number(granted.body.revision));
  assert.equal(await asAda("/admin/v1/projects/left"), 404);
});

test("a deleted project takes its tokens and its members' roles along, and a new one of the same name has none of them", async () => {
  const first = await make("again");
  const { token: text } = await token("projects/again/tokens", { name: "old", role: "owner" });
  await program.admin("PUT", "/admin/v1/projects/again/members/u_ada", { role: "owner" }, { "if-none-match": "*" });
  assert.deepEqual([await withToken(text, "/admin/v1/projects/again"), await asAda("/admin/v1/projects/again")], [200, 200]);
  assert.equal((await program.admin("DELETE", "/admin/v1/projects/again", undefined, { "if-match": "*" })).status, 200);
  const nobodyIsLetIn = async () => {
    assert.deepEqual([await withToken(text, "/admin/v1/projects/again"), await asAda("/admin/v1/projects/again")], [401, 404]);
    assert.deepEqual([await withToken(text, "/admin/v1/projects"), await asAda("/admin/v1/projects/again/history")], [401, 404]);
  };
  await nobodyIsLetIn();
  await make("again");
  await nobodyIsLetIn();
  await rollBack("again", first);
  await nobodyIsLetIn();
  await program.admin("DELETE", "/admin/v1/projects/again", undefined, { "if-match": "*" });
  await rollBack("again", first);
  await nobodyIsLetIn();
  const { tokens } = (await program.admin("GET", "/admin/v1/projects/again/tokens")).body;
  const { members } = (await program.admin("GET", "/admin/v1/projects/again/members")).body;
  assert.deepEqual([tokens, members], [[], []]);
});

test("repeating the request for a token after its project was recreated does not make the old text valid", async () => {
  await make("twice");
  const headers = { "idempotency-key": "deploy" };
  const request = { name: "deploy", role: "owner" };
  const { token: text } = await token("projects/twice/tokens", request, headers);
  await program.admin("DELETE", "/admin/v1/projects/twice", undefined, { "if-match": "*" });
  await make("twice");
  await program.admin("POST", "/admin/v1/projects/twice/tokens", request, headers);
  assert.equal(await withToken(text, "/admin/v1/projects/twice"), 401);
  clock.now += day;
  await program.admin("POST", "/admin/v1/projects/twice/tokens", request, headers);
  assert.equal(await withToken(text, "/admin/v1/projects/twice"), 401);
});

test("a revoked key stays revoked through rollback, import, deletion of its project and a restart", async () => {
  const directory = directories();
  let program = await startProgram({ directory });
  try {
    const base = "/admin/v1/projects/acme";
    const create = () => program.admin("PUT", base, { name: "Acme" }, { "if-none-match": "*" });
    const { body: made } = await create();
    const value = "carried-by-deployed-apps-1234";
    const { body: key } = await program.admin("POST", `${base}/keys/import`, { name: "old", value });
    const path = "/api/v1/config?platform=ios&current_version=1.0";
    assert.equal((await program.read(path, value)).status, 200);

    await program.admin("POST", `${base}/keys/${key.id}/revoke`);
    const isRevoked = async (code: string) => {
      const answer = await program.read(path, value);
      assert.deepEqual([answer.status, answer.body.code], [401, code]);
    };
    await isRevoked("revoked_api_key");

    const { status, body } = await program.admin("POST", `${base}/undo?reason=undo`, { to: made.revision });
    assert.equal(status, 200, JSON.stringify(body));
    await isRevoked("revoked_api_key");

    const again = await program.admin("POST", `${base}/keys/import`, { name: "again", value });
    assert.deepEqual([again.status, again.body.code], [409, "key_in_use"]);
    await isRevoked("revoked_api_key");

    const { etag } = await program.admin("GET", base);
    assert.equal((await program.admin("DELETE", base, undefined, { "if-match": etag })).status, 200);
    await create();
    const elsewhere = await program.admin("POST", `${base}/keys/import`, { name: "again", value });
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [409, "key_in_use"]);
    await isRevoked("unknown_api_key");

    await program.stop();
    program = await startProgram({ directory });
    await isRevoked("unknown_api_key");
    const afterwards = await program.admin("POST", `${base}/keys/import`, { name: "again", value });
    assert.equal(afterwards.status, 409);
  } finally {
    await program.stop();
  }
});
