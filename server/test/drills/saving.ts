import { runSavingKills } from "../../../sdk/js/test/saving-kills.ts";
import type { Drill } from "./drill.ts";

/** A round is one kill. */
export const rounds = 100;
export const run: Drill["run"] = runSavingKills;
