/** Metrics with several nodes on one PostgreSQL, and at an edge. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LyingOrigin } from "../lying-origin.ts";
import { MetricsText } from "../metrics-text.ts";
import { openPostgres } from "../postgres.ts";
import { EdgeProgram } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { metricsToken, startWatched, type WatchedProgram } from "../watched-program.ts";

const directories = temporaryDirectories();

function settled(program: WatchedProgram, name: string, labels: Record<string, string>, wanted: number): Promise<number> {
  return until(
    async () => (await program.metrics()).value(name, labels),
    (found) => found === wanted,
  );
}

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
  const { body } = await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "Frankfurt" });
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
