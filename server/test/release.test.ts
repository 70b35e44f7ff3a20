/** Each artifact of `npm run release`, started in an empty folder with an empty environment. */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { nodeInside, programVersion as version } from "../../release/artifact-trees.ts";
import { runtimeFloor } from "../src/start/start-warnings.ts";
import { randomFrom } from "./drills/drill.ts";
import { runSeed } from "./run-seed.ts";

const root = join(import.meta.dirname, "..", "..");
const names = JSON.parse(readFileSync(join(root, "release", "names.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "drawbridge-release-"));
const dist = join(folder, "dist");
const program = join(dist, `drawbridge-${version}-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`);
const serverPackage = join(folder, `drawbridge-server-${version}`);
/** Packages of clients; `npm run sdk-tests` builds those that need Python, and runs all of them. */
const clients = [`${names.npm}-${version}.tgz`, `${names.pub}-${version}-pub.tar.gz`];
/** Everything but Node inside a folder: its tree is that of the server, and its bytes take the longest. */
const small = [`server-${version}.tar`, "cli", "image", "cdx", ...clients];
const running = new Set<ChildProcess>();

before(() => {
  chmodSync(folder, 0o755);
  release(dist, [...small, `${version}-`.concat(process.platform === "win32" ? "win" : process.platform)]);
  for (const name of readdirSync(dist).filter(
    (file) => file.startsWith("drawbridge-") && file.endsWith(".tar.gz") && small.some((part) => file.includes(part)),
  ))
    execFileSync("tar", ["xzf", join(dist, name), "-C", folder]);
});
after(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function release(to: string, only: readonly string[]): void {
  const names = only.flatMap((name) => ["--only", name]);
  execFileSync(process.execPath, [join(root, "release", "release.ts"), "--to", to, ...names], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

interface Started {
  readonly child: ChildProcess;
  readonly directory: string;
  readonly urls: { readonly config: string; readonly admin: string };
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: number;
}

async function serve(command: readonly string[], { env = {}, user }: Options = {}): Promise<Started> {
  const directory = emptyFolder(user);
  const [file = "", ...words] = command;
  const settings = {
    DRAWBRIDGE_DATA: join(directory, "data"),
    DRAWBRIDGE_LISTEN: "127.0.0.1:0",
    DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0",
  };
  const child = spawn(file, [...words, "serve", "--demo", "--json"], {
    cwd: directory,
    env: { ...settings, DRAWBRIDGE_LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "inherit"],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const { urls } = JSON.parse(line);
    if (!urls) continue;
    child.stdout.resume();
    return { child, directory, urls };
  }
  return assert.fail("it ended before it listened");
}

function emptyFolder(user?: number): string {
  const directory = mkdtempSync(join(folder, "empty-"));
  if (user !== undefined) execFileSync("chown", [`${user}:${user}`, directory]);
  return directory;
}

async function stop({ child }: Pick<Started, "child">): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
  running.delete(child);
}

/** Runs a command with no environment but the server's data, in the folder where that was started. */
function run(command: readonly string[], { directory }: Pick<Started, "directory">, env: Readonly<Record<string, string>> = {}) {
  const [file = "", ...words] = command;
  const done = spawnSync(file, words, {
    cwd: directory,
    env: { DRAWBRIDGE_DATA: join(directory, "data"), ...env },
    encoding: "utf8",
  });
  assert.equal(done.status, 0, `${command.join(" ")}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** Reads, pages, migrations, threads and processes of the program. */
async function answersEverything(server: Started, command: readonly string[]): Promise<void> {
  const { urls, directory } = server;
  const key = readFileSync(join(directory, "data", "demo-key"), "utf8").trim();
  const answer = await fetch(`${urls.config}/api/v1/config?platform=ios&current_version=2.3.0`, {
    headers: { "x-api-key": key },
  });
  assert.equal(((await answer.json()) as { force_upgrade: boolean }).force_upgrade, true);
  for (const path of [
    "/console/",
    "/sign-in",
    "/sign-in/sign-in.js",
    "/docs/",
    "/llms.txt",
    "/docs/operations",
    "/docs/site.css",
    "/openapi.json",
  ])
    assert.equal((await fetch(`${urls.admin}${path}`)).status, 200, path);
  // So long that a thread reads it, as a thread checks a backup.
  const manifest = join(directory, "long.yaml");
  writeFileSync(manifest, `${readFileSync(join(root, "examples", "acme-shop.yaml"), "utf8")}\n${"# A comment.\n".repeat(1000)}`);
  run([...command, "apply", "--yes", "-f", manifest], server);
  assert.match(run([...command, "backup", "--to", "kept.db"], server), /^kept\.db: revision \d+ of 1 project/);
  const doctor = spawnSync(command[0] ?? "", [...command.slice(1), "doctor"], {
    cwd: directory,
    env: { DRAWBRIDGE_DATA: join(directory, "data") },
    encoding: "utf8",
  });
  assert.match(doctor.stdout, /store +\S+ is in use by process \d+/);
}

test("the server's tarball runs on a Node alone", async () => {
  const command = [process.execPath, join(serverPackage, "server", "lib", "drawbridge.js")];
  const server = await serve(command);
  await answersEverything(server, command);
  await stop(server);
  for (const path of ["deploy/drawbridge.service", "deploy/chart/files/alerts.yaml", "deploy/nginx.conf", "ops/alerts.yaml"])
    assert.equal(readFileSync(join(serverPackage, path), "utf8"), readFileSync(join(root, path), "utf8"));
});

test("the executable is one file that serves, and the client's tarball applies a manifest to it on the oldest Node here", async () => {
  const server = await serve([program]);
  await answersEverything(server, [program]);
  const example = join(server.directory, "acme-shop.yaml");
  writeFileSync(
    example,
    run([program, "export", "--project", "acme-shop"], server).replace(/minimum: "2\.4\.0"/, 'minimum: "2.4.1"'),
  );
  const [node] = [...oldNodes(), ...nodesInPath(), process.execPath];
  const client = [node ?? "", join(folder, `drawbridge-cli-${version}`, "server", "lib", "drawbridge.js")];
  const elsewhere = { directory: emptyFolder() };
  const token = readFileSync(join(server.directory, "data", "admin-token"), "utf8").trim();
  const connection = { DRAWBRIDGE_URL: server.urls.admin, DRAWBRIDGE_TOKEN: token };
  assert.equal(run([...client, "version"], elsewhere), `${version}\n`);
  assert.match(run([...client, "plan", "-f", example], elsewhere, connection), /2\.4\.1/);
  run([...client, "apply", "--yes", "-f", example], elsewhere, connection);
  assert.match(run([program, "policy", "show", "--platform", "ios", "--project", "acme-shop"], server), /2\.4\.1/);
  const reads = [
    "maintenance list --project acme-shop",
    "history --project acme-shop",
    "key list --project acme-shop",
    "project show --project acme-shop",
  ];
  for (const command of reads) run([...client, ...command.split(" ")], elsewhere, connection);
  await stop(server);
});

test("the AWS SDK is a file of its own, which only a bucket loads, also inside the executable", () => {
  const files = readdirSync(join(serverPackage, "server", "lib"));
  const [sdk = "", ...others] = files.filter((name) => name.startsWith("s3-objects-"));
  assert.deepEqual(others, []);
  for (const name of files) {
    const text = readFileSync(join(serverPackage, "server", "lib", name), "utf8");
    assert.equal(text.replace(`import(\`./${sdk}\`)`, "").includes(sdk), false, `${name} imports it at the start`);
  }
  const done = spawnSync(program, ["restore", "--from", "s3://bucket/prefix"], {
    cwd: emptyFolder(),
    env: {
      ...{ AWS_ENDPOINT_URL: "http://127.0.0.1:1", AWS_REGION: "eu-south-1" },
      ...{ AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" },
    },
    encoding: "utf8",
  });
  assert.match(
    done.stderr,
    /^drawbridge: s3:\/\/bucket\/prefix failed while reading full\/head: connect ECONNREFUSED 127\.0\.0\.1:1\.$/m,
  );
});

const page = readFileSync(join(root, "docs", "install.md"), "utf8");
const downloads = `${names.repository}/releases/download/v${version}`;

/** Runs a block of docs/install.md in an empty folder: `curl` downloads what was built here, and `gh` is recorded. */
function runInstall(block: string) {
  const directory = emptyFolder();
  const bin = join(directory, "bin");
  mkdirSync(bin);
  const tools = { curl: `cp "${dist}/\${2#${downloads}/}" .`, sudo: 'exec "$@"', gh: 'echo "gh $*"', drawbridge: "" };
  for (const [name, line] of Object.entries(tools)) writeFileSync(join(bin, name), `#!/bin/sh -e\n${line}\n`, { mode: 0o755 });
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
  const script = block.replace("/usr/local/bin", bin).replace(/^drawbridge serve$/m, "drawbridge version");
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-ec", script], { cwd: directory, env, encoding: "utf8" });
  assert.equal(status, 0, `${block}\n${stdout}${stderr}`);
  return stdout;
}

test("docs/install.md installs the executable, checks what it downloads, and names every file", {
  skip: process.platform === "win32",
}, () => {
  const blocks = Array.from(page.matchAll(/```sh\n(curl .*?)```/gs), ([, block = ""]) => block);
  const installs = blocks.filter((block) => block.includes("install -m"));
  assert.equal(installs.length, 2);
  const workflow = readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8");
  const platforms = ["linux-x64", ...Array.from(workflow.matchAll(/"--only (\S+)"/g), ([, platform]) => platform)];
  assert.deepEqual(
    [...new Set(Array.from(page.matchAll(/\b(?:linux|darwin|win)-\w+/g), ([name]) => name))].sort(),
    platforms.sort(),
  );
  const here = `${process.platform}-${process.arch}`;
  const download = `curl -LO ${downloads}/drawbridge-${version}-${here}\n`;
  for (const block of installs) assert.equal(runInstall(block.replaceAll(/(?:linux|darwin)-\w+/g, here)), `${version}\n`);
  const check = blocks.find((block) => block.includes("sha256sum")) ?? "";
  const repo = new URL(names.repository).pathname.slice(1);
  assert.equal(
    runInstall(download + check.replaceAll("linux-x64", here)),
    `drawbridge-${version}-${here}: OK\n${[`drawbridge-${version}-${here}`, `oci://ghcr.io/${repo}:${version}`]
      .map((subject) => `gh attestation verify ${subject} --repo ${repo}\n`)
      .join("")}`,
  );
  const rows = Array.from(page.matchAll(/^\| (`\S+`(?:, `\S+`)?) \|/gm), ([, cell = ""]) => cell.replaceAll("`", "").split(", "));
  const built = readdirSync(dist).map((name) => name.replace(here, "linux-x64"));
  assert.deepEqual(
    built.filter((name) => !rows.flat().includes(name)),
    [],
  );
  for (const name of rows.flat().filter((row) => !built.includes(row)))
    assert.match(name, /^drawbridge_gate-.*(whl|\d\.tar\.gz)$|-linux-x64\.tar\.gz$/, "is built by others");
});

/** The oldest Node that the client names, if this machine has it. */
function oldNodes(): string[] {
  const { TEST_OLDEST_NODE } = process.env;
  return TEST_OLDEST_NODE === undefined ? [] : [TEST_OLDEST_NODE];
}

function nodesInPath(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  return folders.map((path) => join(path, process.platform === "win32" ? "node.exe" : "node")).filter(existsSync);
}

test("the client names the oldest Node that it runs on, and refuses older ones", () => {
  const tree = join(folder, `drawbridge-cli-${version}`);
  const { engines } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  assert.equal(engines.node, ">=20.12");
  for (const old of ["18.20.8", "20.11.1"]) {
    const pretending = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${old}"}})`;
    const command = ["--import", pretending, join(tree, "server", "lib", "drawbridge.js"), "version"];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env: {} });
    assert.deepEqual([status, stderr], [1, `drawbridge: this is Node ${old}, and the command line needs Node 20.12 or newer.\n`]);
  }
});

test("commands that open a store on this machine are not in the client, or say so", () => {
  const client = join(folder, `drawbridge-cli-${version}`, "server", "lib", "drawbridge.js");
  const ask = (...words: string[]) =>
    spawnSync(process.execPath, [client, ...words], { encoding: "utf8", env: {}, cwd: emptyFolder() });
  assert.match(ask("serve").stderr, /unknown command "serve"/);
  assert.match(
    ask("user", "link", "ada", "--local", "--json").stderr,
    /--local needs the server's program: this is the command line alone/,
  );
});

test("the launcher takes the Node inside, and says which library that lacks", { skip: process.platform === "win32" }, () => {
  const launcher = join(serverPackage, "drawbridge");
  const node = join(serverPackage, nodeInside);
  mkdirSync(join(node, ".."), { recursive: true });
  writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  const start = (env: Readonly<Record<string, string>>) =>
    spawnSync(launcher, ["version"], { encoding: "utf8", env, cwd: emptyFolder() });
  assert.equal(start({}).stdout, `${version}\n`);
  const reason = "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file";
  writeFileSync(node, `#!/bin/sh\necho '${reason}' >&2\nexit 127\n`);
  const remedy =
    "Install libatomic: `apt-get install libatomic1` on Debian and Ubuntu, `dnf install libatomic` on RHEL and Fedora";
  const withoutNode = start({ PATH: "" }).stderr;
  assert.ok(withoutNode.includes(`${nodeInside} does not start: ${reason}`) && withoutNode.includes(remedy), withoutNode);
  // A Node of the PATH that is too old finds out the same.
  const old = nodesInPath().find((path) => Number(execFileSync(path, ["-p", "parseInt(process.versions.node)"])) < 26);
  if (old !== undefined) {
    const { stderr } = start({ PATH: join(old, "..") });
    assert.ok(stderr.includes(reason) && stderr.includes(remedy) && !stderr.includes("npm ci"), stderr);
  }
  rmSync(join(serverPackage, "node"), { recursive: true });
  assert.match(start({ PATH: "" }).stderr, /Install Node 26 or newer, or the artifact that has Node inside/);
});

test("the image's context has what it copies, and its entry runs as another user who can write nothing in it", async () => {
  const context = join(folder, `drawbridge-image-${version}`);
  const dockerfile = readFileSync(join(context, "Dockerfile"), "utf8");
  const lines = (word: string, text = dockerfile) =>
    [...text.matchAll(new RegExp(`^${word} (.*)$`, "gm"))].map(([, rest = ""]) => rest);
  assert.deepEqual(lines("COPY"), ["drawbridge /opt/drawbridge"]);
  for (const path of ["compose.yaml", "deploy/compose.Caddyfile"])
    assert.equal(readFileSync(join(context, path), "utf8"), readFileSync(join(root, path), "utf8"));
  const clone = readFileSync(join(root, "Dockerfile"), "utf8");
  for (const word of ["USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"])
    assert.deepEqual(lines(word), lines(word, clone), word);
  assert.equal(lines("FROM")[0], lines("FROM", clone)[1]);

  const isRoot = process.getuid?.() === 0;
  execFileSync("chmod", ["-R", "a-w,a+rX", join(context, "drawbridge")]);
  const server = await serve(
    [process.execPath, join(context, "drawbridge", "server", "lib", "drawbridge.js")],
    isRoot ? { user: 1000 } : {},
  );
  const [, check = ""] = /CMD (\[.*\])$/.exec(lines("HEALTHCHECK")[0] ?? "") ?? [];
  const [, ...words] = JSON.parse(check) as string[];
  const { port } = new URL(server.urls.config);
  const checked = spawnSync(process.execPath, words, { env: { DRAWBRIDGE_LISTEN: `:${port}` } });
  assert.equal(checked.status, 0);
  await stop(server);
  execFileSync("chmod", ["-R", "u+w", join(context, "drawbridge")]);
});

test("the workflow puts a Node with the last security fixes into the artifacts", () => {
  assert.ok(readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8").includes(`node-version: ${runtimeFloor}\n`));
});

test("a second build has the same bytes, checksums are of the files, and the packages in the bundle are in the list of packages", () => {
  const again = join(folder, "again");
  // One of them: the seeds of runs get to all.
  const chosen = small[Math.floor(randomFrom(runSeed)() * small.length)] ?? assert.fail();
  // It has the digests of the clients that are built with it.
  release(again, chosen === "cdx" ? [chosen, ...clients] : [chosen]);
  const sums = readFileSync(join(dist, "SHA256SUMS"), "utf8");
  for (const line of sums.split("\n").filter(Boolean)) {
    const [digest, name = ""] = line.split("  ");
    assert.equal(
      createHash("sha256")
        .update(readFileSync(join(dist, name)))
        .digest("hex"),
      digest,
    );
  }
  for (const line of readFileSync(join(again, "SHA256SUMS"), "utf8").split("\n")) assert.ok(sums.includes(line), line);
  for (const name of clients) assert.ok(sums.includes(`  ${name}\n`), name);
  const { components, dependencies, metadata } = JSON.parse(readFileSync(join(dist, `drawbridge-${version}.cdx.json`), "utf8"));
  for (const { name, hashes } of components) assert.match(hashes[0].content, /^[0-9a-f]{64}([0-9a-f]{64})?$/, name);
  for (const name of clients)
    assert.ok(
      components.some((part: { readonly name: string }) => part.name === name),
      name,
    );
  const needs = new Map<string, readonly string[]>(
    dependencies.map(({ ref, dependsOn }: { readonly ref: string; readonly dependsOn: readonly string[] }) => [ref, dependsOn]),
  );
  const reached = new Set<string>([metadata.component["bom-ref"]]);
  for (const ref of reached) for (const need of needs.get(ref) ?? []) reached.add(need);
  const refs: readonly string[] = components.map((part: Record<string, string>) => part["bom-ref"]);
  const ofProgram = refs.filter((ref) => !ref.includes("?file_name="));
  assert.deepEqual([...reached].slice(1).sort(), ofProgram.toSorted());
  const listed = new Set(components.map(({ name, version }: Record<string, string>) => `${name} ${version}`));
  for (const kind of ["server", "cli"]) {
    const licenses = readFileSync(join(folder, `drawbridge-${kind}-${version}`, "LICENSES-OF-PACKAGES"), "utf8");
    for (const [, name = ""] of licenses.matchAll(/^(\S+ \d+\.\d+\.\d+\S*) \([^)]+\)$/gm)) assert.ok(listed.has(name), name);
  }
});
