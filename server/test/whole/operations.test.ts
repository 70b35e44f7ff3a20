/** Alerts, dashboard and page for operators only use metrics that the running program has. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import { parse } from "yaml";
import { metricsPage } from "../../reference/metrics-page.ts";
import { alertRules } from "../alert-rules.ts";
import { assertGenerated } from "../generated-file.ts";
import { MetricsText } from "../metrics-text.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { matches, readExpression } from "../promql.ts";
import { EdgeProgram } from "../running-edge.ts";
import { metricsToken, startWatched, type WatchedProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const page = join(root, "docs", "operations.md");
const textOf = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string; readonly refId: string }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } };
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: string | { readonly query: string } }[];
  };
}

const dashboard: Dashboard = JSON.parse(textOf("ops", "grafana-dashboard.json"));
/** Labels that a scrape adds to every series. */
const ofTheScrape = ["job", "instance"];
const directories = temporaryDirectories();
let postgres: Postgres;
let program: WatchedProgram;
let edge: EdgeProgram;
/** Metrics of a node on PostgreSQL, and of an edge that follows it: every metric. */
let found: MetricsText;

before(async () => {
  const bucket = directories();
  mkdirSync(bucket);
  postgres = await openPostgres();
  const env = {
    DRAWBRIDGE_DATABASE_URL: await postgres.database(),
    DRAWBRIDGE_ADMIN_TOKEN: "environment-token-0123456789-0123456789",
    DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0",
    DRAWBRIDGE_OBJECTS: pathToFileURL(bucket).href,
  };
  program = await startWatched({ directory: directories(), example: true, env });
  edge = await startEdgeOf(program);
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "old app" });
  await program.admin("POST", `/admin/v1/projects/acme-shop/keys/${body.id}/revoke`);
  const { body: app } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "app" });
  await program.read("/api/v1/config?platform=ios&current_version=2.3.0", String(app.key));
  const step = { at: printWall(Date.now() + 12 * 3_600_000), minimum: "2.6.0" };
  await program.admin("PATCH", "/admin/v1/projects/acme-shop/platforms/ios", { step }, { "if-match": "*" });
  // A scrape begins to count windows and steps for the next one.
  const late = ["drawbridge_app_requests_total", "drawbridge_windows_active", "drawbridge_policy_step_forced_ratio"];
  const isCounted = ({ series }: MetricsText) => late.every((wanted) => series.some(({ name }) => name === wanted));
  found = await until(() => program.metrics(), isCounted);
  found.add(new MetricsText(await watchedText(edge.running.urls.admin)));
});

after(async () => {
  await edge?.stop();
  await program?.stop();
  await postgres?.close();
});

async function startEdgeOf(origin: WatchedProgram): Promise<EdgeProgram> {
  const { body } = await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "Frankfurt" });
  const env = { DRAWBRIDGE_METRICS_TOKEN: metricsToken };
  const started = await EdgeProgram.start({ directory: directories(), origin: origin.urls.edge, token: String(body.token), env });
  const { body: status } = await origin.admin("GET", "/admin/v1/status");
  await started.at(Number(status.revision));
  return started;
}

async function watchedText(url: string): Promise<string> {
  return await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text();
}

/** Every name and label of it is one of the program's, and each selector finds something there. */
function checkExpression(expr: string, where: string): void {
  const { selectors, groupings } = readExpression(expr);
  const seen = new Set(ofTheScrape);
  for (const selector of selectors) {
    if (selector.name === "up") continue;
    const series = found.series.filter(({ name }) => name === selector.name);
    assert.ok(series.length > 0, `${where}: there is no metric ${selector.name}`);
    const labels = new Set([...ofTheScrape, ...series.flatMap((one) => Object.keys(one.labels))]);
    for (const { label } of selector.matchers) assert.ok(labels.has(label), `${where}: ${selector.name} has no label ${label}`);
    assert.ok(
      series.some((one) => matches(selector, one.labels)),
      `${where}: ${JSON.stringify(selector)} finds nothing`,
    );
    for (const label of labels) seen.add(label);
  }
  for (const label of groupings) assert.ok(seen.has(label), `${where}: nothing has the label ${label}`);
}

test("an edge that has everything is current at its origin, which says how many follow it", async () => {
  const origin = await until(
    () => program.metrics(),
    (said) => said.value("drawbridge_edges", { state: "current" }) === 1,
  );
  assert.equal(origin.value("drawbridge_edge_streams"), 1);
  const own = new MetricsText(await watchedText(edge.running.urls.admin));
  assert.equal(own.value("drawbridge_catalog_revision"), origin.value("drawbridge_catalog_revision"));
});

