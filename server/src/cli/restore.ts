import { basename, resolve } from "node:path";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { backupFacts, lastCommitText } from "./backup.ts";
import { command } from "./command.ts";
import { confirmByTyping, confirmOption, requireTypedConfirmation } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { requireEmbeddedStore } from "./local-store.ts";
import { counted } from "./output.ts";
import { filePath, oneLine } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

export const restore = command({
  name: "restore",
  meaning: "replace the store in the data directory with a backup",
  options: [
    { flags: "--from <file>", meaning: "the backup; it is not changed" },
    { flags: "--force", meaning: "replace an existing store, which is kept beside the new one" },
    { ...confirmOption, meaning: "with --force: the name of the data directory, instead of a prompt" },
  ],
  examples: ["restore --from drawbridge-2026-11-21.db"],
  notes:
    "Restores into DRAWBRIDGE_DATA, while no server uses it. The restored store gets a new epoch, which tells it from the one before.\nSessions and one-time links are not restored. Keys, tokens and roles revoked since the backup are valid again: see docs/backup.md.",
  read: (args) => ({
    from: args.required("from", filePath),
    isForced: args.flag("force"),
    confirmed: args.option("confirm", oneLine),
  }),
  async run({ from, isForced, confirmed }, context) {
    const { settings, io, output } = context;
    requireEmbeddedStore(settings);
    if (isForced && !(await mayReplace(settings.data, confirmed, context))) {
      io.err("Nothing was changed.\n");
      return 1;
    }
    const { restoreFile } = await import("../store/sqlite/sqlite-restore.ts");
    const directory = settings.data;
    const { content, kept } = restoreFile({ from, directory, isForced, schema: currentSchema, now: io.now() });
    output.answer({ ...backupFacts(from, content), directory, kept }, () => [
      `Restored ${directory} to revision ${content.revision} of ${counted(content.projects, "project")}. ${lastCommitText(content)}`,
      "Every page was read, and the values match their log.",
      ...(kept === null ? [] : [`The previous store is kept as ${kept}.`]),
      "All users must sign in again. Keys, tokens and roles that were revoked since then are valid again: check",
      "key list, token list and user list once the server runs.",
    ]);
    return 0;
  },
});

/** @throws UsageError if another name is given, or none without a terminal */
async function mayReplace(directory: string, confirmed: string | null, context: Context): Promise<boolean> {
  const name = basename(resolve(directory));
  if (confirmed !== null && confirmed !== name)
    throw new UsageError([`--confirm must be ${name}, the name of the data directory ${directory}`], "restore");
  const typed = { name, isGiven: confirmed !== null };
  requireTypedConfirmation("restore", typed, context);
  return confirmByTyping(typed, context);
}
