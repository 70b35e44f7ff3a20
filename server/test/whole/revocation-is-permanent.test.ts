/** Revocation is permanent: no rollback, and no project of the same name, opens to a token or a person again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hashCredential } from "../../src/base/hash.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
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

test("a leaked token is revoked, the project rolled back to before: the token opens nothing", async () => {
  await make("leaky");
  for (const place of ["projects/leaky/tokens", "tokens"]) {
    const { id, token: text } = await token(place, place === "tokens" ? { name: "leaked" } : { name: "leaked", role: "owner" });
    assert.equal(await withToken(text, "/admin/v1/projects/leaky"), 200);
    const before = await program.admin("PATCH", "/admin/v1/projects/leaky", { ttl: "PT1M" }, { "if-match": "*" });
    assert.equal((await program.admin("POST", `/admin/v1/${place}/${id}/revoke`, {})).status, 200);
    assert.equal(await withToken(text, "/admin/v1/projects/leaky"), 401);
    await program.admin("PATCH", "/admin/v1/projects/leaky", { ttl: "PT2M" }, { "if-match": "*" });
    await rollBack("leaky", Number(before.body.revision));
    assert.equal(await withToken(text, "/admin/v1/projects/leaky"), 401, place);
  }
});

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

test("when a token was last used is known after a restart", async () => {
  await make("used");
  const { token: text } = await token("projects/used/tokens", { name: "deploy", role: "viewer" });
  const listed = async () => {
    const { tokens } = (await program.admin("GET", "/admin/v1/projects/used/tokens")).body;
    return (tokens as { last_used_at: string | null }[]).map(({ last_used_at }) => last_used_at);
  };
  assert.deepEqual(await listed(), [null]);
  clock.now += 1_000;
  assert.equal(await withToken(text, "/admin/v1/projects/used"), 200);
  const at = new Date(clock.now).toISOString().replace("Z", "+00:00");
  assert.deepEqual(await listed(), [at]);
  assert.equal(await withToken(`${text.slice(0, -1)}_`, "/admin/v1/projects/used"), 401);
  await program.stop();
  program = await startProgram({ directory, now: () => clock.now });
  clock.now += 1_000;
  assert.deepEqual(await listed(), [at]);
});