test("each alert looks at what is there, says what it is about, and leads to what to do", async () => {
  assert.ok(alertRules.length >= 10 && alertRules.length <= 14);
  for (const { alert, expr, labels, annotations, for: held = "0m" } of alertRules) {
    checkExpression(expr, alert);
    assert.match(alert, /^Drawbridge[A-Z]\w+$/);
    assert.match(held, /^\d+m$/);
    assert.ok(["critical", "warning", "info"].includes(labels.severity), alert);
    assert.match(annotations.summary, /^[^\n]{20,160}\.$/, alert);
    assert.match(annotations.description, /\.$/, alert);
    const { origin, pathname, hash } = new URL(annotations.runbook_url);
    assert.deepEqual(
      [origin, pathname, hash],
      ["https://drawbridge.acme.example", "/docs/operations", `#${alert.toLowerCase()}`],
    );
    for (const [, label = ""] of annotations.summary.matchAll(/\$labels\.(\w+)/g)) {
      assert.ok(expr.includes(label) || label === "instance" || label === "source" || label === "outcome", `${alert}: ${label}`);
    }
  }
  assert.equal(new Set(alertRules.map(({ alert }) => alert)).size, alertRules.length);
});

test("each panel of the dashboard looks at what is there, in a unit, and lies beside the others", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");
  assert.ok(panels.length >= 20);
  for (const { title, description = "", targets = [], fieldConfig } of panels) {
    assert.match(description, /\.$/, title);
    assert.ok(fieldConfig?.defaults.unit, title);
    assert.ok(targets.length > 0, title);
    for (const { expr, legendFormat } of targets) {
      checkExpression(expr, title);
      assert.match(expr, /job=~"\$job", instance=~"\$instance"/, title);
      const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label ?? "");
      for (const label of labels) assert.ok(label === "instance" || labelsIn(expr).has(label), `${title}: ${label}`);
    }
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length);
  }
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length, "two lie on each other");
  assert.ok(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24));
  for (const { name, query } of dashboard.templating.list) {
    if (typeof query !== "string") checkExpression(query.query.replace(/, \w+\)$/, ")"), name);
  }
});

test("the share that docs/promises.md measures is of what is there", () => {
  const [, expr = ""] = /```promql\n(.*?)```/s.exec(textOf("docs", "promises.md")) ?? [];
  checkExpression(expr, "promises.md");
});

function labelsIn(expr: string): Set<string> {
  const { selectors } = readExpression(expr);
  return new Set(
    selectors.flatMap(({ name }) => found.series.filter((one) => one.name === name).flatMap(({ labels }) => Object.keys(labels))),
  );
}

test("docs/reference/metrics.md has every metric and alert (UPDATE=1 rewrites it)", () => {
  assertGenerated("docs/reference/metrics.md", metricsPage(found.families, alertRules));
});

test("the commands of the page work: a token is created, the program accepts it, and Prometheus and people use it", async () => {
  const text = readFileSync(page, "utf8");
  const [, fill = ""] = /^ {4}(sed .*) ops\/alerts\.yaml > \/etc\/prometheus\/alerts\.yaml$/m.exec(text) ?? [];
  const filled = execFileSync("sh", ["-c", `${fill} ../../../ops/alerts.yaml`], { cwd: import.meta.dirname, encoding: "utf8" });
  const links = [...filled.matchAll(/runbook_url: (\S+)/g)].map(([, link]) => link);
  assert.equal(links.length, alertRules.length);
  assert.ok(links.every((link) => link?.startsWith("https://YOUR.NAME/docs/operations#")));
  const lines = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.trim().split("\n"));
  const [make = "", serve = "", ask = ""] = lines;
  assert.equal(lines.length, 3);
  const directory = directories();
  mkdirSync(directory);
  execFileSync("sh", ["-c", make], { cwd: directory });
  const typed = /^(DRAWBRIDGE_METRICS_TOKEN)_FILE=(\S+) (DRAWBRIDGE_METRICS_LISTEN)=(\S+) drawbridge serve$/.exec(serve);
  const [, variable = "", file = "", listen = "", address = ""] = typed ?? [];
  const token = readFileSync(join(directory, file), "utf8").trim();
  const env = { [variable]: token, [listen]: address.replace(/\d+$/, "0") };
  await using other = await startWatched({ directory: directories(), env });
  const [, yaml = ""] = /```yaml\n(.*?)```/s.exec(text) ?? [];
  const [job] = parse(yaml).scrape_configs;
  assert.equal(job.job_name, "drawbridge");
  const authorization = `${job.authorization.type} ${token}`;
  assert.deepEqual(job.static_configs, [{ targets: [address] }]);
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await fetch(other.urls.metrics + path, { headers })).status;
  assert.equal(await statusOf(job.metrics_path ?? "/metrics", { authorization }), 200);
  assert.equal(await statusOf(job.metrics_path ?? "/metrics", {}), 401);
  const [, scheme = "", path = ""] =
    /^curl -s -H "Authorization: (\w+) \$\(cat secrets\/metrics-token\)" http:\/\/127\.0\.0\.1:8082(\/\S+)$/.exec(ask) ?? [];
  assert.equal(await statusOf(path, { authorization: `${scheme} ${token}` }), 200);
});
