/** The database is away during twenty thousand reads: only people who try to change something notice. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openLoad } from "../../../bench/load-generator.ts";
import { Cluster, project, readKey } from "../cluster/cluster.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const reads = 20_000;
let cluster: Cluster;
before(async () => {
  cluster = await Cluster.open(directories());
});
after(() => cluster?.close());

const patch = (text: string) =>
  cluster.admin(0, "PATCH", `projects/${project}`, { messages: { default: { en: text } } }, { "if-match": "*" });

async function told(): Promise<string[]> {
  const path = "/api/v1/config?platform=ios&current_version=1";
  const answers = await Promise.all(cluster.members.map((member) => member.read(path, readKey)));
  return answers.map(({ status, body }) => `${status} ${JSON.parse(body).message}`);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("while the database is away no read fails, a write gets the reason, and an edge starts from its disk", async () => {
  assert.equal((await patch("before"))?.status, 200);
  await until(async () => (await told()).every((one) => one === "200 before"));
  const copies = cluster.edges.map(({ settings }) => join(settings.DRAWBRIDGE_DATA ?? "", "edge-copy"));
  await until(async () => copies.every((copy) => existsSync(copy)));
  await cluster.killDatabase();
  const load = await openLoad(1);
  try {
    const head = `Host: 127.0.0.1\r\nx-api-key: ${readKey}\r\n\r\n`;
    const requests = Array.from(
      { length: 50 },
      (_, n) => `GET /api/v1/config?platform=ios&current_version=${n}.0 HTTP/1.1\r\n${head}`,
    );
    const port = cluster.nodes[0]?.port ?? 0;
    const measuring = load.measure({ port, requests, connections: 32, ms: 300_000, count: reads });
    const refused = await patch("lost");
    assert.equal(refused?.status, 503, JSON.stringify(refused));
    assert.equal(refused?.body.code, "unavailable");
    assert.match(String(refused?.body.detail), /database/i);
    const edge = cluster.edges[0];
    assert.ok(edge);
    await cluster.nodes[0]
      ?.read("/readyz", "")
      .then(({ status }) => assert.equal(status, 200, "ready is who has something to answer"));
    cluster.originWays[0]?.cut();
    await edge.kill();
    await edge.start();
    const begun = performance.now();
    await until(async () => edge.isServing);
    console.log(`the edge answered ${(performance.now() - begun).toFixed(0)} ms after it listened`);
    const [, , , fromDisk] = await told();
    assert.equal(fromDisk, "200 before");
    const { requests: answered, errors, perSecond, p99 } = await measuring;
    console.log(`${answered} reads, ${errors} failed, ${perSecond.toFixed(0)}/s, p99 ${p99} µs, the database away`);
    assert.ok(answered >= reads);
    assert.equal(errors, 0);
  } finally {
    await load.stop();
  }
  await cluster.startDatabase();
  cluster.originWays[0]?.mend();
  await until(async () => (await patch("after"))?.status === 200);
  await until(async () => (await told()).every((one) => one === "200 after"));
  const texts = (await cluster.published()).flatMap((epoch) => epoch.texts.map(({ text }) => text));
  assert.deepEqual(
    texts.filter((text) => text !== "after"),
    ["n0", "before"],
    "what was acknowledged is there, and what was refused is not",
  );
});
