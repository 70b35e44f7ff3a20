/** Promotes the standby: no read fails, writes come back, and lost commits are reported. A primary that comes back gets no more commits. */
import assert from "node:assert/strict";
import { Replicated } from "../cluster/replicated.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import type { Drill } from "./drill.ts";

export const rounds = 1;

export const run: Drill["run"] = async (rounds) => {
  let reads = 0;
  for (let round = 1; round <= rounds; round++)
    for (const each of cases)
      reads += await inTemporaryDirectory(async (directory) => failOver(await Replicated.open(directory), each));
  return `${rounds * cases.length} failovers, ${reads} reads, none failed`;
};

export interface Failover {
  readonly name: string;
  /** True if acknowledged commits are lost; null means some may be. */
  readonly loses: boolean | null;
  /** Ends the primary, and promotes the standby. */
  readonly end: (pair: Replicated) => Promise<unknown>;
  readonly after?: (pair: Replicated) => Promise<unknown>;
}

export const losing: Failover = {
  name: "the primary is killed with commits that the standby lacks",
  loses: true,
  async end(pair) {
    pair.replication.freeze();
    await pair.nodes.untilWritten();
    await pair.primary.kill();
    await pair.standby.promote();
  },
};

const cases: readonly Failover[] = [
  losing,
  {
    name: "the primary is stopped",
    loses: false,
    async end(pair) {
      await pair.primary.stop();
      await pair.standby.promote();
    },
  },
  {
    name: "the network of the primary is frozen, and comes back",
    loses: null,
    async end(pair) {
      for (const way of [pair.replication, ...pair.ways.map(([toPrimary]) => toPrimary)]) way?.freeze();
      await pair.standby.promote();
    },
    async after(pair) {
      const before = await pair.textsIn(pair.primary);
      for (const [toPrimary] of pair.ways) toPrimary?.mend();
      await getsNoCommits(pair, before);
    },
  },
  {
    name: "the primary is killed, and starts again as a primary",
    loses: null,
    async end(pair) {
      await pair.primary.kill();
      await pair.standby.promote();
    },
    async after(pair) {
      await pair.primary.start();
      await getsNoCommits(pair, await pair.textsIn(pair.primary));
    },
  },
  {
    name: "the standby is promoted while the primary goes on",
    loses: true,
    async end(pair) {
      await pair.standby.promote();
      await untilReplaced(pair);
    },
  },
];

/** Resolves when each node says that the primary was replaced. */
async function untilReplaced({ nodes }: Replicated): Promise<void> {
  for (const node of nodes.all)
    await until(async () => {
      const { problem } = (await nodes.status(node)).sources[0];
      return /still accepts changes, but a promotion has replaced it \(timeline 1, now 2\)/.test(problem ?? "");
    });
}

/** The replaced primary can be reached: nodes that lose the new one do not go back, and neither does one that starts. */
async function getsNoCommits(pair: Replicated, before: readonly string[]): Promise<void> {
  const [first] = pair.nodes.all;
  for (const [, toStandby] of pair.ways) toStandby?.cut();
  await untilReplaced(pair);
  for (const [, toStandby] of pair.ways) toStandby?.mend();
  await pair.nodes.untilWritten();
  await first?.kill();
  await until(() => first?.start());
  await pair.nodes.untilWritten();
  assert.deepEqual(await pair.textsIn(pair.primary), before, "the replaced primary got a commit");
}

/** Returns the number of reads. Closes the pair. */
export async function failOver(pair: Replicated, { name, loses, end, after }: Failover): Promise<number> {
  try {
    const { epoch } = await pair.nodes.status(pair.nodes.all[0] ?? assert.fail());
    await end(pair);
    const back = await pair.nodes.untilWritten();
    await after?.(pair);
    await pair.nodes.stopWriting();
    const committed = await pair.textsIn(pair.standby);
    for (const node of pair.nodes.all) await until(async () => (await pair.nodes.textOf(node)) === committed.at(-1));
    await pair.nodes.watcher.stop();
    assert.deepEqual(pair.nodes.watcher.failures, [], "no read fails");
    for (const node of pair.nodes.all) node.mustNotHaveCrashed();
    const lost = pair.nodes.acknowledged.filter((text) => !committed.includes(text));
    const found = `${name}: writes after ${back.toFixed(0)} ms, ${pair.nodes.acknowledged.length} acknowledged, ${lost.length} of them lost, ${pair.nodes.refusals.length} refused`;
    console.log(found);
    if (loses !== null) assert.equal(lost.length > 0, loses, found);
    await mustReport(pair, epoch, lost.length);
    return pair.nodes.watcher.reads;
  } finally {
    await pair.close();
  }
}

async function mustReport(pair: Replicated, epoch: string, lost: number): Promise<void> {
  const found = await Promise.all(pair.nodes.all.map((node) => pair.nodes.status(node)));
  assert.equal(new Set(found.map((status) => status.epoch)).size, 1, "one epoch");
  if (lost === 0) return;
  assert.notEqual(found[0]?.epoch, epoch, "the epoch is new");
  const reports = found.flatMap(({ sources }) => sources[0].lost ?? []);
  const longest = Math.max(...reports.map(({ after, through }) => through - (after ?? 0)));
  assert.ok(longest >= lost, `${lost} commits are lost, and the reports are ${JSON.stringify(reports)}`);
}
