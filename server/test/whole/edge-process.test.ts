/** An edge in a process of its own, as `serve --edge` starts it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freeAddress } from "../free-port.ts";
import { runCommand } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { ServerProcess } from "../server-process.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const question = "/api/v1/config?platform=ios&current_version=2.3.0";
const started: ServerProcess[] = [];
let program: Program;

before(async () => {
  // Outside the ephemeral range: a test starts it again on the same port.
  const env = { DRAWBRIDGE_LISTEN: await freeAddress() };
  program = await startProgram({ directory: newDirectory(), example: true, env });
});
after(async () => {
  await Promise.all(started.map((edge) => edge.kill()));
  await program.stop();
});

async function serveEdge(directory: string, token: string): Promise<ServerProcess> {
  const edge = await ServerProcess.start(directory, { DRAWBRIDGE_EDGE_TOKEN: token }, ["--edge", program.urls.edge]);
  started.push(edge);
  return edge;
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
    first.out,
    /is an edge of http:.*\nIt answers once a replica has arrived from http:.*: it has nothing to answer from yet/,
  );
  await until(() => readdirSync(directory).includes("replica"));
  const said = await answerOf(program.urls.config);
  assert.equal(await answerOf(first.url), said);
  assert.deepEqual(readdirSync(directory), [".gitignore", "opened", "opened-answer", "replica", "replica-commits"]);
  await first.end("SIGKILL");

  const { directory: origin, urls } = program;
  await program.stop();
  const second = await serveEdge(directory, made.token);
  assert.match(second.out, /It answers from revision \d+, which is in /);
  assert.equal(await answerOf(second.url), said);
  await until(() => second.err.includes("cannot be reached"));
  assert.match(second.err, /keeps answering from its replica/);
  const empty = await serveEdge(newDirectory(), made.token);
  await until(() => empty.err.includes("cannot be reached"));
  assert.match(empty.err, /has no replica to answer from/);
  assert.match(await answerOf(empty.url), /^503 .*This edge has nothing to answer from/);
  assert.match(await (await fetch(`${empty.url}/readyz`)).text(), /This edge has nothing to answer from/);
  await empty.end("SIGTERM");
  program = await startProgram({ directory: origin, env: { DRAWBRIDGE_LISTEN: new URL(urls.edge).host } });
  const changed = await program.cli("policy set --project acme-shop --platform ios --recommended 2.6.5 --yes");
  assert.equal(changed.code, 0, changed.err);
  const wanted = await answerOf(program.urls.config);
  assert.match(wanted, /2\.6\.5/);
  await until(async () => (await answerOf(second.url)) === wanted);
  const { out } = await program.cli("edge", "list", "--json");
  assert.equal(JSON.parse(out).edges.length, 1);
  await second.end("SIGTERM");
  assert.equal(second.child.exitCode, 0, second.err);
});

test("without a token, or with an origin over an insecure connection, an edge says what it needs", async () => {
  const start = (env: Readonly<Record<string, string>>, url: string) => runCommand(["serve", "--edge", url], { env });
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
