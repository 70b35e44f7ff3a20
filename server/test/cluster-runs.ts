/** Runs the model of a cluster for longer than a test may take: `node server/test/cluster-runs.ts [--runs 100] [--seed 7]`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { Cluster } from "./cluster/cluster.ts";
import { live, steps } from "./cluster/cluster-model.ts";

const { values } = parseArgs({ options: { runs: { type: "string", default: "100" }, seed: { type: "string" } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const directory = mkdtempSync(join(tmpdir(), "drawbridge-cluster-"));
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
    { numRuns: Number(values.runs), seed, endOnFailure: true },
  );
  agreed.sort((a, b) => a - b);
  const last = agreed.at(-1)?.toFixed(0);
  const median = agreed[agreed.length >> 1]?.toFixed(0);
  console.log(
    `seed ${seed}: ${agreed.length} runs, ${taken} steps, ${reads} reads, none failed; after healing all agreed within ${median} ms (median), ${last} ms (longest)`,
  );
} finally {
  await cluster.close();
  rmSync(directory, { recursive: true, force: true });
}
