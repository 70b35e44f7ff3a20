import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { randomFrom } from "../drills/drill.ts";
import { exchange } from "../raw-socket.ts";
import { runSeed } from "../run-seed.ts";
import { startWatched } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const read = "/api/v1/config?platform=ios&current_version=2.3.0";

const directory = directories();
const program = await startWatched({ directory, example: true });
const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
const port = Number(new URL(program.urls.admin).port);

after(() => program.stop());

test("the token of the settings opens /metrics and /status and nothing else; without one there is nothing to see", async () => {
  const statusOf = async (path: string, init?: RequestInit) => (await program.watch(path, init)).status;
  assert.deepEqual(await Promise.all(["/metrics", "/status", "/admin/v1/status"].map((path) => statusOf(path))), [200, 200, 200]);
  for (const path of ["/admin/v1/projects", "/admin/v1/tokens", "/admin/v1/whoami", "/admin/v1/history", "/admin/v1/nothing"]) {
    assert.equal(await statusOf(path), 401, path);
  }
  for (const path of ["/metrics", "/status"]) {
    assert.equal(await statusOf(path, { headers: {} }), 401);
    assert.equal(await statusOf(path, { headers: { authorization: `Bearer ${"x".repeat(40)}` } }), 401);
  }
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/tokens", { name: "a viewer", role: "viewer" });
  const headers = { authorization: `Bearer ${body.token}` };
  assert.equal(await statusOf("/metrics", { headers }), 403, "a project's token would see the keys of the others");
  assert.equal((await program.admin("GET", "/metrics")).status, 200);
});

test("/metrics is the text format of Prometheus, and a HEAD is answered without it", async () => {
  const whole = await program.watch("/metrics");
  assert.equal(whole.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assert.match(await whole.text(), /^# HELP drawbridge_build_info /);
  const head = await program.watch("/metrics", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

test("changes are counted by what became of them, requests by their operation, and attempts to sign in", async () => {
  const first = await program.metrics();
  const path = "/admin/v1/projects/acme-shop/instances/new-1";
  await program.admin("PUT", path, { name: "New" }, { "if-none-match": "*" });
  await program.admin("PUT", path, { name: "New" }, { "if-none-match": "*" });
  await program.admin("PUT", `${path}?dry_run=true`, { name: "Newer" });
  await program.admin("GET", "/admin/v1/nothing");
  await program.admin("POST", "/admin/v1/session", { login: "unknown@acme.example", password: "wrong" });
  const second = await program.metrics();
  const grown = (name: string, labels: Record<string, string>) => second.value(name, labels) - first.value(name, labels);
  assert.equal(grown("drawbridge_commits_total", { outcome: "committed" }), 1);
  assert.equal(grown("drawbridge_commits_total", { outcome: "stale" }), 1);
  const puts = (status: string) => grown("drawbridge_admin_requests_total", { operation: "putInstance", status });
  assert.deepEqual([puts("2xx"), puts("4xx")], [2, 1]);
  assert.equal(grown("drawbridge_admin_requests_total", { operation: "_OTHER", status: "4xx" }), 1);
  assert.equal(grown("drawbridge_sign_ins_total", { outcome: "failed" }), 1);
  assert.equal(grown("drawbridge_admin_problems_total", { code: "not_found" }), 1);
  assert.equal(second.value("drawbridge_catalog_revision"), first.value("drawbridge_catalog_revision") + 1);
});

test("/status says what is running, what it follows and how old that is, and is the same at both addresses", async () => {
  const [here, there] = await Promise.all(
    ["/status", "/admin/v1/status"].map(async (path) => (await program.watch(path)).json() as Promise<Record<string, unknown>>),
  );
  const { sources, runtime, listeners, version, revision, edges } = here ?? {};
  assert.equal(edges, 0);
  const timeless = (status: Record<string, unknown> = {}) => ({ ...status, sources: null });
  assert.deepEqual(timeless(here), timeless(there));
  assert.equal(version, "test");
  assert.deepEqual(runtime, { node: process.versions.node });
  assert.deepEqual(listeners, [
    { url: program.urls.admin, serves: ["config", "maintenance", "health", "admin", "metrics", "edge"] },
  ]);
  const [source] = sources as readonly Record<string, unknown>[];
  const { name, kind, state, problem } = source ?? {};
  assert.deepEqual([name, kind, state, source?.revision, problem], ["store", "sqlite", "following", revision, null]);
});

const methods = ["GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE"];
const bases = ["/api/v1/config", "/api/v1/maintenance", "/api/v1/", "/admin/v1/projects/", "/", "/metrics/"];

test("2 000 random versions, keys, paths and methods make no series", async () => {
  const random = randomFrom(runSeed);
  const of = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const word = () => random().toString(36).slice(2, 10);
  const request = () => {
    const base = of(bases);
    const query = `?platform=ios&current_version=${Math.floor(random() * 1e6)}.0-${word()}&instanceId=${word()}&${word()}=${word()}`;
    const asked = random() < 0.3 ? key : `dbr_${word().padEnd(36, "x")}`;
    const target = (base.endsWith("/") ? base + word() : base) + query;
    return `${of(methods)} ${target} HTTP/1.1\r\nHost: a\r\nx-api-key: ${asked}\r\nUser-Agent: ${word()}\r\n`;
  };
  // Creates everything that the first use creates.
  await program.read(read, key);
  const before = await program.metrics();
  for (let connection = 0; connection < 20; connection++) {
    const heads = Array.from({ length: 100 }, request);
    const { responses } = await exchange(port, `${heads.join("\r\n")}Connection: close\r\n\r\n`);
    assert.equal(responses.length, heads.length);
  }
  const after = await program.metrics();
  const names = ({ series }: typeof after) => series.map(({ name, labels }) => `${name}${JSON.stringify(labels)}`).sort();
  assert.deepEqual(names(after), names(before));
  const reads = (text: typeof after) =>
    text.series.filter(({ name }) => name === "drawbridge_read_requests_total").reduce((sum, { value }) => sum + value, 0);
  assert.ok(reads(after) - reads(before) > 800, "they were counted");
});
