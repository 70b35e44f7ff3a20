/** A node that is started while its store is away answers reads from its replica or an object store, or not at all: never an older answer. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { adminToken, manifest, project, readKey } from "../cluster/cluster.ts";
import { CuttableProxy } from "../cluster/cuttable-proxy.ts";
import { Member } from "../cluster/member.ts";
import { freeAddress, freePort } from "../free-port.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directories = temporaryDirectories();
const members: Member[] = [];
let postgres: Postgres;
before(async () => {
  postgres = await openPostgres({ durable: true });
});
after(async () => {
  await Promise.all(members.map((member) => member.close()));
  await postgres.close();
});

type Settings = Readonly<Record<string, string>>;

async function memberOf(settings: Settings): Promise<Member> {
  const own = {
    DRAWBRIDGE_ADMIN_TOKEN: adminToken,
    DRAWBRIDGE_ADMIN_LISTEN: await freeAddress(),
    DRAWBRIDGE_DATA: directories(),
  };
  const member = new Member("node", await freePort(), { ...own, ...settings });
  members.push(member);
  return member;
}

async function restarted(member: Member): Promise<Member> {
  assert.ok(await member.start());
  await until(() => member.isServing);
  return member;
}

const started = async (settings: Settings) => restarted(await memberOf(settings));

async function done(member: Member, ...asked: Parameters<Member["admin"]>) {
  const { status, body } = await member.admin(...asked);
  assert.ok(status < 300, `${asked.slice(0, 2).join(" ")}: ${status}`);
  return body;
}

const patch = (member: Member, text: string) =>
  done(member, "PATCH", `projects/${project}`, { messages: { default: { en: text } } }, { "if-match": "*" });

const answer = async (member: Member) => {
  const { status, body } = await member.read("/api/v1/config?platform=ios&current_version=1", readKey);
  return `${status} ${body}`;
};
const status = (member: Member) => done(member, "GET", "status");
const source = async (member: Member) => (await status(member)).sources[0];

/** A new database, and a folder for objects. */
async function onPostgres() {
  const objects = directories();
  mkdirSync(objects);
  return {
    DRAWBRIDGE_DATABASE_URL: await postgres.database(),
    DRAWBRIDGE_OBJECTS: pathToFileURL(objects).href,
    DRAWBRIDGE_OBJECTS_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
}

/** Has a project with the message "first", and its replica on the disk. */
async function prepared(settings: Settings): Promise<Member> {
  const member = await started(settings);
  await done(member, "PUT", `projects/${project}/manifest`, manifest("first"), { "if-none-match": "*" });
  await done(member, "POST", `projects/${project}/keys/import`, { name: "app", value: readKey });
  await until(() => existsSync(join(member.data, "replica")));
  return member;
}

test("killed and started while PostgreSQL does not answer, it answers all that it answered before", async () => {
  const { DRAWBRIDGE_DATABASE_URL } = await onPostgres();
  const node = await prepared({ DRAWBRIDGE_DATABASE_URL });
  for (const text of ["second", "third", "fourth"]) await patch(node, text);
  const expected = await answer(node);
  assert.match(expected, /^200.*fourth/);
  await node.kill();
  postgres.freeze();
  try {
    await restarted(node);
    assert.equal(await answer(node), expected);
    const { state, problem, revision, age } = await source(node);
    assert.deepEqual([state, revision], ["interrupted", 5]);
    assert.match(problem, /database|not answered/);
    assert.ok(age !== null);
    const refused = await node.admin("PATCH", `projects/${project}`, { name: "lost" }, { "if-match": "*" });
    assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
    assert.match(refused.body.detail, /database|store/i);
    const unknown = await node.admin("GET", "projects", undefined, { authorization: `Bearer ${"x".repeat(40)}` });
    assert.equal(unknown.status, 503, "whether a token is good is not known yet");
  } finally {
    postgres.thaw();
  }
  await until(async () => (await source(node)).state === "following");
  await patch(node, "fifth");
  assert.match(await answer(node), /^200.*fifth/);
});

test("the replica of another database is not answered from, nor is a damaged one, and the log has the sentence of the store", async () => {
  const { DRAWBRIDGE_DATABASE_URL } = await onPostgres();
  const node = await prepared({ DRAWBRIDGE_DATABASE_URL });
  await node.kill();
  const url = new URL(DRAWBRIDGE_DATABASE_URL);
  const port = await freePort();
  for (const settings of [
    { DRAWBRIDGE_DATABASE_URL: Object.assign(new URL(url), { pathname: "/another" }).href },
    { DRAWBRIDGE_DATABASE_URL: Object.assign(new URL(url), { port: `${port}` }).href },
  ]) {
    const another = await memberOf({ ...node.settings, ...settings });
    assert.equal(await another.start(), false, "it ends");
  }
  await postgres.stop();
  try {
    const replica = join(node.data, "replica");
    const bytes = readFileSync(replica);
    bytes[100] = (bytes[100] ?? 0) ^ 4;
    writeFileSync(replica, bytes);
    assert.equal(await node.start(), false);
    await until(() => /checksum does not match/.test(readFileSync(join(node.data, "log.jsonl"), "utf8")));
  } finally {
    await postgres.start();
  }
});

test("nodes answer from the object store until PostgreSQL is back, and then follow it", async () => {
  const shared = await onPostgres();
  const writer = await prepared(shared);
  const older = await started(shared);
  await until(async () => (await status(older)).revision === 2);
  await older.kill();
  for (const text of ["second", "third"]) await patch(writer, text);
  await until(async () => (await status(writer)).objects.revision === 4);
  const expected = await answer(writer);
  assert.match(expected, /^200.*third/);
  await writer.kill();
  await postgres.stop();
  // One starts with an empty directory, the other with its replica of an older revision.
  const nodes = [await started(shared), await restarted(older)];
  for (const node of nodes) {
    await until(async () => (await answer(node)) === expected);
    const { sources, objects, revision } = await status(node);
    assert.deepEqual([sources[0].state, sources[0].revision, revision], ["interrupted", 4, 4]);
    assert.deepEqual({ ...objects, place: null }, { place: null, revision: 4, behind: 0, problem: null });
  }
  await postgres.start();
  for (const [i, node] of nodes.entries()) {
    await until(async () => (await status(node)).sources[0].state === "following");
    await patch(node, `after ${i}`);
    assert.match(await answer(node), new RegExp(`^200.*after ${i}`));
    await until(async () => (await status(node)).objects.revision >= 5 + i);
    assert.equal((await status(node)).sources[0].lost, null);
  }
});

test("a node that alone cannot reach PostgreSQL applies what others ship, and refuses changes", async () => {
  const [shared, proxy] = [await onPostgres(), await CuttableProxy.open(postgres.port)];
  const url = Object.assign(new URL(shared.DRAWBRIDGE_DATABASE_URL), { port: `${proxy.port}` });
  const own = { DRAWBRIDGE_DATABASE_URL: url.href };
  const [writer, alone] = [await prepared(shared), await started({ ...shared, ...own })];
  await until(async () => (await status(alone)).sources[0].state === "following");
  // Commits that only the first snapshot has are no news to a node that lacks them.
  await until(async () => (await status(writer)).objects.revision === 2);
  const { epoch } = await status(writer);
  proxy.close();
  for (const text of ["shipped", "shipped too"]) await patch(writer, text);
  const { revision } = await status(writer);
  await until(async () => (await status(alone)).revision === revision);
  assert.match(await answer(alone), /^200.*shipped too/);
  const { sources } = await status(alone);
  assert.deepEqual([sources[0].state, sources[0].revision, sources[0].epoch], ["interrupted", revision, epoch]);
  await assert.rejects(patch(alone, "refused"), /503/);
});
