/** Three nodes, two edges, and everything that can break: what apps are told is always something that was published. */
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

test("whatever breaks, no read fails, nobody goes back, nothing is told that was not published, and all agree after", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { reads, agreedMs } = await live(cluster, taken);
      console.log(`${taken.length} steps, ${reads} reads, all agreed after ${agreedMs.toFixed(0)} ms`);
    }),
    // One that fails has left the cluster as it is: it cannot be made smaller there.
    { numRuns: 4, endOnFailure: true },
  );
});
