import { Cluster } from "../cluster/cluster.ts";
import { drills, goBack } from "../cluster/going-back.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const rounds = 10;

export const run: Drill["run"] = (rounds) => inTemporaryDirectory((directory) => repeat(directory, rounds));

async function repeat(directory: string, rounds: number): Promise<string> {
  const cluster = await Cluster.open(directory);
  let all = 0;
  let longest = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const drill of drills) {
        const { reads, agreedMs } = await goBack(cluster, drill);
        console.log(`${round}. ${drill}: ${reads} reads, none failed; all equal after ${agreedMs.toFixed(0)} ms`);
        all += reads;
        longest = Math.max(longest, agreedMs);
      }
    }
  } finally {
    await cluster.close();
  }
  return `${rounds * drills.length} failovers, ${all} reads, none failed; all equal after ${longest.toFixed(0)} ms at the latest`;
}
