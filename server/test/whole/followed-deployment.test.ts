/** Follows docs/deploying.md and docs/upgrades.md in a shell, on the shipped files. Programs of a machine are stand-ins that write down how they are called. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { readSettings } from "../../src/base/settings.ts";
import { documentText } from "../document-commands.ts";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { wordsOf } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const directories = temporaryDirectories();
const text = (path: string) => readFileSync(join(root, path), "utf8");
const { version } = JSON.parse(text("server/package.json"));
/** The origin of the chart, as rendered. */
const deployment = parseAllDocuments(text("server/test/rendered-chart.yaml"))
  .map((document) => document.toJS())
  .find(({ kind }) => kind === "Deployment");
const run = promisify(execFile);

function blockOf(heading: string, page = "deploying.md"): string {
  const [, section = ""] = documentText(page).split(page === "deploying.md" ? `\n## ${heading}\n` : `\n**${heading}**\n`);
  return /```sh\n(.*?)```/s.exec(section)?.[1] ?? assert.fail(heading);
}

/** Runs the block of a section in a directory that is also the root of the machine; returns its output and the calls of stand-ins. */
async function follow(heading: string, directory: string, page?: string) {
  mkdirSync(join(directory, "bin"), { recursive: true });
  for (const name of ["curl", "docker", "helm", "kubectl", "systemctl"])
    writeFileSync(join(directory, "bin", name), `#!/bin/sh\necho "${name} $*" >> ${directory}/calls\n`, { mode: 0o755 });
  for (const path of ["Dockerfile", "compose.yaml", "deploy"])
    if (!existsSync(join(directory, path))) symlinkSync(join(root, path), join(directory, path));
  const block = blockOf(heading, page).replaceAll(/(?<=[ =])\/(?=(?:opt|etc|var)\/|opt$)/gm, `${directory}/`);
  const env = { ...environmentWithoutSettings(), PATH: `${directory}/bin:${process.env.PATH}` };
  const { stdout } = await run("sh", ["-euc", block], { cwd: directory, env });
  const calls = readFileSync(join(directory, "calls"), "utf8").trim().split("\n").map(wordsOf);
  return { stdout, calls, file: (path: string) => readFileSync(join(directory, path), "utf8") };
}

const optionOf = (call: readonly string[] | undefined, option: string) => call?.[call.indexOf(option) + 1];

