/**
 * Loses the origin, its database and all edges, and starts new edges, in processes of their own, from the object store alone. Then every
 * fault of the object store: no read fails, and the status names the fault and forgets it within ten seconds.
 */
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BurnedInstallation, damageFile, moveAway, statusOf } from "../burned-installation.ts";
import { Member } from "../cluster/member.ts";
import { freeAddress, freePort } from "../free-port.ts";
import { flipBit } from "../memory-objects.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

const questions = 500;
const commits = 30;
/** Milliseconds within which a fault must be named, and forgotten. */
const maxDelay = 10_000;

/** A round is an edge. */
export const rounds = 20;

export const run: Drill["run"] = (rounds, random) => inTemporaryDirectory((directory) => burn(directory, rounds, random));

async function burn(directory: string, rounds: number, random: () => number): Promise<string> {
  const installation = await BurnedInstallation.open(directory, random);
  const edges: Member[] = [];
  const start = async (name: string): Promise<Member> => {
    const own = { DRAWBRIDGE_DATA: join(directory, name), DRAWBRIDGE_ADMIN_LISTEN: await freeAddress() };
    const edge = new Member(name, await freePort(), { ...installation.edge, ...own });
    edges.push(edge);
    assert.ok(await edge.start());
    await until(() => edge.isServing);
    return edge;
  };
  try {
    const old = await start("old");
    await installation.askOrigin(0);
    await installation.commit(commits);
    const revision = await installation.askOrigin(questions);
    await old.kill();
    await installation.burn();
    rmSync(join(directory, "old"), { recursive: true });
    let [compared, slowest] = [0, 0];
    for (let i = 0; i < rounds; i++) {
      const begun = performance.now();
      const edge = await start(`new-${i}`);
      slowest = Math.max(slowest, performance.now() - begun);
      const { revision: reached, objects } = await statusOf(adminOf(edge));
      assert.deepEqual([reached, objects.revision, objects.problem], [revision, revision, null]);
      compared += await installation.compare(urlOf(edge));
    }
    const faults = await seeFaults(installation, edges.at(-1) as Member);
    const ready = `${rounds} new edges were ready within ${(slowest / 1000).toFixed(1)} s each`;
    return `${ready}, and gave ${compared} answers equal to those of the origin; ${faults}`;
  } finally {
    await Promise.all(edges.map((edge) => edge.close()));
  }
}

const urlOf = (edge: Member) => `http://127.0.0.1:${edge.port}`;
const adminOf = (edge: Member) => `http://${edge.settings.DRAWBRIDGE_ADMIN_LISTEN}`;

async function seeFaults(installation: BurnedInstallation, edge: Member): Promise<string> {
  const folder = join(installation.objects, "public");
  const head = join(folder, "head");
  const expected = await installation.read(urlOf(edge));
  let [reads, isOver, slowest] = [0, false, 0];
  const reading = (async () => {
    for (; !isOver; reads++) {
      assert.equal(await installation.read(urlOf(edge)), expected);
      await sleep(5);
    }
  })();
  const faults: readonly (readonly [what: string, cause: () => () => void])[] = [
    ["a flipped bit in the head", () => damageFile(head, (bytes) => flipBit(bytes, bytes.length >> 1))],
    ["a torn head", () => damageFile(head, (bytes) => bytes.subarray(0, 100))],
    ["an empty head", () => damageFile(head, () => Buffer.alloc(0))],
    ["an emptied store", () => moveAway(folder)],
    ["a store that is no longer mounted", () => moveAway(installation.objects)],
  ];
  for (const [what, cause] of faults) {
    for (const isFault of [true, false]) {
      const repair = isFault ? cause() : () => {};
      const begun = performance.now();
      await until(async () => ((await statusOf(adminOf(edge))).objects.problem !== null) === isFault);
      const took = performance.now() - begun;
      assert.ok(took <= maxDelay, `${what}: ${took} ms`);
      slowest = Math.max(slowest, took);
      repair();
    }
  }
  isOver = true;
  await reading;
  assert.ok(readdirSync(folder).length > 0);
  return `${faults.length} faults named and forgotten within ${(slowest / 1000).toFixed(1)} s, ${reads} reads, none failed`;
}
