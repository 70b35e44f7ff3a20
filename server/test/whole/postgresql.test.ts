/** Nodes that share a PostgreSQL: what is published on one is answered by all, also while the database is away. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { firstAccountFile } from "../../src/accounts/first-account.ts";
import { openPostgres } from "../postgres.ts";
import { until } from "../postgres-store.ts";
import { runCommand } from "../recorded-io.ts";
import { type Program, type ProgramOptions, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const postgres = await openPostgres();
after(() => postgres.close());
const newDirectory = temporaryDirectories();

const adminToken = "environment-token-0123456789-0123456789";
const config = "/api/v1/config?platform=ios&current_version=1.0";

function environment(url: string): Record<string, string> {
  return { DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_DATABASE_POLL: "PT1S", DRAWBRIDGE_ADMIN_TOKEN: adminToken };
}

function startNode(url: string, more: Partial<ProgramOptions> = {}): Promise<Program> {
  return startProgram({ directory: newDirectory(), env: environment(url), ...more });
}

async function withKey(program: Program): Promise<string> {
  await program.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, { "if-none-match": "*" });
  const { status, body } = await program.admin("POST", "/admin/v1/projects/acme/keys", { name: "app" });
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.key);
}

/** Waits until that rule decides for version 1.0 of the app. */
async function untilReason(node: Program, key: string, reason: string): Promise<void> {
  await until(async () => (await node.read(config, key)).headers.get("drawbridge-reason") === reason);
}

async function setMinimum(node: Program, minimum: string) {
  const path = "/admin/v1/projects/acme/policies/ios";
  const { etag, status } = await node.admin("GET", path);
  const condition: Record<string, string> = status === 404 ? { "if-none-match": "*" } : { "if-match": etag };
  return node.admin("PUT", path, { minimum, store: "none" }, condition);
}

test("a change on one node is answered by the other, including keys and tokens", async () => {
  const url = await postgres.database();
  const [a, b] = [await startNode(url), await startNode(url)];
  try {
    const key = await withKey(a);
    await until(async () => (await b.read(config, key)).status === 200);
    assert.equal((await setMinimum(b, "2.0.0")).status, 201);
    await untilReason(a, key, "below_minimum");
    const { body } = await a.admin("GET", "/admin/v1/status");
    assert.equal(body.store, "postgresql");
    assert.deepEqual((await b.admin("GET", "/admin/v1/status")).body.epoch, body.epoch);
  } finally {
    await Promise.all([a.stop(), b.stop()]);
  }
});

