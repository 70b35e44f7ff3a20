/** Nodes that are started while PostgreSQL is away, with an object store to which another node has shipped. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
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
let shared: Readonly<Record<string, string>>;

before(async () => {
  postgres = await openPostgres({ durable: true });
  const objects = join(directories(), "objects");
  mkdirSync(objects, { recursive: true });
  shared = {
    DRAWBRIDGE_DATABASE_URL: await postgres.database(),
    DRAWBRIDGE_OBJECTS: `file://${objects}`,
    DRAWBRIDGE_OBJECTS_KEY: Buffer.alloc(32, 7).toString("base64"),
    DRAWBRIDGE_ADMIN_TOKEN: adminToken,
  };
});
after(async () => {
  await Promise.all(members.map((member) => member.close()));
  await postgres.close();
});

async function newMember(more: Readonly<Record<string, string>> = {}): Promise<Member> {
  const own = { DRAWBRIDGE_ADMIN_LISTEN: await freeAddress(), DRAWBRIDGE_DATA: directories() };
  const member = new Member("node", await freePort(), { ...shared, ...own, ...more });
  members.push(member);
  return member;
}

async function start(member: Member): Promise<Member> {
  assert.ok(await member.start());
  await until(() => member.isServing);
  return member;
}

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

test("nodes answer from the object store until PostgreSQL is back, and then follow it", async () => {
  const writer = await start(await newMember());
  await done(writer, "PUT", `projects/${project}/manifest`, manifest("first"), { "if-none-match": "*" });
  await done(writer, "POST", `projects/${project}/keys/import`, { name: "app", value: readKey });
  const older = await start(await newMember());
  await until(async () => (await status(older)).revision === 2);
  await older.kill();
  for (const text of ["second", "third"]) await patch(writer, text);
  await until(async () => (await status(writer)).objects.revision === 4);
  const expected = await answer(writer);
  assert.match(expected, /^200.*third/);
  await writer.kill();
  await postgres.stop();
  // One starts with an empty directory, the other with its replica of an older revision.
  const nodes = [await start(await newMember()), await start(older)];
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
  const proxy = await CuttableProxy.open(postgres.port);
  const url = Object.assign(new URL(shared.DRAWBRIDGE_DATABASE_URL ?? ""), { port: `${proxy.port}` });
  const own = { DRAWBRIDGE_DATABASE_URL: url.href };
  const [writer, alone] = [await start(await newMember()), await start(await newMember(own))];
  await until(async () => (await status(alone)).sources[0].state === "following");
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
