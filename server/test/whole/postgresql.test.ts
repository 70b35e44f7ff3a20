/** Nodes that share a PostgreSQL: what is published on one is answered by all, also while the database is away. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { firstAccountFile } from "../../src/accounts/account-link.ts";
import { pluck } from "../pluck.ts";
import { openPostgres } from "../postgres.ts";
import { runCommand } from "../recorded-io.ts";
import { createProject, type Program, type ProgramOptions, startProgram, startWatched } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { startReceiver } from "../webhook-receiver.ts";

const postgres = await openPostgres();
after(() => postgres.close());
const newDirectory = temporaryDirectories();

const adminToken = "environment-token-0123456789-0123456789";

function environment(url: string): Record<string, string> {
  return { DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_ADMIN_TOKEN: adminToken };
}

function startNode(url: string, more: Partial<ProgramOptions> = {}): Promise<Program> {
  return startProgram({ directory: newDirectory(), env: environment(url), pollEvery: 1_000, ...more });
}

test("a change answered by one node is visible on the other immediately, whichever wrote it, and so is the plan of the next change", async () => {
  const url = await postgres.database();
  await using a = await startNode(url);
  await using b = await startNode(url);
  await createProject(a, {});
  const path = "/admin/v1/projects/acme/instances/eu-1";
  const named = (name: string) => ({ name });
  assert.equal((await a.admin("PUT", path, named("0"), { "if-none-match": "*" })).status, 201);
  for (let round = 1; round <= 10; round++) {
    const [writer, reader] = round % 2 === 0 ? [a, b] : [b, a];
    const { etag, status } = await writer.admin("PUT", path, named(String(round)), {
      "if-match": (await writer.admin("GET", path)).etag,
    });
    assert.equal(status, 200);
    const read = await reader.admin("GET", path);
    assert.deepEqual([read.body.name, read.etag], [String(round), etag]);
    // A revision read on one node can be overwritten on another immediately.
    assert.equal((await reader.admin("PUT", path, named(`${round}b`), { "if-match": read.etag })).status, 200);
    assert.equal((await writer.admin("GET", path)).body.name, `${round}b`);
  }
});

test("each of the nodes that start together has a link for the first account, until one is used", async () => {
  const url = await postgres.database();
  await using stack = new AsyncDisposableStack();
  const nodes = (await Promise.all([startNode(url), startNode(url), startNode(url)])).map((node) => stack.use(node));
  const links = nodes.map(({ directory }) =>
    new URL(readFileSync(firstAccountFile(directory), "utf8")).hash.slice("#link=".length),
  );
  const ask = (node: Program, verb: string, body: object) =>
    fetch(`${node.urls.admin}/admin/v1/account-links/${verb}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  const inspected = () => Promise.all(nodes.map((node, index) => ask(node, "inspect", { link: links[index] })));
  assert.deepEqual(await inspected(), [200, 200, 200]);
  const [first] = nodes;
  assert.ok(first);
  const person = { login: "ada", name: "Ada", password: "a ferry, a bridge and a tunnel" };
  assert.equal(await ask(first, "redeem", { link: links[2], ...person }), 200, "on any node");
  assert.deepEqual(await inspected(), [404, 404, 404]);
  await until(() => nodes.every(({ directory }) => !existsSync(firstAccountFile(directory))));
});

test("without an access token in the environment a node does not start, and says why", async () => {
  const url = await postgres.database();
  const { DRAWBRIDGE_ADMIN_TOKEN: _, ...env } = environment(url);
  const started = startProgram({ directory: newDirectory(), env });
  await assert.rejects(started, /DRAWBRIDGE_DATABASE_URL requires DRAWBRIDGE_ADMIN_TOKEN/);
  assert.deepEqual(await postgres.run(url, "select * from pg_tables where schemaname = 'public'"), []);
});

test("--local works on the database itself, while nodes run", async () => {
  const url = await postgres.database();
  const env = { DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_DATA: join(newDirectory(), "none") };
  await using node = await startNode(url);
  const made = await runCommand(["user", "add", "root", "--administrator", "--local", "--json"], { env });
  assert.equal(made.code, 0, made.err);
  const { people } = (await node.admin("GET", "/admin/v1/people")).body as { people: readonly { login: string }[] };
  assert.deepEqual(pluck(people, "login"), ["root"]);
  const doctor = await runCommand(["doctor", "--url", node.urls.admin, "--token", adminToken], { env });
  assert.match(doctor.out, /ok +store +The database test_\d+ on 127\.0\.0\.1:\d+: can be opened/);
});

test("in the metrics, the connections are shown, whether the database is heard, and how many nodes there are", async () => {
  const url = await postgres.database();
  await using _ = await startWatched({ env: environment(url) });
  await using second = await startWatched({ env: environment(url) });
  const listens = async () => (await second.metrics()).value("drawbridge_database_listening");
  await until(listens);
  const found = await second.metrics();
  assert.equal(found.value("drawbridge_nodes"), 2);
  const connections = ["busy", "idle"].map((state) => found.value("drawbridge_database_connections", { state }));
  assert.ok(connections.reduce((a, b) => a + b) >= 1, `${connections}`);
  assert.equal(found.value("drawbridge_database_waiting"), 0);
  await postgres.stop();
  await until(async () => (await listens()) === 0);
  await postgres.start();
  await until(listens);
});

test("a replay is sent whichever node was asked for it", async () => {
  const url = await postgres.database();
  await using receiver = await startReceiver();
  const env = { ...environment(url), DRAWBRIDGE_WEBHOOK_ALLOW: "127.0.0.1" };
  await using a = await startNode(url, { env });
  await using b = await startNode(url, { env });
  const { body } = await a.admin("POST", "/admin/v1/webhooks", { name: "all", url: receiver.url });
  const isNew = { "if-none-match": "*" };
  await a.admin("PUT", "/admin/v1/projects/acme", { stores: { apple: "https://apps.apple.com/app/id1" } }, isNew);
  await a.admin("PUT", "/admin/v1/projects/acme/platforms/ios", { minimum: "1" }, isNew);
  await until(() => receiver.received.length === 1);
  const event = receiver.received[0]?.event.data.id;
  for (const [index, node] of [a, b].entries()) {
    assert.equal((await node.admin("POST", `/admin/v1/webhooks/${body.id}/replay`, { event })).status, 200);
    await until(() => receiver.received.length >= index + 2);
  }
});
