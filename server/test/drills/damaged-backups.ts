import { BackupDrill, heldOnce } from "../damaged-backups.ts";
import type { Drill } from "./drill.ts";

export const rounds = 2_000;

export const run: Drill["run"] = async (rounds, random) => {
  const drill = await BackupDrill.open();
  try {
    const { refused, same, different } = await drill.run(rounds, random);
    const wrong = different.filter((each) => !heldOnce.test(each));
    if (wrong.length > 0) throw new Error(`A damaged log or its values were restored:\n${wrong.join("\n")}`);
    drill.refuseByCommand();
    return `of ${rounds} backups ${refused} refused, ${same} the same, ${different.length} with another value that is held once`;
  } finally {
    drill.close();
  }
};
