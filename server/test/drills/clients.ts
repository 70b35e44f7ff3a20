/** Mutants of clients: each must fail the scenario of the conformance kit that is about the rule that it breaks. */
import { backEndMutants, killBackEndMutant } from "../../../sdk/js/test/back-end-mutants.ts";
import { clientMutants, killMutant } from "../../../sdk/js/test/client-mutants.ts";
import type { Drill } from "./drill.ts";

const kills = [
  ...clientMutants.map((mutant) => () => killMutant(mutant)),
  ...backEndMutants.map((mutant) => () => killBackEndMutant(mutant)),
];

/** A round is one mutant. */
export const rounds = kills.length;

export const run: Drill["run"] = async (rounds, random) => {
  const chosen = kills
    .map((kill) => ({ kill, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, rounds);
  for (const { kill } of chosen) await kill();
  return `${chosen.length} of ${kills.length} mutants fail their scenarios`;
};
