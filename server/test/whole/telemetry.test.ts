/** OpenTelemetry: what a collector gets of the running program, and that one that is away slows and stops nothing. */
import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { openLog } from "../../src/base/log.ts";
import { named, startCollector } from "../otlp-collector.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("a change is a span with its parts below it, in the trace of a proxy that is believed, and the metrics come too", async () => {
  const collector = await startCollector();
  const env = {
    DRAWBRIDGE_OTLP_URL: collector.url,
    DRAWBRIDGE_OTLP_HEADERS: "Authorization=Bearer%20of%20the%20collector",
    DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1",
  };
  const program = await startProgram({ directory: directories(), env });
  try {
    const made = await program.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, { "if-none-match": "*", traceparent });
    assert.equal(made.status, 201);
    await program.admin("GET", "/admin/v1/projects/nobodys");
  } finally {
    // It sends what it has at a stop.
    await program.stop();
    await collector.stop();
  }
  const { spans, metrics, resources, requests } = collector;
  const put = spans.find(({ name }) => name === "PUT /admin/v1/projects/{project}");
  assert.ok(put, JSON.stringify(spans.map(({ name }) => name)));
  assert.deepEqual([put.traceId, put.parentSpanId, put.kind], ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", 2]);
  const { "http.route": route, "http.response.status_code": status } = named(put.attributes);
  assert.deepEqual([route, status], ["/admin/v1/projects/{project}", "201"]);
  const below = (id: string) => spans.filter(({ parentSpanId }) => parentSpanId === id);
  const [plan] = below(put.spanId);
  assert.equal(plan?.name, "plan and commit");
  assert.deepEqual(
    below(plan.spanId).map(({ name }) => name),
    ["commit"],
  );
  assert.ok(spans.some(({ name, traceId }) => name === "GET /admin/v1/projects/{project}" && traceId !== put.traceId));
  assert.doesNotMatch(JSON.stringify(spans), /nobodys|Acme/, "no path, query or body as it was sent");

  const metric = (name: string) => metrics.find((one) => one.name === name) ?? assert.fail(name);
  const commits = metric("drawbridge_commits_total").sum;
  const committed = commits?.dataPoints.find(({ attributes }) => named(attributes).outcome === "committed");
  assert.deepEqual([commits?.isMonotonic, commits?.aggregationTemporality], [true, 2]);
  assert.ok((committed?.asDouble ?? 0) >= 1);
  const [reads] = metric("drawbridge_read_duration_seconds").histogram?.dataPoints ?? [];
  assert.equal(reads?.bucketCounts?.length, (reads?.explicitBounds?.length ?? 0) + 1);
  assert.equal(metric("drawbridge_catalog_loaded").gauge?.dataPoints[0]?.asDouble, 1);
  assert.equal(metric("process_resident_memory_bytes").unit, "By");
  for (const resource of resources)
    assert.deepEqual([resource["service.name"], resource["service.version"]], ["drawbridge", "test"]);
  assert.deepEqual([...new Set(requests.map(({ path }) => path))].sort(), ["/v1/metrics", "/v1/traces"]);
  for (const { headers } of requests) assert.equal(headers.authorization, "Bearer of the collector");
});

test("a trace from an untrusted client starts a new one", async () => {
  const collector = await startCollector();
  const program = await startProgram({ directory: directories(), env: { DRAWBRIDGE_OTLP_URL: `${collector.url}/` } });
  await program.admin("GET", "/admin/v1/projects", undefined, { traceparent });
  await program.stop();
  await collector.stop();
  const [span] = collector.spans.filter(({ name }) => name === "GET /admin/v1/projects");
  assert.ok(span && span.traceId !== "0af7651916cd43dd8448eb211c80319c" && !span.parentSpanId);
});

/** Takes connections and never says anything, as a machine that hangs does. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

test("a collector that is away or hangs slows no request, and delays a stop by a few seconds at most", {
  timeout: 60_000,
}, async () => {
  const silent = await silentServer();
  for (const url of ["http://127.0.0.1:1", silent.url]) {
    const lines: string[] = [];
    const log = openLog("info", { write: (line) => void lines.push(line) });
    const program = await startProgram({ directory: directories(), env: { DRAWBRIDGE_OTLP_URL: url }, log });
    for (let i = 0; i < 30; i++) assert.equal((await program.admin("GET", "/admin/v1/projects")).status, 200);
    await program.stop();
    assert.ok(lines.filter((line) => line.includes("collector")).length <= 2, "it is said once of traces and once of metrics");
  }
  silent.stop();
});

test("a collector of the standard variables gets the same, under the name and the attributes that they set", async () => {
  const collector = await startCollector();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20of%20the%20platform",
    OTEL_SERVICE_NAME: "drawbridge-eu",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=production",
  };
  const program = await startProgram({ directory: directories(), env });
  try {
    await program.admin("GET", "/admin/v1/projects");
  } finally {
    await program.stop();
    await collector.stop();
  }
  assert.deepEqual([...new Set(collector.requests.map(({ path }) => path))].sort(), ["/v1/metrics", "/v1/traces"]);
  for (const { headers } of collector.requests) assert.equal(headers.authorization, "Bearer of the platform");
  for (const resource of collector.resources) {
    const { "service.name": name, "service.version": version, "deployment.environment.name": environment } = resource;
    assert.deepEqual([name, version, environment], ["drawbridge-eu", "test", "production"]);
  }
});
