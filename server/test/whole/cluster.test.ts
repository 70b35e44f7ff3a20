/** Apps only ever get answers that were published. A failover that lost commits fails no read, and the loss is reported. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { Cluster, manifest, path, project, readKey } from "../cluster/cluster.ts";
import { live, steps } from "../cluster/cluster-model.ts";
import { Replicated } from "../cluster/replicated.ts";
import { Watcher } from "../cluster/watcher.ts";
import { failOver, losing } from "../drills/failovers.ts";
import { openAt } from "../postgres-store.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const directories = temporaryDirectories();
let cluster: Cluster;
before(async () => {
  cluster = await Cluster.open(directories());
});
after(() => cluster?.close());

test(`no read fails, and the loss is reported: ${losing.name}`, async () =>
  void (await failOver(await Replicated.open(directories()), losing)));

test("an empty database is not taken in: reads go on, changes are refused, also by a node that starts, and the right one is followed again", async () => {
  const watcher = new Watcher(cluster.members, path, readKey);
  watcher.start();
  const change = async (node: number, text: string) => {
    const body = { messages: { default: { en: text } } };
    return (await cluster.admin(node, "PATCH", `projects/${project}`, body, { "if-match": "*" }))?.status;
  };
  await until(async () => (await change(0, "before")) === 200);
  await live(cluster, []);
  const { body } = await (cluster.nodes[0] ?? assert.fail()).read(path, readKey);
  const empty = await cluster.postgres.database();
  await (await openAt(empty)).close();
  const right = await cluster.putInPlace(empty);
  const made = { ...manifest("other"), project: "other" };
  await until(async () => {
    const answer = await cluster.admin(1, "PUT", "projects/other/manifest", made, { "if-none-match": "*" });
    assert.notEqual(answer?.status, 201);
    return /has no project.*delete its replica/.test(String(answer?.body.detail));
  });
  assert.notEqual(await change(1, "lost"), 200);
  const last = cluster.nodes[2] ?? assert.fail();
  await last.kill();
  assert.ok(await last.start(), "it starts from its copy");
  await until(async () => last.isServing);
  assert.notEqual(await change(2, "lost"), 200);
  for (let looks = 0; looks < 10; looks++, await sleep(50))
    for (const member of cluster.members) assert.equal((await member.read(path, readKey)).body, body);
  await cluster.putInPlace(right);
  await until(async () => (await change(2, "after")) === 200);
  await live(cluster, []);
  await watcher.stop();
  assert.deepEqual(watcher.failures, [], "no read fails");
});

test("under any failures, no read fails, no member goes back, only published answers are given, and all members agree afterwards", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { reads, agreedMs } = await live(cluster, taken);
      console.log(`${taken.length} steps, ${reads} reads, all agreed after ${agreedMs.toFixed(0)} ms`);
    }),
    // A slice of `npm run drills -- cluster`. One that fails has left the cluster as it is: it cannot be made smaller there.
    { numRuns: 1, endOnFailure: true },
  );
});
