/**
 * Runs all drills, or those named: `npm run drills [-- NAME…] [--rounds 10] [--seed 7]`. A run with a printed seed repeats its
 * decisions.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { burned } from "./drills/burned.ts";
import { chatMessages } from "./drills/chat-messages.ts";
import { clients } from "./drills/clients.ts";
import { clusterRuns } from "./drills/cluster-runs.ts";
import { damagedBackups } from "./drills/damaged-backups.ts";
import { damagedStores } from "./drills/damaged-stores.ts";
import { type Drill, randomFrom } from "./drills/drill.ts";
import { failovers } from "./drills/failovers.ts";
import { fastPath } from "./drills/fast-path.ts";
import { herd } from "./drills/herd.ts";
import { hydration } from "./drills/hydration.ts";
import { kills } from "./drills/kills.ts";
import { lostCommits } from "./drills/lost-commits.ts";
import { lostDisks } from "./drills/lost-disks.ts";
import { objectWriters } from "./drills/object-writers.ts";
import { outboxLoad } from "./drills/outbox-load.ts";
import { randomQuestions } from "./drills/random-questions.ts";
import { regions } from "./drills/regions.ts";
import { restarts } from "./drills/restarts.ts";
import { saving } from "./drills/saving.ts";
import { screens } from "./drills/screens.ts";
import { sentences } from "./drills/sentences.ts";
import { shippingLatency } from "./drills/shipping-latency.ts";
import { silences } from "./drills/silences.ts";
import { site } from "./drills/site.ts";
import { stuck } from "./drills/stuck.ts";
import { webhooks } from "./drills/webhooks.ts";

const drills: readonly Drill[] = [
  kills,
  damagedBackups,
  damagedStores,
  lostCommits,
  lostDisks,
  failovers,
  clusterRuns,
  restarts,
  regions,
  randomQuestions,
  fastPath,
  screens,
  hydration,
  clients,
  herd,
  saving,
  stuck,
  objectWriters,
  shippingLatency,
  burned,
  sentences,
  silences,
  chatMessages,
  webhooks,
  outboxLoad,
  site,
];

const options = { rounds: { type: "string" }, seed: { type: "string" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !drills.some((drill) => drill.name === name));
if (unknown.length > 0) throw new Error(`No drill ${unknown.join(" ")}; there are: ${drills.map(({ name }) => name).join(" ")}.`);
const seed = Number(values.seed ?? randomInt(2 ** 31));

for (const { name, rounds, run } of drills) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const count = Number(values.rounds ?? rounds);
  console.log(`${name}: ${count} rounds; repeat with npm run drills -- ${name} --rounds ${count} --seed ${seed}`);
  const begun = performance.now();
  try {
    console.log(`${name}: ${await run(count, randomFrom(seed))} (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
  } catch (error) {
    // Printed here, since a cluster exits the process before Node prints the error.
    console.error(`${name}:`, error);
    process.exitCode = 1;
  }
}
