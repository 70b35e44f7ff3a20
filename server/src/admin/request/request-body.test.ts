import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, adminToken } from "../../../test/admin-server.ts";
import { testWith } from "../../../test/test-with.ts";
import { environmentActor } from "../../accounts/access-token-index.ts";
import { receiveBody } from "./request-body.ts";

const limit = 4 * 1024 * 1024;

function keyWith(server: AdminServer, body: string, headers: Record<string, string> = {}) {
  return server.of("POST", "acme/keys", { body, headers });
}

function problemsOf(answer: { json<T>(): T }): [string, number | undefined, string][] {
  return (answer.json<ProblemDocument>().errors ?? []).map(({ path, line, detail }) => [path, line, detail]);
}

const test = testWith(adminServerWithProject);

test("a body of another kind than the route takes is 415, and says which it takes", async (server) => {
  const others = [
    "application/json5",
    "application/json; charset=iso-8859-1",
    "application/json;",
    "application/x-www-form-urlencoded",
    "application/yaml",
    "",
  ];
  for (const type of others) {
    const answer = await keyWith(server, '{"name":"x"}', { "content-type": type });
    assert.equal(answer.status, 415, type);
    assert.match(answer.json<ProblemDocument>().detail, /application\/json/);
  }
  for (const type of [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ])
    assert.equal((await keyWith(server, '{"name":"x"}', { "content-type": type })).status, 201, type);
  assert.equal((await keyWith(server, "{}", { "content-encoding": "gzip" })).status, 415);
});

test("the limit of a body is 16 KiB (413) on public routes, and 64 KiB where no role is required", async (server) => {
  const limits = {
    session: 16,
    "account-links/inspect": 16,
    "account-links/redeem": 16,
    "sign-in/provider": 16,
    "session/password": 64,
  };
  for (const [path, limit] of Object.entries(limits)) {
    const ask = (size: number) => server.ask("POST", `/admin/v1/${path}`, { body: "{}".padEnd(size) });
    assert.equal((await ask(limit * 1024 + 1)).status, 413, path);
    assert.notEqual((await ask(limit * 1024)).status, 413, path);
  }
});

test("a body over 4 MiB is 413, with a Content-Length or chunked", async (server) => {
  assert.equal((await keyWith(server, " ".repeat(limit + 1))).status, 413);
  assert.equal((await keyWith(server, "{}", { "content-length": String(limit + 1) })).status, 413);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
  const request = new Request("http://a/admin/v1/projects/acme/keys", {
    method: "POST",
    body: endless,
    duplex: "half",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
  } as RequestInit);
  assert.equal((await server.api.fetch(request)).status, 413);
  assert.ok(sent < 2 * limit, "it stops reading");
});

