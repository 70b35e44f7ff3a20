/**
 * `npm run bench`: prints what a read costs beside a bare server, what a stop does to those who ask, how several processes share
 * reads, and how a large installation behaves. Takes some minutes.
 */
import { benchCores } from "./cores.ts";
import { canPin } from "./pinned.ts";
import { benchReads } from "./read.ts";
import { benchScale } from "./scale.ts";
import { benchStop } from "./stop.ts";
import { benchWindows } from "./windows.ts";

const print = (text: string) => process.stdout.write(`${text}\n`);

if (!canPin) print("taskset is not there: nothing is pinned to a core, and the numbers will lie further apart.\n");
print("Reads, ten rounds in turns, one core for the servers, the other for the load:\n");
const ratio = await benchReads({ rounds: 10, ms: 4_000, connections: 32, print });
print(`CPU per request: ${ratio.toFixed(2)} × the bare server's (at most 1.25 is the aim).\n`);
print("Stops under load, of the whole program:\n");
await benchStop({ rounds: 5, connections: 64, ms: 3_000, print });
await benchScale(10_000, 20, print);
print("Many recurring windows, rounds with and without a change of one, in turns:\n");
await benchWindows({ instances: 10_000, rules: 500, rounds: 6, ms: 2_000, print });
print("Several processes, rounds in turns, on all cores together with the load:\n");
await benchCores({ workers: [0, 1, 2], rounds: 6, ms: 2_000, windows: 500, print });
