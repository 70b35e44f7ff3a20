import { damageBackups } from "../damaged-backups.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const rounds = 2_000;

export const run: Drill["run"] = (rounds, random) =>
  inTemporaryDirectory(async (directory) => {
    const { refused, same, different } = await damageBackups(directory, rounds, random);
    return `of ${rounds} backups ${refused} refused, ${same} the same, ${different} with another value that is held once`;
  });
