import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import { command } from "./command.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import { counted } from "./output.ts";
import { dryRunOption, yesOption } from "./shared-options.ts";
import { sizeText } from "./size-text.ts";

/** Milliseconds: a large log takes its time, in steps that let everybody else go on. */
const patience = 600_000;

export const compact = command({
  name: "compact",
  meaning: "drop what was superseded before the retention",
  options: [{ ...dryRunOption, meaning: "count what would go, and drop nothing" }, yesOption],
  examples: ["compact --dry-run", "compact --yes"],
  notes:
    "How long superseded values are kept: DRAWBRIDGE_LOG_RETENTION of the server. Commits stay, with who, when and why; what they\nchanged goes, and with it rolling back to before. Backups have it still.",
  read: (given) => ({ dry_run: given.flag("dry-run"), yes: given.flag("yes") }),
  async run({ dry_run, yes }, context) {
    const { output, io } = context;
    if (!dry_run) mustBeAbleToAsk("compact", yes, context);
    const client = context.clientWithin(patience);
    if (!dry_run && !yes) {
      const plan = await client.compact({ dry_run: true });
      output.lines(planLines(plan));
      if (plan.changes === 0) return 0;
      if (!(await isConfirmed("Drop it for good?", context))) {
        io.err("Nothing was changed.\n");
        return 1;
      }
    }
    const done = await (dry_run ? client.compact({ dry_run }) : client.compactAll());
    output.answer(done, () => (dry_run ? planLines(done) : doneLines(done)));
    return 0;
  },
});

function planLines({ changes, bytes, compacted }: Compaction): string[] {
  if (changes === 0) return ["There is nothing to drop: whatever was superseded is younger than the retention."];
  return [`${counted(changes, "superseded value")} would go, ${sizeText(bytes)} of text. ${wholeText(compacted)}`];
}

function doneLines({ changes, bytes, freed, compacted }: Compaction): string[] {
  if (changes === 0) return ["There was nothing to drop."];
  const disk = freed === null ? "The store keeps the space, and fills it again." : `The disk has ${sizeText(freed)} back.`;
  return [`${counted(changes, "superseded value")} went, ${sizeText(bytes)} of text. ${disk} ${wholeText(compacted)}`];
}

function wholeText(compacted: number | null): string {
  return compacted === null ? "" : `History is whole after revision ${compacted}.`;
}
