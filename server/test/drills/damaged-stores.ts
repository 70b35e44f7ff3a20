/** Starts the program on stores with each kind of damage. */
import { repeatDamage } from "../damaged-store.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const damagedStores: Drill = {
  name: "damaged-stores",
  rounds: 100,
  run: (rounds, random) => inTemporaryDirectory(async (directory) => (await repeatDamage(directory, rounds, random)).join("; ")),
};
