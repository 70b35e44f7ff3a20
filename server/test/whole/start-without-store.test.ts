/** A node that is started while its store is away answers reads from the replica on its disk, or not at all: never an older answer. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { adminToken, manifest, project, readKey } from "../cluster/cluster.ts";
import { copyStore } from "../cluster/copy-store.ts";
import { Member } from "../cluster/member.ts";
import { freeAddress, freePort } from "../free-port.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { runSeed } from "../run-seed.ts";
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

async function memberOf(settings: Readonly<Record<string, string>>): Promise<Member> {
  const own = { DRAWBRIDGE_ADMIN_TOKEN: adminToken, DRAWBRIDGE_ADMIN_LISTEN: await freeAddress() };
  const member = new Member("node", await freePort(), { ...own, ...settings });
  members.push(member);
  return member;
}

const patch = (member: Member, text: string) =>
  member.admin("PATCH", `projects/${project}`, { messages: { default: { en: text } } }, { "if-match": "*" });

const answer = async (member: Member) => {
  const { status, body } = await member.read("/api/v1/config?platform=ios&current_version=1", readKey);
  return `${status} ${body}`;
};
const source = async (member: Member) => (await member.admin("GET", "status")).body.sources[0];

/** Has a project with the message "first", and its replica on the disk. */
async function prepared(member: Member): Promise<void> {
  await restarted(member);
  assert.equal(
    (await member.admin("PUT", `projects/${project}/manifest`, manifest("first"), { "if-none-match": "*" })).status,
    201,
  );
  assert.equal((await member.admin("POST", `projects/${project}/keys/import`, { name: "app", value: readKey })).status, 201);
  const replica = join(member.data, "replica");
  await until(() => existsSync(replica));
}

async function restarted(member: Member): Promise<void> {
  assert.ok(await member.start());
  await until(() => member.isServing);
}

async function followsAgain(member: Member, text: string): Promise<void> {
  await until(async () => (await source(member)).state === "following");
  assert.equal((await patch(member, text)).status, 200);
  assert.match(await answer(member), new RegExp(`^200.*${text}`));
}

const onPostgres = async () =>
  memberOf({
    DRAWBRIDGE_DATA: directories(),
    DRAWBRIDGE_DATABASE_URL: await postgres.database(),
  });

/** One of two: the seeds of runs get to both. */
for (const fault of [runSeed % 2 === 0 ? "stopped" : "stalled"]) {
  test(`killed and started with PostgreSQL ${fault}, it answers all that it answered before`, async () => {
    const node = await onPostgres();
    await prepared(node);
    for (const text of ["second", "third", "fourth"]) assert.equal((await patch(node, text)).status, 200);
    const expected = await answer(node);
    assert.match(expected, /^200.*fourth/);
    await node.kill();
    if (fault === "stopped") await postgres.stop();
    else postgres.freeze();
    try {
      await restarted(node);
      assert.equal(await answer(node), expected);
      const { state, problem, revision, age } = await source(node);
      assert.deepEqual([state, revision], ["interrupted", 5]);
      assert.match(problem, /database|not answered/);
      assert.ok(age !== null);
      const refused = await patch(node, "lost");
      assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
      assert.match(refused.body.detail, /database|store/i);
      const unknown = await node.admin("GET", "projects", undefined, { authorization: `Bearer ${"x".repeat(40)}` });
      assert.equal(unknown.status, 503, "whether a token is good is not known yet");
    } finally {
      if (fault === "stopped") await postgres.start();
      else postgres.thaw();
    }
    await followsAgain(node, "fifth");
  });
}

test("a database that went back in the meantime gets a new epoch when it returns, and the loss is reported", async () => {
  const node = await onPostgres();
  await prepared(node);
  const url = node.settings.DRAWBRIDGE_DATABASE_URL ?? "";
  const older = await postgres.database();
  await copyStore(url, older, "same");
  assert.equal((await patch(node, "lost")).status, 200);
  const expected = await answer(node);
  await node.kill();
  const [live, other] = [url, older].map((each) => new URL(each).pathname.slice(1));
  await postgres.run(postgres.url, `alter database ${live} rename to ${live}_gone`);
  await postgres.run(postgres.url, `alter database ${other} rename to ${live}`);
  await postgres.stop();
  await restarted(node);
  assert.equal(await answer(node), expected);
  const { epoch } = await source(node);
  await postgres.start();
  await until(async () => (await source(node)).state === "following");
  assert.notEqual((await source(node)).epoch, epoch);
  await until(async () => (await source(node)).lost !== null);
  await followsAgain(node, "after");
});

test("the replica of another database is not answered from, nor is a damaged one, and the log has the sentence of the store", async () => {
  const node = await onPostgres();
  await prepared(node);
  await node.kill();
  const url = new URL(node.settings.DRAWBRIDGE_DATABASE_URL ?? "");
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
    assert.match(readFileSync(join(node.data, "log.jsonl"), "utf8"), /checksum does not match/);
  } finally {
    await postgres.start();
  }
});

test("with an embedded database that is damaged, reads go on, and a restored one is taken up", async () => {
  const node = await memberOf({ DRAWBRIDGE_DATA: directories() });
  await prepared(node);
  assert.equal((await patch(node, "second")).status, 200);
  const expected = await answer(node);
  await node.kill();
  const file = join(node.data, "drawbridge.db");
  for (const end of ["", "-wal"]) if (existsSync(file + end)) renameSync(file + end, `${file}.aside${end}`);
  writeFileSync(file, "no database at all, but what was here before is gone".repeat(100));
  await restarted(node);
  assert.equal(await answer(node), expected);
  assert.equal((await source(node)).state, "interrupted");
  assert.equal((await patch(node, "lost")).status, 503);
  for (const end of ["-wal", ""]) if (existsSync(`${file}.aside${end}`)) renameSync(`${file}.aside${end}`, file + end);
  await followsAgain(node, "third");
});
