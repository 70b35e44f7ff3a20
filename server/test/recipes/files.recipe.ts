/** The files for other programs, each read by the program that it is for. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { metricsToken, startWatched } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { adapted, missing, runForeign, shippedText, startForeign } from "./foreign-program.ts";
import { ask } from "./proxied-client.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const directories = temporaryDirectories();

function written(files: Readonly<Record<string, string>>): string {
  const directory = directories();
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text, { mode: 0o600 });
  return directory;
}

for (const file of ["compose.yaml", "deploy/compose.yaml"])
  test(`docker-compose reads ${file}, and one port decides where people come in`, {
    skip: missing("docker-compose", "apt-get install docker-compose"),
  }, () => {
    const config = (env: Readonly<Record<string, string>>) =>
      runForeign("docker-compose", ["-f", join(root, file), "config"], env);
    assert.match(config({}), /DRAWBRIDGE_PUBLIC_URL: http:\/\/localhost:8081\n/);
    const other = config({ ADMIN_PORT: "9562" });
    assert.match(other, /DRAWBRIDGE_PUBLIC_URL: http:\/\/localhost:9562\n/);
    assert.match(other, /127\.0\.0\.1:9562:8081/);
  });

test("caddy reads the configuration of compose.yaml, and finds a node by its name", {
  skip: missing("caddy", "apt-get install caddy"),
}, async () => {
  await using program = await startWatched({ directory: directories(), env: { DRAWBRIDGE_ADMIN_LISTEN: "localhost:0" } });
  const [reads, people] = [await freePort(), await freePort()];
  const file = adapted(shippedText("deploy/compose.Caddyfile"), {
    ":8080 {": `:${reads} {`,
    ":8081 {": `:${people} {`,
    "dynamic a drawbridge 8080": `dynamic a localhost ${new URL(program.urls.config).port}`,
    "dynamic a drawbridge 8081": `dynamic a localhost ${new URL(program.urls.admin).port}`,
  });
  const directory = written({ Caddyfile: file });
  const env = { XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory, HOME: directory };
  const args = ["run", "--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"];
  await using _ = await startForeign("caddy", { args, env, port: people });
  const statuses = async (port: number) =>
    Promise.all(["/readyz", "/docs/"].map(async (path) => (await ask({ port, name: "localhost", isPlain: true }, path)).status));
  assert.deepEqual(
    [await statuses(reads), await statuses(people)],
    [
      [200, 404],
      [404, 200],
    ],
  );
});

test("actionlint finds nothing in the workflows", {
  skip: missing("actionlint", "go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"),
}, () => {
  const workflows = readdirSync(join(root, ".github/workflows")).map((name) => join(root, ".github/workflows", name));
  assert.ok(workflows.length > 0);
  assert.equal(runForeign("actionlint", ["-no-color", ...workflows, join(root, "deploy/ci/github.yml")]), "");
});

test("systemd-analyze finds nothing in deploy/drawbridge.service, and rates it OK", {
  skip: missing("systemd-analyze", "apt-get install systemd"),
}, () => {
  const unit = adapted(shippedText("deploy/drawbridge.service"), { "/opt/drawbridge/drawbridge": join(root, "drawbridge") });
  const path = join(written({ "drawbridge.service": unit }), "drawbridge.service");
  assert.equal(runForeign("systemd-analyze", ["verify", path]), "");
  assert.match(runForeign("systemd-analyze", ["security", "--offline=true", path]), /Overall exposure level.*: [01]\.\d OK/);
});

test("promtool accepts the alerts, and the configurations that scrape the server", {
  skip: missing("promtool", "apt-get install prometheus"),
}, () => {
  runForeign("promtool", ["check", "rules", join(root, "ops/alerts.yaml")]);
  for (const text of [shippedText("ops/prometheus.yaml"), documentedScrape()]) {
    const directory = written({ "alerts.yaml": shippedText("ops/alerts.yaml"), token: metricsToken });
    const own = { "/etc/prometheus/drawbridge-metrics-token": join(directory, "token") };
    writeFileSync(join(directory, "prometheus.yaml"), adapted(text, own));
    runForeign("promtool", ["check", "config", join(directory, "prometheus.yaml")]);
  }
});

test("prometheus scrapes the listener of metrics, and every alert can be evaluated", {
  skip: missing("prometheus", "apt-get install prometheus"),
}, async () => {
  const env = { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0", DRAWBRIDGE_METRICS_LISTEN: "127.0.0.1:0" };
  await using program = await startWatched({ directory: directories(), env });
  const directory = written({ "alerts.yaml": shippedText("ops/alerts.yaml"), token: metricsToken });
  const own = {
    "/etc/prometheus/drawbridge-metrics-token": join(directory, "token"),
    "127.0.0.1:8082": new URL(program.urls.metrics).host,
    "scrape_configs:": "global: { scrape_interval: 1s, evaluation_interval: 1s }\nscrape_configs:",
  };
  writeFileSync(join(directory, "prometheus.yaml"), adapted(documentedScrape(), own));
  const port = await freePort();
  const args = [
    `--config.file=${join(directory, "prometheus.yaml")}`,
    `--storage.tsdb.path=${join(directory, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  await using _ = await startForeign("prometheus", { args, port });
  const read = async (path: string) => (await ask({ port, name: "localhost", isPlain: true }, path)).text;
  await until(
    () => read(`/api/v1/query?query=${encodeURIComponent('up{job="drawbridge"} == 1 and on (instance) drawbridge_build_info')}`),
    (text) => text.includes('"result":[{'),
  );
  const rules = async (): Promise<Rule[]> =>
    JSON.parse(await read("/api/v1/rules")).data.groups.flatMap((group: Group) => group.rules);
  const evaluated = await until(rules, (all) => all.length > 0 && all.every(({ health }) => health !== "unknown"));
  assert.deepEqual(
    evaluated.filter(({ health }) => health !== "ok"),
    [],
  );
  assert.deepEqual(
    evaluated.filter(({ state }) => state === "firing"),
    [],
  );
});

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: string;
}
interface Group {
  readonly rules: readonly Rule[];
}

function documentedScrape(): string {
  return /```yaml\n(# prometheus\.yml.*?)```/s.exec(shippedText("docs/operations.md"))?.[1] ?? assert.fail("no configuration");
}
