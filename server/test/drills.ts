/** `npm run drills [-- NAME…] [--rounds 10] [--seed 7]`: all drills, or those named. A printed seed repeats their decisions. */
import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Drill, randomFrom } from "./drills/drill.ts";

const folder = join(import.meta.dirname, "drills");
const names = readdirSync(folder).map((file) => file.replace(".ts", ""));
const drills = names.filter((name) => name !== "drill").sort();

const options = { rounds: { type: "string" }, seed: { type: "string" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !drills.includes(name));
if (unknown.length > 0) throw new Error(`No drill ${unknown.join(" ")}; there are: ${drills.join(" ")}.`);
const seed = Number(values.seed ?? randomInt(2 ** 31));

for (const name of positionals.length > 0 ? positionals : drills) {
  const { rounds, run }: Drill = await import(join(folder, `${name}.ts`));
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
