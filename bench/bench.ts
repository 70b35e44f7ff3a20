/** `npm run bench`: a read compared with a bare server, what a stop does to clients, and a large installation. Takes some minutes. */
import { canPin } from "./pinned.ts";
import { benchReads } from "./read.ts";
import { benchScale } from "./scale.ts";
import { benchStop } from "./stop.ts";
import { benchWindows } from "./windows.ts";

const print = (text: string) => process.stdout.write(`${text}\n`);

if (!canPin) print("taskset is not there: nothing is pinned to a core, and the numbers will lie further apart.\n");
print("Reads, ten rounds in turns, one core for the servers, the other for the load:\n");
await benchReads({ rounds: 10, ms: 2_000, connections: 32, print });
print("Stops under load, of the whole program:\n");
await benchStop({ rounds: 5, connections: 64, ms: 3_000, print });
await benchScale(10_000, 20, print);
print("Many recurring windows, rounds with and without a change of one, in turns:\n");
await benchWindows({ instances: 10_000, rules: 500, rounds: 6, ms: 2_000, print });