test("the folder of the server is put where the unit expects it, and doctor finds the server", async () => {
  const directory = directories();
  for (const path of ["opt", "etc/systemd/system", "var/lib"]) mkdirSync(join(directory, path), { recursive: true });
  const folder = `drawbridge-server-${version}`;
  mkdirSync(join(directory, folder));
  for (const path of ["deploy", "drawbridge"]) symlinkSync(join(root, path), join(directory, folder, path));
  await run("tar", ["czf", `${folder}-linux-x64.tar.gz`, folder], { cwd: directory });
  await using _ = await startProgram({ directory: join(directory, "var/lib/drawbridge") });
  const { stdout, calls, file } = await follow("systemd", directory);
  const unit = file("etc/systemd/system/drawbridge.service");
  assert.ok(existsSync(join(directory, /^ExecStart=\/(\S+)/m.exec(unit)?.[1] ?? "")));
  assert.deepEqual(calls, [["systemctl", "enable", "--now", "drawbridge"]]);
  assert.deepEqual((await follow("systemd", directory, "upgrades.md")).calls.at(-1), ["systemctl", "restart", "drawbridge"]);
  assert.match(stdout, /\/sign-in#link=/);
  assert.match(stdout, /^ok +source +follows store/m);
});

test("the container that is checked is the one that is started", async () => {
  const { calls } = await follow("An image", directories());
  const started = wordsOf(/^docker run .*$/m.exec(documentText("install.md"))?.[0] ?? "");
  assert.deepEqual(calls, [["docker", "exec", optionOf(started, "--name"), "drawbridge", "doctor"]]);
});

test("an upgrade takes the file and the image of this version", async () => {
  const { repository } = JSON.parse(text("release/names.json"));
  const container = optionOf(wordsOf(/^docker run .*$/m.exec(documentText("install.md"))?.[0] ?? ""), "--name");
  assert.deepEqual((await follow("Docker", directories(), "upgrades.md")).calls, [
    ["docker", "stop", container],
    ["docker", "rm", container],
  ]);
  const { calls } = await follow("Compose", directories(), "upgrades.md");
  assert.deepEqual(calls, [
    ["curl", "-LO", `${repository}/raw/v${version}/deploy/compose.yaml`],
    ["docker", "compose", "up", "--detach"],
  ]);
  const [upgrade, status] = (await follow("Kubernetes", directories(), "upgrades.md")).calls;
  assert.deepEqual(upgrade, [
    "helm",
    "upgrade",
    ...wordsOf(/^helm install (.*)$/m.exec(documentText("deploying.md"))?.[1] ?? ""),
  ]);
  assert.equal(status?.at(-1), `deployment/${deployment.metadata.name}`);
  assert.match(text("deploy/chart/Chart.yaml"), new RegExp(`^appVersion: "?${RegExp.escape(version)}"?$`, "m"));
});

test("the secrets that are created are those of the compose file, and other users cannot read them", async () => {
  const { services, secrets } = parse(text("compose.yaml"));
  const directory = directories();
  const { calls, file } = await follow("Compose", directory);
  assert.deepEqual(
    calls.map(([, compose, verb]) => [compose, verb]),
    [
      ["compose", "up"],
      ["compose", "exec"],
    ],
  );
  assert.ok(Object.hasOwn(services, calls[0]?.at(-1)?.split("=")[0] ?? ""));
  assert.match((await run("ls", ["-ld", "secrets"], { cwd: directory })).stdout, /^drwx------/);
  const made = (path: string) => file(secrets[path.replace("/run/secrets/", "")].file);
  for (const { environment, secrets: named } of [services.drawbridge, services.postgres]) {
    const files = Object.entries<string>(environment).filter(([name]) => name.endsWith("_FILE"));
    assert.deepEqual(
      files.map(([, path]) => path.replace("/run/secrets/", "")),
      named,
    );
  }
  const files = Object.entries<string>(services.drawbridge.environment).filter(([name]) => name.endsWith("_FILE"));
  const { adminToken, databaseUrl } = readSettings(Object.fromEntries(files), made);
  assert.match(adminToken ?? "", /^[0-9a-f]{64}$/);
  const url = new URL(databaseUrl ?? "");
  const user = services.postgres.environment.POSTGRES_USER;
  assert.deepEqual(
    [url.username, url.password, url.hostname, url.pathname],
    [user, made("postgres-password"), "postgres", `/${user}`],
  );
});

test("the secrets that are created for Kubernetes are accepted with their line ends, and are those that the chart mounts", async () => {
  const { calls, file } = await follow("Kubernetes", directories());
  const [create, install] = calls;
  const pod = deployment.spec.template.spec;
  assert.equal(
    optionOf(create, "generic"),
    pod.volumes.find(({ name }: { name: string }) => name === "secrets").secret.secretName,
  );
  assert.deepEqual([install?.at(1), existsSync(join(root, install?.at(3) ?? "", "Chart.yaml"))], ["install", true]);
  const env = pod.containers[0].env.filter(({ name }: { name: string }) => name.endsWith("_FILE"));
  const made = (path: string) => file(path.replace("/run/secrets/drawbridge", "secrets"));
  const settings = readSettings(
    Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value])),
    made,
  );
  assert.equal(settings.adminToken, made("secrets/admin-token").trim());
  assert.equal(settings.metricsToken, made("secrets/metrics-token").trim());
  assert.match(settings.databaseUrl ?? "", /verify-full$/);
});

test("processes at one port have data and an address of their own", () => {
  const [shared = "", ...serves] = blockOf("More than one core").trim().split("\n");
  const read = serves.map((line) => {
    const [before = "", argv] = line.split(" drawbridge serve --edge ");
    const pairs = [...wordsOf(shared.replace("export ", "")), ...wordsOf(before)].map((pair) => pair.split("="));
    const settings = { ...Object.fromEntries(pairs), DRAWBRIDGE_EDGE_TOKEN: "dbe_x", DRAWBRIDGE_EDGE_ORIGIN: argv };
    return readSettings(settings, () => "");
  });
  assert.deepEqual(
    read.map(({ sharedPort, listen }) => [sharedPort, listen.port]),
    [
      [true, 8080],
      [true, 8080],
    ],
  );
  assert.equal(new Set(read.flatMap(({ data, adminListen }) => [data, adminListen.port])).size, 4);
});
