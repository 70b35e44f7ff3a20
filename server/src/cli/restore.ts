import { currentSchema } from "../domain/project-state.ts";
import { asOf, wireForm } from "./backup.ts";
import { command } from "./command.ts";
import { refuseElsewhere } from "./local-store.ts";
import { counted } from "./output.ts";
import { filePath } from "./text-form.ts";

export const restore = command({
  name: "restore",
  meaning: "put a backup in the place of the store of the data directory",
  options: [
    { flags: "--from <file>", meaning: "the backup; it is only read" },
    { flags: "--force", meaning: "also where there is a store already, which is kept beside it" },
  ],
  examples: ["restore --from drawbridge-2026-11-21.db"],
  notes:
    "Into DRAWBRIDGE_DATA, which no server may be using. The store has a new epoch, so that nothing takes it for the one before.\nSessions and one-time links are not restored. What was revoked since the backup is valid again: see docs/backup.md.",
  read: (given) => ({ from: given.required("from", filePath), isForced: given.flag("force") }),
  async run({ from, isForced }, { settings, io, output }) {
    refuseElsewhere(settings);
    const { restoreFile } = await import("../store/sqlite/sqlite-restore.ts");
    const directory = settings.data;
    const { content, kept } = restoreFile({ from, directory, isForced, schema: currentSchema, now: io.now() });
    output.answer({ ...wireForm(from, content), directory, kept }, () => [
      `${directory} has revision ${content.revision} of ${counted(content.projects, "project")} again. ${asOf(content)}`,
      ...(kept === null ? [] : [`What was there is kept as ${kept}.`]),
      "Everybody signs in again. Keys, tokens and people that lost their rights since then have them again: look at",
      "key list, token list and user list once the server runs.",
    ]);
  },
});
