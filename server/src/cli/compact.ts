import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import { command } from "./command.ts";
import { isConfirmed, requirePrompt } from "./confirmation.ts";
import { counted } from "./output.ts";
import { dryRunOption, yesOption } from "./shared-options.ts";
import { sizeText } from "./size-text.ts";
import { duration } from "./text-form.ts";

/** Milliseconds: compacting a large log takes minutes, in steps that let other requests through. */
const timeout = 600_000;

export const compact = command({
  name: "compact",
  meaning: "delete superseded values",
  options: [
    { ...dryRunOption, meaning: "count what would be deleted, without deleting it" },
    { flags: "--older-than <duration>", meaning: "only values superseded before that: default P400D, at least P1D" },
    yesOption,
  ],
  examples: ["compact --dry-run", "compact --older-than P90D --yes"],
  notes:
    "Commits keep author, time and reason, but not their values: rolling\nback to them is no longer possible. Earlier backups still have the values.",
  read: (args) => ({ dry_run: args.flag("dry-run"), older: args.option("older-than", duration), yes: args.flag("yes") }),
  async run({ dry_run, older, yes }, context) {
    const { output, io } = context;
    if (!dry_run) requirePrompt("compact", yes, context);
    const client = context.clientWithin(timeout);
    const span = older === null ? {} : { older_than: older };
    if (!dry_run && !yes) {
      const plan = await client.compact({ dry_run: true, ...span });
      output.lines(planLines(plan));
      if (plan.changes === 0) return 0;
      if (!(await isConfirmed("Delete permanently?", context))) {
        io.err("Nothing was changed.\n");
        return 1;
      }
    }
    const done = await (dry_run ? client.compact({ dry_run, ...span }) : client.compactAll(span));
    output.answer(done, () => (dry_run ? planLines(done) : doneLines(done)));
    return 0;
  },
});

function planLines({ changes, bytes, compacted }: Compaction): string[] {
  if (changes === 0) return ["No changes. No value was superseded that long ago."];
  return [`${counted(changes, "superseded value")} would be deleted, ${sizeText(bytes)} of text. ${wholeText(compacted)}`];
}

function doneLines({ changes, bytes, freed, compacted }: Compaction): string[] {
  if (changes === 0) return ["No changes."];
  const disk = freed === null ? "The store keeps the space and reuses it." : `${sizeText(freed)} of disk space was freed.`;
  return [`${counted(changes, "superseded value")} deleted, ${sizeText(bytes)} of text. ${disk} ${wholeText(compacted)}`];
}

function wholeText(compacted: number | null): string {
  return compacted === null ? "" : `History is complete after revision ${compacted}.`;
}
