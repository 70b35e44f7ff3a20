/** Many gates at the end of a maintenance, and a gate after a refusal and in a day of starts: all on clocks of their own. */
import { runDay, runHerd, runRefusal } from "../../../sdk/js/test/herd.ts";
import type { Drill } from "./drill.ts";

/** A round is one gate. */
export const rounds = 2000;

export const run: Drill["run"] = async (rounds, random) =>
  [await runHerd(rounds, random), await runRefusal(random), await runDay(random)].join("; ");
