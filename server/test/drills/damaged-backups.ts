/** Restores backups in which one random bit was flipped, with a digest and, a tenth as many, of a build without one. */
import { BackupDrill } from "../damaged-backups.ts";
import type { Drill } from "./drill.ts";

/** Restores through the command itself, which takes a second each. */
const byCommand = 20;

export const damagedBackups: Drill = {
  name: "damaged-backups",
  rounds: 10_000,
  async run(rounds, random) {
    const told: string[] = [];
    for (const hasDigest of [true, false]) {
      const drill = await BackupDrill.open(hasDigest);
      try {
        const times = hasDigest ? rounds : Math.ceil(rounds / 10);
        const { refused, same, different } = await drill.run(times, random);
        if (hasDigest && different.length > 0) throw new Error(`A damaged backup was restored:\n${different.join("\n")}`);
        for (let n = 0; hasDigest && n < Math.min(byCommand, rounds); n++) drill.refuseByCommand(random);
        const kind = hasDigest ? "with a digest" : "of an earlier build";
        told.push(`of ${times} backups ${kind} ${refused} refused, ${same} the same, ${different.length} different`);
      } finally {
        drill.close();
      }
    }
    return told.join("; ");
  },
};
