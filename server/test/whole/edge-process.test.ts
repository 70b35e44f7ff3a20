/** An edge in a process of its own, as `serve --edge` starts it. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freeAddress } from "../free-port.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const launcher = join(import.meta.dirname, "..", "..", "bin", "drawbridge.js");
const question = "/api/v1/config?platform=ios&current_version=2.3.0";
const started: { kill(signal: NodeJS.Signals): unknown }[] = [];
let program: Program;

before(async () => {
  // Outside the ephemeral range: a test starts it again on the same port.
  const env = { DRAWBRIDGE_LISTEN: await freeAddress() };
  program = await startProgram({ directory: newDirectory(), example: true, env });
});
after(async () => {
  for (const child of started) child.kill("SIGKILL");
  await program.stop();
});

interface EdgeProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly banner: string;
  log(): string;
}

/** `serve --edge`, as it is typed; resolves when it listens. */
async function serveEdge(directory: string, token: string): Promise<EdgeProcess> {
  const child = spawn(process.execPath, [launcher, "serve", "--edge", program.urls.edge], {
    env: { DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_EDGE_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  await until(() => out.includes("It answers") || child.exitCode !== null);
  const url = /listening: (http:\S+)/.exec(out)?.[1] ?? assert.fail(`${out}${err}`);
  return { child, url, banner: out, log: () => err };
}

async function ended({ child }: EdgeProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

async function answerOf(url: string): Promise<string> {
  const key = readFileSync(join(program.directory, "demo-key"), "utf8").trim();
  const response = await fetch(url + question, { headers: { "x-api-key": key } });
  return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
}

test("a killed edge answers from its disk while its origin is away, and follows when it is back", async () => {
  const made = JSON.parse((await program.cli("token", "create", "--kind", "edge", "--name", "guide", "--json")).out);
  const directory = newDirectory();
  const first = await serveEdge(directory, made.token);
  assert.match(
    first.banner,
    /is an edge of http:.*\nIt answers once a replica has arrived from http:.*: it has nothing to answer from yet/,
  );
  await until(() => readdirSync(directory).includes("replica"));
  const said = await answerOf(program.urls.config);
  assert.equal(await answerOf(first.url), said);
  assert.deepEqual(readdirSync(directory), [".gitignore", "opened", "opened-answer", "replica", "replica-commits"]);
  await ended(first, "SIGKILL");

  const { directory: origin, urls } = program;
  await program.stop();
  const second = await serveEdge(directory, made.token);
  assert.match(second.banner, /It answers from revision \d+, which is in /);
  assert.equal(await answerOf(second.url), said);
  await until(() => second.log().includes("cannot be reached"));
  assert.match(second.log(), /keeps answering from its replica/);
  const empty = await serveEdge(newDirectory(), made.token);
  await until(() => empty.log().includes("cannot be reached"));
  assert.match(empty.log(), /has no replica to answer from/);
  assert.match(await answerOf(empty.url), /^503 .*This edge has nothing to answer from/);
  assert.match(await (await fetch(`${empty.url}/readyz`)).text(), /This edge has nothing to answer from/);
  await ended(empty, "SIGTERM");
  program = await startProgram({ directory: origin, env: { DRAWBRIDGE_LISTEN: new URL(urls.edge).host } });
  const changed = await program.cli("policy set --project acme-shop --platform ios --recommended 2.6.5 --yes");
  assert.equal(changed.code, 0, changed.err);
  const wanted = await answerOf(program.urls.config);
  assert.match(wanted, /2\.6\.5/);
  let now = "";
  const asking = setInterval(async () => {
    now = await answerOf(second.url).catch(() => "");
  }, 100);
  await until(() => now === wanted);
  clearInterval(asking);
  const { out } = await program.cli("edge", "list", "--json");
  assert.equal(JSON.parse(out).edges.length, 1);
  await ended(second, "SIGTERM");
  assert.equal(second.child.exitCode, 0, second.log());
});

test("without a token, or with an origin over an insecure connection, an edge says what it needs", async () => {
  const start = async (env: Readonly<Record<string, string>>, url: string) => {
    const child = spawn(process.execPath, [launcher, "serve", "--edge", url], { env, stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    const [code] = await once(child, "close");
    return { code, err };
  };
  const none = await start({ DRAWBRIDGE_DATA: newDirectory() }, "https://origin.example");
  assert.deepEqual(
    [none.code, /DRAWBRIDGE_EDGE_TOKEN: create one with drawbridge token create --kind edge/.test(none.err)],
    [2, true],
    none.err,
  );
  const store = { DRAWBRIDGE_DATABASE_URL: "postgres://somebody:secret@db.example/drawbridge" };
  const stored = await start({ ...store, DRAWBRIDGE_EDGE_TOKEN: "dbe_x" }, "https://origin.example");
  assert.equal(stored.code, 2, stored.err);
  assert.match(stored.err, /DRAWBRIDGE_DATABASE_URL applies only to a server with a store/);
  const open = await start({}, "http://origin.example");
  assert.deepEqual([open.code, /--edge: expected an https:\/\/ address/.test(open.err)], [2, true], open.err);
});
