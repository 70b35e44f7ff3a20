import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type BurnedInstallation, damageFile, moveAway, openBurned, statusOf } from "../burned-installation.ts";
import { randomFrom } from "../drills/drill.ts";
import { flipBit } from "../memory-objects.ts";
import { runSeed } from "../run-seed.ts";
import type { EdgeProgram } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { until } from "../until.ts";

const newDirectory = temporaryDirectories();
const edges: EdgeProgram[] = [];
let installation: BurnedInstallation;

before(async () => {
  installation = await openBurned(newDirectory(), randomFrom(runSeed));
});
after(() => Promise.all(edges.map((edge) => edge.stop())));

async function started(name: string): Promise<EdgeProgram> {
  const edge = await installation.startEdge(name);
  edges.push(edge);
  return edge;
}

test("new edges answer every question as the origin did at its last commit", async () => {
  for (const name of ["new 1", "new 2"]) {
    const edge = await started(name);
    await until(async () => (await fetch(`${edge.url}/readyz`)).ok);
    await installation.compare(edge.url);
    const { place, revision } = installation;
    const { objects, ...status } = await statusOf(edge.url);
    assert.equal(status.revision, revision);
    assert.deepEqual(objects, { place, revision, behind: 0, problem: null });
    assert.deepEqual([edge.running.status().state, edge.running.follower.replicas], ["interrupted", 1]);
  }
});

test("an edge that loaded from the object store has edges behind it", async () => {
  const [first] = edges;
  const behind = await installation.startEdge("behind", first?.running.urls.edge);
  edges.push(behind);
  await behind.at(installation.revision);
  await installation.compare(behind.url);
});

const folder = () => join(installation.objects, "public");
const head = () => join(folder(), "head");

/** The newest file whose name begins like that. */
function object(kind: string): string {
  const files = readdirSync(folder(), { recursive: true, encoding: "utf8" }).filter((name) => name.includes(kind));
  return join(
    folder(),
    files
      .filter((name) => /\/\d+$|segment-\d+$/.test(name))
      .sort()
      .at(-1) ?? assert.fail(kind),
  );
}

const flip = (bytes: Buffer) => flipBit(bytes, bytes.length >> 1);
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

test("with a torn head or an emptied bucket, an edge answers, names the fault, and forgets it when it is gone", async () => {
  const [edge = assert.fail()] = edges;
  for (const [cause, problem] of [
    [() => damageFile(head(), half), /public\/head cannot be decrypted/],
    [() => moveAway(folder()), /public is empty: no server has shipped to it yet|is not there/],
  ] as const) {
    const repair = cause();
    await until(async () => problem.test((await statusOf(edge.url)).objects.problem ?? ""));
    await installation.compare(edge.url);
    repair();
    await until(async () => (await statusOf(edge.url)).objects.problem === null);
  }
});

for (const [what, kind, damage] of [
  ["one flipped bit in the snapshot", "snapshot-", flip],
  ["a torn segment", "segment-", half],
] as const) {
  test(`with ${what}, a new edge says that it has nothing to answer from, and starts when it is repaired`, async () => {
    const repair = damageFile(object(kind), damage);
    const edge = await started(what);
    assert.match(
      edge.running.banner.join("\n"),
      /once a replica has arrived from http:.* or file:.*: it has nothing to answer from yet/,
    );
    await until(async () => new RegExp(`${kind}.*cannot be decrypted`).test((await statusOf(edge.url)).objects.problem ?? ""));
    assert.match(await installation.read(edge.url), /503[\s\S]*nothing to answer from: neither its origin nor the object store/);
    assert.equal((await fetch(`${edge.url}/readyz`)).status, 503);
    const logged = () => edge.logged.map(({ text, fields }) => `${text} ${(fields as { reason: string }).reason}`).join("\n");
    await until(logged, (text) => /has no replica to answer from.*cannot be reached/.test(text));
    assert.match(logged(), /The object store cannot be used.*cannot be decrypted/);
    repair();
    await until(async () => (await fetch(`${edge.url}/readyz`)).ok);
    await installation.compare(edge.url);
    assert.ok(existsSync(head()));
  });
}
