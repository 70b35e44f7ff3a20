/** Runs the model of a cluster, with steps that a seed chooses: nodes, edges, database and ways between them fail and come back. */
import fc from "fast-check";
import { Cluster } from "../cluster/cluster.ts";
import { live, steps } from "../cluster/cluster-model.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const rounds = 100;

export const run: Drill["run"] = (rounds, random) =>
  inTemporaryDirectory((directory) => runMany(directory, rounds, Math.floor(random() * 2 ** 31)));

async function runMany(directory: string, rounds: number, seed: number): Promise<string> {
  const cluster = await Cluster.open(directory);
  const agreed: number[] = [];
  let reads = 0;
  let taken = 0;
  try {
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const run = await live(cluster, chosen);
        agreed.push(run.agreedMs);
        reads += run.reads;
        taken += chosen.length;
      }),
      { numRuns: rounds, seed, endOnFailure: true },
    );
  } finally {
    await cluster.close();
  }
  agreed.sort((a, b) => a - b);
  const last = agreed.at(-1)?.toFixed(0);
  const median = agreed[agreed.length >> 1]?.toFixed(0);
  return `${agreed.length} runs, ${taken} steps, ${reads} reads, none failed; after healing all agreed within ${median} ms (median), ${last} ms (longest)`;
}