test("text that is no JSON is refused with its line, and without quoting it", async (server) => {
  const answer = await server.of("POST", "acme/keys/import", {
    body: '{\n  "name": "x",\n  "value": "legacy-secret-0123456789\n}',
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(problemsOf(answer), [["", 3, "expected the closing double quote"]]);
  assert.doesNotMatch(answer.text, /legacy-secret/);
  for (const body of ["", "nul", '{"name":"x"} x']) assert.equal((await keyWith(server, body)).status, 422, body);
});

test("every problem of a body is in one answer: unknown, invalid, missing and repeated fields", async (server) => {
  const body = `{
    "endpoints": ["config", "nowhere"],
    "platforms": "ios",
    "instances": [],
    "expires_at": "2020-01-01T00:00:00Z",
    "scope": 1,
    "admin": true,
    "scope": 2
  }`;
  const answer = await keyWith(server, body);
  assert.equal(answer.status, 422);
  assert.deepEqual(problemsOf(answer), [
    ["scope", 8, "is given twice: keep one"],
    ["name", 1, "expected a name of 1 to 100 characters"],
    ["endpoints.1", 2, "expected config or maintenance"],
    ["platforms", 3, "expected a list of platforms, or null for all"],
    ["scope", 8, "unknown; expected name, endpoints, platforms, instances, expires_at and rehearsal"],
    ["admin", 7, "unknown; expected name, endpoints, platforms, instances, expires_at and rehearsal"],
    ["expires_at", 5, "expected an instant in the future, or null for never"],
    ["instances", 4, "expected 1 to 1000 names, or leave it out for all"],
  ]);
});

test("a body that is nested too deeply, or is not an object, is refused", async (server) => {
  const deep = `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  assert.match(problemsOf(await keyWith(server, deep))[0]?.[2] ?? "", /32 levels/);
  for (const body of ["null", "[]", '"x"', "1"]) assert.equal((await keyWith(server, body)).status, 422, body);
});

test("a flood of bad bodies on public routes is slowed down, and signed-in requests are not", async (server) => {
  const bodies = ["{}", "[", " ".repeat(20_000), '{"login":1}'];
  for (let n = 0; n < 50; n++) {
    const answer = await server.ask("POST", "/admin/v1/session", { body: bodies[n % bodies.length] ?? "" });
    assert.ok([413, 422].includes(answer.status), String(answer.status));
  }
  const slowed = await server.ask("POST", "/admin/v1/session", { body: "{}" });
  assert.deepEqual([slowed.status, slowed.headers.get("retry-after")], [429, "1"]);
  assert.equal((await keyWith(server, "[")).status, 422);
  assert.equal((await keyWith(server, '{"name":"x"}')).status, 201);
});

test("an answer lists at most 500 problems and 96 KiB of them, and says how many there are", async (server) => {
  const unknown = (count: number, length: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}-`.padEnd(length, "x"), 1])));
  const many = await keyWith(server, unknown(2_000, 10));
  const listed = problemsOf(many);
  assert.match(many.json<ProblemDocument>().detail, /has 2001 problems/);
  const [, , rest] = listed.at(-1) ?? [];
  assert.ok(many.text.length < 100 * 1024, String(many.text.length));
  assert.equal(rest, `and ${2001 - (listed.length - 1)} more: correct these first`);
  assert.ok((await keyWith(server, unknown(400, 250))).text.length < 100 * 1024);
});

const anyDocument = { permission: "editor", body: { types: ["application/yaml", "application/json"], required: true } } as const;
const yamlOf5KiB = `name: ${"x".repeat(5 * 1024)}`;
const jsonOf70KiB = JSON.stringify({ name: "x".repeat(70 * 1024) });

const jsonOf300KiB = JSON.stringify({ name: "x".repeat(300 * 1024) });

/** Read, and not released yet: as while its change waits for others of its project. */
function receivedFrom(sender: string, body: string, signal?: AbortSignal) {
  const type = body.startsWith("{") ? "application/json" : "application/yaml";
  const request = new Request("http://a/", { method: "PUT", body, headers: { "content-type": type }, signal: signal ?? null });
  // The kinds of documents that the routes take are no part of this.
  return receiveBody(request, "/", anyDocument as unknown as Parameters<typeof receiveBody>[2], sender);
}

it("a sender has one large document in hand, and none of theirs blocks other senders", async () => {
  const waiting = await Promise.all(Array.from({ length: 5 }, () => receivedFrom("a", yamlOf5KiB)));
  waiting.push(await receivedFrom("c", jsonOf300KiB));
  const first = await receivedFrom("a", jsonOf70KiB);
  let isReceived = false;
  const second = receivedFrom("a", jsonOf70KiB).finally(() => {
    isReceived = true;
  });
  const others = await Promise.all([receivedFrom("b", yamlOf5KiB), receivedFrom("b", jsonOf70KiB)]);
  assert.equal(isReceived, false);
  for (const { release } of [first, ...waiting, ...others]) release();
  (await second).release();
});

test("a large body whose client disconnects is neither read nor handled", async (server) => {
  const http = createServer((req, res) => void server.api.handle(req, res)).listen(0, "127.0.0.1");
  await once(http, "listening");
  const first = await receivedFrom(environmentActor, jsonOf70KiB);
  const before = await server.store.head();
  const { port } = http.address() as AddressInfo;
  const client = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/admin/v1/projects/acme/keys" });
  client.setHeader("authorization", `Bearer ${adminToken}`);
  client.setHeader("content-type", "application/json");
  client.on("error", () => undefined);
  client.end('{"name":"x"}'.padEnd(70 * 1024));
  await sleep(100);
  client.destroy();
  await sleep(100);
  first.release();
  (await receivedFrom(environmentActor, jsonOf70KiB)).release();
  await sleep(100);
  assert.deepEqual(await server.store.head(), before);
  http.close();
});
