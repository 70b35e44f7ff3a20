import { repeatDamage } from "../damaged-store.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const rounds = 100;

export const run: Drill["run"] = (rounds, random) =>
  inTemporaryDirectory(async (directory) => (await repeatDamage(directory, rounds, random)).join("; "));
