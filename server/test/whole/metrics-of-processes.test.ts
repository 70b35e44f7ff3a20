/** Metrics with several worker processes, with several nodes on one PostgreSQL, and at an edge. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type * as wire from "drawbridge-rules/wire/status.ts";
import { LyingOrigin } from "../lying-origin.ts";
import { MetricsText } from "../metrics-text.ts";
import { openPostgres } from "../postgres.ts";
import { RawSocket } from "../raw-socket.ts";
import { requestHead } from "../read-server.ts";
import { EdgeProgram } from "../running-edge.ts";
import { ownAddresses, until } from "../several-processes.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { metricsToken, startWatched, type WatchedProgram } from "../watched-program.ts";

const directories = temporaryDirectories();
const target = "/api/v1/config?platform=ios&current_version=2.3.0";

/** Total of every status. */
function reads({ series }: MetricsText): number {
  return series.filter(({ name }) => name === "drawbridge_read_requests_total").reduce((sum, { value }) => sum + value, 0);
}

function settled(program: WatchedProgram, name: string, labels: Record<string, string>, wanted: number): Promise<number> {
  return until(
    async () => (await program.metrics()).value(name, labels),
    (found) => found === wanted,
  );
}

test("with two processes that answer reads, each thing is counted once, whichever of them did it", async () => {
  const directory = directories();
  const env = {
    ...ownAddresses,
    DRAWBRIDGE_WORKERS: "2",
    DRAWBRIDGE_UNKNOWN_KEY_LIMIT: "none",
    DRAWBRIDGE_KEY_LIMIT: "100/PT1H",
  };
  const program = await startWatched({ directory, example: true, env });
  const port = Number(new URL(program.urls.config).port);
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const sockets: RawSocket[] = [];
  try {
    const before = await program.metrics();
    assert.equal(before.value("drawbridge_read_processes_wanted"), 2);
    assert.equal(before.value("drawbridge_read_processes_ready"), 2);
    const own = before.value("drawbridge_open_connections");
    for (let i = 0; i < 20; i++) {
      const raw = await RawSocket.open(port);
      sockets.push(raw);
      for (let asked = 0; asked < 20; asked++) {
        raw.write(requestHead({ target, key }));
        await raw.response();
      }
    }
    const nonsense = await RawSocket.open(port);
    nonsense.write("nonsense\r\n\r\n");
    await nonsense.end();
    await until(
      async () => reads(await program.metrics()) - reads(before),
      (count) => count === 400,
    );
    // Each process admits a hundred, and some of them may have had fewer requests; some tokens come back with time.
    const found = await program.metrics();
    const limited = found.value("drawbridge_rate_limited_requests_total", { limit: "read_keys" });
    assert.equal(limited, found.value("drawbridge_read_problems_total", { code: "rate_limited" }));
    assert.ok(limited >= 150 && limited <= 300, `${limited}`);
    const memo = (result: string) => found.value("drawbridge_memo_lookups_total", { result });
    assert.equal(memo("hit") + memo("miss"), 400);
    await settled(program, "drawbridge_listener_problems_total", { code: "bad_request" }, 1);
    // Workers report their connections every two seconds; the address of the admin API has some of its own.
    await until(
      async () => (await program.metrics()).value("drawbridge_open_connections") - own,
      (open) => open >= 20,
    );
    for (const raw of sockets.splice(0)) raw.socket.destroy();
    await until(
      async () => (await program.metrics()).value("drawbridge_open_connections") - own,
      (open) => open < 20,
    );
    await program.admin("PUT", "/admin/v1/projects/acme-shop/instances/new-1", { name: "New" }, { "if-none-match": "*" });
    const last = await program.metrics();
    assert.ok(last.value("drawbridge_last_commit_spread_seconds") > 0);
    assert.equal(reads(last) - reads(before), 400, "nothing is counted twice");
  } finally {
    for (const raw of sockets) raw.socket.destroy();
    await program.stop();
  }
});

