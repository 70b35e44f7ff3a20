import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import { command } from "./command.ts";
import { isConfirmed, requirePrompt } from "./confirmation.ts";
import { counted } from "./output.ts";
import { dryRunOption, yesOption } from "./shared-options.ts";
import { sizeText } from "./size-text.ts";

/** Milliseconds: compacting a large log takes minutes, in steps that let other requests through. */
const timeout = 600_000;

export const compact = command({
  name: "compact",
  meaning: "delete superseded values older than the retention",
  options: [{ ...dryRunOption, meaning: "count what would be deleted, without deleting it" }, yesOption],
  examples: ["compact --dry-run", "compact --yes"],
  notes:
    "DRAWBRIDGE_LOG_RETENTION of the server sets the retention. Commits keep author, time and reason, but not their values: rolling\nback to them is no longer possible. Earlier backups still have the values.",
  read: (args) => ({ dry_run: args.flag("dry-run"), yes: args.flag("yes") }),
  async run({ dry_run, yes }, context) {
    const { output, io } = context;
    if (!dry_run) requirePrompt("compact", yes, context);
    const client = context.clientWithin(timeout);
    if (!dry_run && !yes) {
      const plan = await client.compact({ dry_run: true });
      output.lines(planLines(plan));
      if (plan.changes === 0) return 0;
      if (!(await isConfirmed("Delete permanently?", context))) {
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
  if (changes === 0) return ["No changes. Every superseded value is younger than the retention."];
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