test("a change answered by one node is visible on the other immediately, whichever wrote it, and so is the plan of the next change", async () => {
  const url = await postgres.database();
  const nodes = [await startNode(url), await startNode(url)];
  const [a, b] = nodes as [Program, Program];
  try {
    await withKey(a);
    const path = "/admin/v1/projects/acme/instances/eu-1";
    const named = (name: string) => ({ name });
    assert.equal((await a.admin("PUT", path, named("0"), { "if-none-match": "*" })).status, 201);
    for (let round = 1; round <= 40; round++) {
      const [writer, reader] = round % 2 === 0 ? [a, b] : [b, a];
      const { etag, status } = await writer.admin("PUT", path, named(String(round)), {
        "if-match": (await writer.admin("GET", path)).etag,
      });
      assert.equal(status, 200);
      const read = await reader.admin("GET", path);
      assert.deepEqual([read.body.name, read.etag], [String(round), etag]);
      const { instances } = (await reader.admin("GET", "/admin/v1/projects/acme/instances")).body as {
        instances: { name: string }[];
      };
      assert.deepEqual(
        instances.map(({ name }) => name),
        [String(round)],
      );
      // A revision read on one node can be overwritten on another immediately.
      assert.equal((await reader.admin("PUT", path, named(`${round}b`), { "if-match": read.etag })).status, 200);
      assert.equal((await writer.admin("GET", path)).body.name, `${round}b`);
    }
    const both = await Promise.all(
      nodes.flatMap((node, index) =>
        Array.from({ length: 10 }, (_, n) =>
          node.admin("PUT", `/admin/v1/projects/acme/instances/n-${index}-${n}`, named("one of many"), { "if-none-match": "*" }),
        ),
      ),
    );
    assert.deepEqual([...new Set(both.map(({ status }) => status))], [201]);
    for (const node of nodes) {
      const { instances } = (await node.admin("GET", "/admin/v1/projects/acme/instances")).body as { instances: unknown[] };
      assert.equal(instances.length, 21);
    }
    assert.equal((await a.admin("DELETE", path, undefined, { "if-match": "*" })).status, 200);
    assert.equal((await b.admin("GET", path)).status, 404);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

test("each of the nodes that start together has a link for the first account, until one is used", async () => {
  const url = await postgres.database();
  const nodes = await Promise.all([startNode(url), startNode(url), startNode(url)]);
  try {
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
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

test("while the database is away reads go on, a change is refused with 503 and why, and afterwards all is as before", async () => {
  const url = await postgres.database();
  const [a, b] = [await startNode(url), await startNode(url)];
  try {
    const key = await withKey(a);
    await setMinimum(a, "2.0.0");
    await untilReason(b, key, "below_minimum");
    await postgres.stop();
    const { status, body } = await setMinimum(a, "1.0.0");
    assert.equal(status, 503, JSON.stringify(body));
    assert.doesNotMatch(JSON.stringify(body), /drawbridge-test/);
    for (const node of [a, b]) assert.equal((await node.read(config, key)).status, 200);
    await postgres.start();
    assert.equal((await setMinimum(a, "1.0.0")).status, 200);
    await untilReason(b, key, "current");
  } finally {
    await postgres.start();
    await Promise.all([a.stop(), b.stop()]);
  }
});

test("without an access token in the environment a node does not start, and says why", async () => {
  const url = await postgres.database();
  const { DRAWBRIDGE_ADMIN_TOKEN: _, ...env } = environment(url);
  const started = startProgram({ directory: newDirectory(), env });
  await assert.rejects(started, /DRAWBRIDGE_DATABASE_URL requires DRAWBRIDGE_ADMIN_TOKEN/);
  assert.deepEqual(await postgres.run(url, "select * from pg_tables where schemaname = 'public'"), []);
});

test("--local works on the database itself, and nodes that run hear of it", async () => {
  const url = await postgres.database();
  const env = { DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_DATA: join(newDirectory(), "none") };
  const node = await startNode(url);
  try {
    const made = await runCommand(["token", "create", "--name", "ci", "--local", "--json"], { env });
    assert.equal(made.code, 0, made.err);
    const { token } = JSON.parse(made.out);
    const asked = () => fetch(`${node.urls.admin}/admin/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    await until(async () => (await asked()).status === 200);
    const doctor = await runCommand(["doctor", "--url", node.urls.admin, "--token", token], { env });
    assert.match(doctor.out, /ok +store +The database test_\d+ on 127\.0\.0\.1:\d+: can be opened/);
  } finally {
    await node.stop();
  }
});

test("the set-up of the document makes a database that a node starts on", async () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/postgresql.md"), "utf8");
  const [, sql = ""] = /```sql\n(.*?)```/s.exec(text) ?? [];
  for (const statement of sql.split(";").filter((one) => one.trim() !== "")) await postgres.run(postgres.url, statement);
  const [, written = ""] = /DRAWBRIDGE_DATABASE_URL=(\S+)/.exec(text) ?? [];
  const url = written.replace("db.example.com", `127.0.0.1:${postgres.port}`).replace(/\?.*$/, "");
  const node = await startNode(url);
  try {
    assert.equal((await node.admin("GET", "/admin/v1/status")).status, 200);
  } finally {
    await node.stop();
  }
});