test("a read process that ends is seen, and so is the one in its place", async () => {
  const program = await startWatched({ directory: directories(), env: { ...ownAddresses, DRAWBRIDGE_WORKERS: "2" } });
  try {
    process.kill(program.workers?.status().pids[0] ?? 0, "SIGKILL");
    await settled(program, "drawbridge_read_process_restarts_total", {}, 1);
    await settled(program, "drawbridge_read_processes_ready", {}, 2);
    const { read_processes } = (await (await program.watch("/status")).json()) as wire.Status;
    assert.deepEqual(read_processes, { wanted: 2, ready: 2 });
    assert.equal((await program.metrics()).value("drawbridge_read_processes_failing"), 0);
  } finally {
    await program.stop();
  }
});

test("on PostgreSQL, the connections are shown, whether the database is heard, and how many nodes there are", async () => {
  const postgres = await openPostgres();
  const url = await postgres.database();
  const env = {
    DRAWBRIDGE_DATABASE_URL: url,
    DRAWBRIDGE_DATABASE_POLL: "PT1S",
    DRAWBRIDGE_ADMIN_TOKEN: "environment-token-0123456789-0123456789",
  };
  const programs: WatchedProgram[] = [];
  try {
    for (let i = 0; i < 2; i++) programs.push(await startWatched({ directory: directories(), env }));
    const [, second] = programs;
    assert.ok(second);
    await settled(second, "drawbridge_database_listening", {}, 1);
    const found = await second.metrics();
    assert.equal(found.value("drawbridge_nodes"), 2);
    assert.ok(found.value("drawbridge_nodes_lowest_schema") >= 1);
    const connections = ["busy", "idle"].map((state) => found.value("drawbridge_database_connections", { state }));
    assert.ok(connections.reduce((a, b) => a + b) >= 1, `${connections}`);
    assert.equal(found.value("drawbridge_database_waiting"), 0);
    await postgres.stop();
    await settled(second, "drawbridge_database_listening", {}, 0);
    await settled(second, "drawbridge_source_state", { source: "store", state: "interrupted" }, 1);
    await postgres.start();
    await settled(second, "drawbridge_database_listening", {}, 1);
    await settled(second, "drawbridge_source_state", { source: "store", state: "following" }, 1);
  } finally {
    await postgres.start();
    await Promise.all(programs.map((program) => program.stop()));
    await postgres.close();
  }
});

async function startEdge(origin: string, token: string): Promise<EdgeProgram> {
  return EdgeProgram.start({ directory: directories(), origin, token, env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken } });
}

async function metricsOf({ running }: EdgeProgram): Promise<MetricsText> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  return new MetricsText(await (await fetch(`${running.urls.admin}/metrics`, { headers })).text());
}

test("an edge that receives malformed data shows that it refuses, and that it has nothing to answer from", async () => {
  await using origin = await LyingOrigin.start();
  origin.says = "event: copy\ndata: nonsense\n\n";
  await using edge = await startEdge(origin.url, "dbe_any");
  const found = await until(
    () => metricsOf(edge),
    (said) => said.value("drawbridge_edge_refusals_total") > 0,
  );
  assert.equal(found.value("drawbridge_edge_problem"), 1);
  assert.equal(found.value("drawbridge_catalog_loaded"), 0);
  assert.equal(found.value("drawbridge_source_state", { state: "starting" }), 1);
});

test("an edge whose origin is away shows it, and its content stays loaded", async () => {
  const origin = await startWatched({ directory: directories(), example: true });
  const { body } = await origin.admin("POST", "/admin/v1/edge-tokens", { name: "Frankfurt" });
  await using edge = await startEdge(origin.urls.edge, String(body.token));
  try {
    await until(
      () => origin.metrics(),
      (said) => said.value("drawbridge_edges", { state: "current" }) === 1,
    );
  } finally {
    await origin.stop();
  }
  const found = await until(
    () => metricsOf(edge),
    (said) => said.value("drawbridge_source_state", { state: "interrupted" }) === 1,
  );
  assert.equal(found.value("drawbridge_source_state", { source: origin.urls.edge, state: "interrupted" }), 1);
  assert.deepEqual([found.value("drawbridge_catalog_loaded"), found.value("drawbridge_edge_problem")], [1, 1]);
});
