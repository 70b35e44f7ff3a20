/** Reads of the database that come from a replica five seconds late: no new epoch, no failed read, and no node goes back. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { adminToken, manifest, project, readKey } from "../cluster/cluster.ts";
import { Member } from "../cluster/member.ts";
import { ReadsFromReplica } from "../cluster/reads-from-replica.ts";
import { Watcher } from "../cluster/watcher.ts";
import { freePort } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { openAt } from "../postgres-store.ts";
import { config } from "../read-server.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const late = 5_000;
const path = `${config}?platform=ios&current_version=1`;
const directories = temporaryDirectories();
const postgres = await openPostgres();
const url = await postgres.database();
const ending: (() => unknown)[] = [() => postgres.close()];
after(async () => {
  for (const end of ending.reverse()) await end();
});

const directory = directories();
const members: Member[] = [];
for (const index of [0, 1, 2]) members.push(new Member(`node ${index}`, await freePort(), settingsOf(index, url)));

function settingsOf(index: number, databaseUrl: string) {
  return {
    DRAWBRIDGE_DATA: join(directory, `node-${index}`),
    DRAWBRIDGE_DATABASE_URL: databaseUrl,
    DRAWBRIDGE_ADMIN_TOKEN: adminToken,
  };
}

async function ask(member: Member, method: string, place: string, body: object, headers: object = {}) {
  const answer = await fetch(`http://127.0.0.1:${member.port}/admin/v1/${place}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json", connection: "close", ...headers },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const publish = (member: Member, text: string) =>
  ask(
    member,
    "PATCH",
    `projects/${project}`,
    { messages: { default: { en: text } } },
    { "if-match": "*", "content-type": "application/merge-patch+json" },
  );

const textOf = async (member: Member) => JSON.parse((await member.read(path, readKey)).body).message as string;

test("a replica that is late causes no epoch, and what is acknowledged meanwhile is answered", async () => {
  const [first] = members as [Member];
  ending.push(() => first.close());
  await first.start();
  assert.equal(await ask(first, "PUT", `projects/${project}/manifest`, manifest("n0"), { "if-none-match": "*" }), 201);
  assert.equal(await ask(first, "POST", `projects/${project}/keys/import`, { name: "app", value: readKey }), 201);
  await first.kill();
  const replica = await postgres.replica(late);
  ending.push(() => replica.close());
  const between = await ReadsFromReplica.open(postgres.port, replica.port);
  ending.push(() => between.close());
  const through = Object.assign(new URL(url), { host: `127.0.0.1:${between.port}` }).href;
  const nodes = await Promise.all(
    members.map(async (_, index) => new Member(`node ${index}`, await freePort(), settingsOf(index, through))),
  );
  for (const node of nodes) ending.push(() => node.close());
  await Promise.all(nodes.map((node) => node.start()));
  await until(() => nodes.every(({ isServing }) => isServing));
  const store = await openAt(url);
  ending.push(() => store.close());
  const { head } = await store.end();
  const watcher = new Watcher(nodes, path, readKey);
  watcher.start();
  let acknowledged = "n0";
  let count = 0;
  for (let n = 1; n <= 6; n++) {
    const node = nodes[n % 3] as Member;
    const status = await publish(node, `n${n}`);
    assert.ok([200, 409, 412, 503].includes(status), String(status));
    if (status === 200) {
      count++;
      acknowledged = `n${n}`;
      assert.equal(await textOf(node), acknowledged, "what is acknowledged is answered");
    }
    await sleep(n % 2 === 0 ? late + 500 : 300);
  }
  assert.ok(count >= 2, `${count} were acknowledged`);
  const last = JSON.parse((await store.rows(project)).find(({ kind }) => kind === "project")?.value ?? "{}").messages.default.en;
  await until(async () => (await Promise.all(nodes.map(textOf))).every((text) => text === last));
  await watcher.stop();
  assert.deepEqual(watcher.failures, [], "no read fails");
  for (const node of nodes) {
    node.mustNotHaveCrashed();
    const told = watcher.of(node).map(({ body }) => Number(JSON.parse(body).message.slice(1)));
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
      `${node.name} does not go back`,
    );
  }
  const end = await store.end();
  assert.deepEqual([end.head.epoch, end.renewedFrom], [head.epoch, null]);
  assert.ok(between.reads > 50, `${between.reads} reads went to the replica`);
});
