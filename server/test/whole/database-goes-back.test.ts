/** A failover that lost commits: no read fails, nothing is acknowledged that is not answered, all members agree, and it is told. */
import { after, before, test } from "node:test";
import { Cluster } from "../cluster/cluster.ts";
import { drills, goBack } from "../cluster/going-back.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
let cluster: Cluster;
before(async () => {
  cluster = await Cluster.open(directories());
});
after(() => cluster?.close());

for (const drill of drills) {
  test(`a database that goes back is noticed: ${drill}`, async () => {
    const { reads, agreedMs } = await goBack(cluster, drill);
    console.log(`${drill}: ${reads} reads, none failed; all equal after ${agreedMs.toFixed(0)} ms`);
  });
}
