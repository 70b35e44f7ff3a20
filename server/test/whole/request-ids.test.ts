/** Each admin request has an id, which its answer and its line of the log have; neither the log nor a read has anything else. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openLog } from "../../src/base/log.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { metricsToken, startWatched, type WatchedProgram } from "../watched-program.ts";

const directories = temporaryDirectories();
const lines: Record<string, unknown>[] = [];
const log = openLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
const read = "/api/v1/config?platform=ios&current_version=2.3.0";
let program: WatchedProgram;

before(async () => {
  program = await startWatched({ directory: directories(), example: true, log });
});

after(() => program.stop());

async function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  lines.length = 0;
  const response = await fetch(program.urls.admin + path, {
    ...init,
    headers: { authorization: `Bearer ${program.token}`, ...headers },
  });
  const id = response.headers.get("x-request-id");
  const text = await response.text();
  return { status: response.status, id, text, line: lines.find(({ request }) => request === id) };
}

test("a request is one line of the log, with its route and actor, and without any content", async () => {
  const secret = "secret-in-the-query";
  const { status, id, line, text } = await ask(`/admin/v1/projects/acme-shop/simulate?platform=ios&version=${secret}`);
  assert.match(id ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(status, 200, text);
  assert.deepEqual(
    { ...line, time: null, ms: typeof line?.ms, actor: typeof line?.actor },
    {
      level: "info",
      time: null,
      request: id,
      method: "GET",
      route: "/admin/v1/projects/{project}/simulate",
      status: 200,
      ms: "number",
      actor: "string",
      address: "127.0.0.1",
      msg: "admin request",
    },
  );
  const found = await ask(`/admin/v1/${secret}`, { "x-secret": secret });
  assert.deepEqual([found.status, found.line?.route, found.line?.code], [404, "_OTHER", "not_found"]);
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${secret}|${program.token}`));
});

test("the id of a request is ignored, unless it comes from a proxy that the settings name, and is well formed", async () => {
  const own = await ask("/admin/v1/projects", { "x-request-id": "theirs" });
  assert.match(own.id ?? "", /^[0-9a-f-]{36}$/);
  const env = { DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" };
  const behind = await startWatched({ directory: directories(), env });
  try {
    const idOf = async (given: string) =>
      (await fetch(`${behind.urls.admin}/admin/v1/projects`, { headers: { "x-request-id": given } })).headers.get("x-request-id");
    assert.equal(await idOf("proxy-1/2:3"), "proxy-1/2:3");
    for (const bad of ["a b", "x".repeat(129), '{"a":1}', ""]) assert.match((await idOf(bad)) ?? "", /^[0-9a-f-]{36}$/, bad);
  } finally {
    await behind.stop();
  }
});

test("a request without credentials is logged without an actor, and a commit with its revision, its actor and its kinds", async () => {
  const refused = await ask("/admin/v1/projects", { authorization: "Bearer unknown-token-0123456789" });
  assert.deepEqual([refused.line?.status, refused.line?.actor, refused.line?.code], [401, "", "unauthorized"]);
  const reason = "a text that people write";
  const body = JSON.stringify({ name: "Asia" });
  const headers = { "content-type": "application/json", "if-none-match": "*" };
  const query = `?reason=${encodeURIComponent(reason)}`;
  const { status, text } = await ask(`/admin/v1/projects/acme-shop/instances/ap-1${query}`, headers, { method: "PUT", body });
  assert.equal(status, 201, text);
  const commit = lines.find(({ msg }) => msg === "committed");
  const [made] = lines.filter(({ msg }) => msg === "admin request");
  assert.deepEqual([commit?.projects, commit?.kinds, commit?.actor], [["acme-shop"], ["instance"], made?.actor]);
  assert.equal(typeof commit?.revision, "number");
  assert.doesNotMatch(JSON.stringify(lines), /people write|Asia/);
});

test("frequent requests of machines are logged at debug only, and reads never", async () => {
  const scraped = await ask("/metrics", { authorization: `Bearer ${metricsToken}` });
  assert.deepEqual([scraped.line?.level, scraped.line?.actor], ["debug", "metrics"]);
  lines.length = 0;
  const key = readFileSync(join(program.directory, "demo-key"), "utf8").trim();
  const { headers } = await program.read(read, key);
  assert.deepEqual(lines, []);
  assert.equal(headers.has("x-request-id"), false, "the contract has no such header");
});
