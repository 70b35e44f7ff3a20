/** Three nodes, two edges, and every failure: apps only ever get answers that were published. */
import { after, before, test } from "node:test";
import fc from "fast-check";
import { Cluster } from "../cluster/cluster.ts";
import { live, steps } from "../cluster/cluster-model.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
let cluster: Cluster;
before(async () => {
  cluster = await Cluster.open(directories());
});
after(() => cluster?.close());

test("under any failures, no read fails, no member goes back, only published answers are given, and all members agree afterwards", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { reads, agreedMs } = await live(cluster, taken);
      console.log(`${taken.length} steps, ${reads} reads, all agreed after ${agreedMs.toFixed(0)} ms`);
    }),
    // One that fails has left the cluster as it is: it cannot be made smaller there.
    { numRuns: 4, endOnFailure: true },
  );
});
