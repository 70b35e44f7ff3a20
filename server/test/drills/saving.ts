/** Kills of apps that save their work before a block. */
import { runSavingKills } from "../../../sdk/js/test/saving-kills.ts";
import type { Drill } from "./drill.ts";

/** A round is one kill. */
export const saving: Drill = { name: "saving", rounds: 100, run: runSavingKills };
