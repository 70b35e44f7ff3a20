/** Repeats failovers that lose commits, for longer than a test may take: `node server/test/drills.ts [--rounds 10]`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Cluster } from "./cluster/cluster.ts";
import { drills, goBack } from "./cluster/going-back.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const directory = mkdtempSync(join(tmpdir(), "drawbridge-drills-"));
const cluster = await Cluster.open(directory);
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const drill of drills) {
      const { reads, agreedMs } = await goBack(cluster, drill);
      console.log(`${round}. ${drill}: ${reads} reads, none failed; all equal after ${agreedMs.toFixed(0)} ms`);
    }
  }
} finally {
  await cluster.close();
  rmSync(directory, { recursive: true, force: true });
}
