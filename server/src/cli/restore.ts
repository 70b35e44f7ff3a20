import { basename, resolve } from "node:path";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import type { CheckedFile } from "../store/sqlite/sqlite-check.ts";
import { asOf, wireForm } from "./backup.ts";
import { command } from "./command.ts";
import { confirmOption, isTyped, mustBeAbleToType } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { refuseElsewhere } from "./local-store.ts";
import { counted } from "./output.ts";
import { filePath, oneLine } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

export const restore = command({
  name: "restore",
  meaning: "put a backup in the place of the store of the data directory",
  options: [
    { flags: "--from <file>", meaning: "the backup; it is only read" },
    { flags: "--force", meaning: "also where there is a store already, which is kept beside it" },
    { ...confirmOption, meaning: "with --force, the name of the data directory, for scripts: nothing is asked" },
  ],
  examples: ["restore --from drawbridge-2026-11-21.db"],
  notes:
    "Into DRAWBRIDGE_DATA, which no server may be using. The store has a new epoch, so that nothing takes it for the one before.\nSessions and one-time links are not restored. What was revoked since the backup is valid again: see docs/backup.md.",
  read: (given) => ({
    from: given.required("from", filePath),
    isForced: given.flag("force"),
    confirmed: given.option("confirm", oneLine),
  }),
  async run({ from, isForced, confirmed }, context) {
    const { settings, io, output } = context;
    refuseElsewhere(settings);
    if (isForced && !(await mayReplace(settings.data, confirmed, context))) {
      io.err("Nothing was changed.\n");
      return 1;
    }
    const { restoreFile } = await import("../store/sqlite/sqlite-restore.ts");
    const directory = settings.data;
    const { content, kept } = restoreFile({ from, directory, isForced, schema: currentSchema, now: io.now() });
    output.answer({ ...wireForm(from, content), directory, kept }, () => [
      `${directory} has revision ${content.revision} of ${counted(content.projects, "project")} again. ${asOf(content)}`,
      checkText(content),
      ...(kept === null ? [] : [`What was there is kept as ${kept}.`]),
      "Everybody signs in again. Keys, tokens and people that lost their rights since then have them again: look at",
      "key list, token list and user list once the server runs.",
    ]);
    return 0;
  },
});

function checkText({ digest }: CheckedFile): string {
  if (digest !== null) return "Every byte of the backup matches its digest.";
  return "The backup has no digest, since an older version made it: its values match its log. Damage to accounts and to older values cannot be seen.";
}

/** @throws UsageError where another name is given, or none and nobody can type it */
async function mayReplace(directory: string, confirmed: string | null, context: Context): Promise<boolean> {
  const name = basename(resolve(directory));
  if (confirmed !== null && confirmed !== name)
    throw new UsageError([`--confirm must be ${name}, the name of the data directory ${directory}`], "restore");
  const typed = { name, isGiven: confirmed !== null };
  mustBeAbleToType("restore", typed, context);
  return isTyped(typed, `replace the store in ${directory}`, context);
}
