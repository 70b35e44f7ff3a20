/** Mutants of the core of the clients: each must fail the scenario of the conformance kit that is about the rule that it breaks. */
import { clientMutants, killMutant } from "../../../sdk/js/test/client-mutants.ts";
import type { Drill } from "./drill.ts";

/** A round is one mutant. */
export const clients: Drill = {
  name: "clients",
  rounds: clientMutants.length,
  async run(rounds, random) {
    const chosen = clientMutants
      .map((mutant) => ({ mutant, order: random() }))
      .toSorted((a, b) => a.order - b.order)
      .slice(0, rounds);
    for (const { mutant } of chosen) await killMutant(mutant);
    return `${chosen.length} of ${clientMutants.length} mutants fail their scenarios`;
  },
};
